package org.cryptointrinsics.tool;

import java.util.List;

import org.cryptointrinsics.tool.demo.DemoCommand;
import org.cryptointrinsics.tool.know.KnowCommand;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine;

/**
 * The command line of cryptointrinsics, run with the plugin. Only the demo is run without it, since it starts processes with it.
 */
@Command(name = "cryptointrinsics", description = "Shows and demonstrates the crypto intrinsics of this VM.", //
                mixinStandardHelpOptions = true, versionProvider = Main.Version.class)
public final class Main {

    private Main() {
    }

    /**
     * Runs a subcommand; exits with 2 after an error of usage and with 1 after a failure.
     */
    public static void main(String[] args) {
        boolean isDemo = args.length > 0 && args[0].equals("demo");
        try {
            if (!isDemo && InPlugin.run(Main.class, args)) {
                return;
            }
        } catch (Failure e) {
            System.exit(fail(e));
        }
        CommandLine line = new CommandLine(new Main());
        // Where there is no plugin, the others cannot be looked at.
        List<Object> commands = isDemo ? List.of(new DemoCommand())
                        : List.of(new StatusCommand(), new DemoCommand(), new AttachCommand(), new DoctorCommand(), new VerifyCommand(), new KnowCommand());
        commands.forEach(line::addSubcommand);
        System.exit(line.setExecutionExceptionHandler(Main::handle).execute(args));
    }

    private static int handle(Exception exception, @SuppressWarnings("unused") CommandLine command, @SuppressWarnings("unused") ParseResult parsed) throws Exception {
        if (exception instanceof Failure failure) {
            return fail(failure);
        }
        throw exception;
    }

    private static int fail(Failure failure) {
        System.err.println("cryptointrinsics: " + failure.getMessage());
        return ExitCode.SOFTWARE;
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[]{"cryptointrinsics " + Main.class.getPackage().getImplementationVersion()};
        }
    }
}
