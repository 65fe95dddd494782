package org.cryptointrinsics.tool;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParseResult;

/**
 * The command line of cryptointrinsics, run with the plugin.
 */
@Command(name = "cryptointrinsics", description = "Shows and demonstrates the crypto intrinsics of this VM.", //
                mixinStandardHelpOptions = true, versionProvider = Main.Version.class, subcommands = {StatusCommand.class, DemoCommand.class})
public final class Main {

    private Main() {
    }

    /**
     * Runs a subcommand; exits with 2 after an error of usage and with 1 after a failure.
     */
    public static void main(String[] args) {
        if (ModuleLayer.boot().findModule("org.cryptointrinsics").isEmpty()) {
            System.err.println("cryptointrinsics: the plugin is not there; start this by bin/cryptointrinsics.");
            System.exit(ExitCode.SOFTWARE);
        }
        System.exit(new CommandLine(new Main()).setExecutionExceptionHandler(Main::handle).execute(args));
    }

    private static int handle(Exception exception, @SuppressWarnings("unused") CommandLine command, @SuppressWarnings("unused") ParseResult parsed) throws Exception {
        if (exception instanceof Failure) {
            System.err.println("cryptointrinsics: " + exception.getMessage());
            return ExitCode.SOFTWARE;
        }
        throw exception;
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[]{"cryptointrinsics " + Main.class.getPackage().getImplementationVersion()};
        }
    }
}
