package org.cryptointrinsics.test;

import static org.junit.Assert.fail;
import static org.junit.Assume.assumeNoException;

import java.io.IOException;

/** Runs the tools of GNU binutils. */
final class Binutils {

    private Binutils() {
    }

    /**
     * Skips the test where the tool is not installed, except in continuous integration, where that is a failure.
     *
     * @return what the tool says, as output and as errors
     */
    static String run(String... command) throws IOException, InterruptedException {
        Process process = start(command);
        String output = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return output;
    }

    private static Process start(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            String message = command[0] + " is not installed (Debian: binutils)";
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                fail(message);
            }
            assumeNoException(message, e);
            throw new AssertionError(e);
        }
    }
}
