package org.cryptointrinsics.test;

import static org.junit.Assert.fail;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;

import org.cryptointrinsics.instruction.VectorInstruction;

/** Runs the tools of GNU binutils. */
public final class Binutils {

    private Binutils() {
    }

    /** Whether all versions in use know an instruction; those of SHA512 came with 2.41. */
    public static boolean knows(VectorInstruction instruction) {
        return !instruction.name().startsWith("VSHA512");
    }

    /**
     * Skips the test where the tool is not installed, except in continuous integration, where that is a failure.
     *
     * @return what the tool says, as output and as errors
     */
    public static String run(String... command) throws IOException, InterruptedException {
        Process process = start(command);
        String output = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return output;
    }

    /** Skips a test for what is not installed. */
    public static void skip(String message) {
        if (Boolean.parseBoolean(System.getenv("CI"))) {
            fail(message);
        }
        assumeTrue(message, false);
    }

    private static Process start(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            skip(command[0] + " is not installed (Debian: binutils)");
            throw new AssertionError(e);
        }
    }
}
