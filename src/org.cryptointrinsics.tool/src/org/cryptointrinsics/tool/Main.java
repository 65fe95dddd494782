package org.cryptointrinsics.tool;

import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The command line of cryptointrinsics.
 */
@Command(name = "cryptointrinsics", description = "Shows and demonstrates the crypto intrinsics of this VM.", //
                mixinStandardHelpOptions = true, versionProvider = Main.Version.class, subcommands = {Main.Status.class, Main.Demo.class})
public final class Main {

    private Main() {
    }

    /**
     * Runs a subcommand; exits with 2 after an error of usage and with 1 after a failure.
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Command(name = "status", description = "Tells which intrinsics are on, with which variant, and why others are off.")
    static final class Status implements Callable<Integer> {
        @Override
        public Integer call() {
            System.out.println(System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
            return CommandLine.ExitCode.OK;
        }
    }

    @Command(name = "demo", description = "Hashes the files of the JDK with the intrinsics off and on, and compares digests and speed.")
    static final class Demo implements Callable<Integer> {
        @Override
        public Integer call() {
            System.out.println("nothing to show yet");
            return CommandLine.ExitCode.OK;
        }
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[]{"cryptointrinsics " + Main.class.getPackage().getImplementationVersion()};
        }
    }
}
