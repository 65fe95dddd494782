package org.cryptointrinsics.tool;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine;

/**
 * The command line of cryptointrinsics, run with the plugin.
 */
@Command(name = "cryptointrinsics", description = "Shows and demonstrates the crypto intrinsics of this VM.", //
                mixinStandardHelpOptions = true, versionProvider = Main.Version.class, //
                subcommands = {StatusCommand.class, DemoCommand.class, DoctorCommand.class, VerifyCommand.class})
public final class Main {

    private Main() {
    }

    /**
     * Runs a subcommand; exits with 2 after an error of usage and with 1 after a failure.
     */
    public static void main(String[] args) {
        try {
            if (InPlugin.run(Main.class, args)) {
                return;
            }
        } catch (Failure e) {
            System.exit(fail(e));
        }
        System.exit(new CommandLine(new Main()).setExecutionExceptionHandler(Main::handle).execute(args));
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
