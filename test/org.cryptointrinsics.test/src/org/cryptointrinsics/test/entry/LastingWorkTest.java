package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** The agent starts its plugin when an application's cryptography lasts, and not before, unless it is told to. */
@Category(AnyJdk.class)
public class LastingWorkTest {

    private static final String EAGER = "-Dcryptointrinsics.eager=true";
    static final String KERNELS = "kernels";
    private static final String NO_KERNELS = "no kernels";
    private static final int LONGEST_SECONDS = 60;

    /** Without, it would take that much longer that there are enough calls. */
    private static final int SECONDS_OF_LARGE_MESSAGES = 8;

    /** Hashes so many messages, then pauses so many milliseconds, again and again until kernels do it, for so many seconds at most. */
    public static final class Digests {
        public static void main(String[] arguments) throws Exception {
            int messages = Integer.parseInt(arguments[0]);
            int pause = Integer.parseInt(arguments[1]);
            long end = System.nanoTime() + 1_000_000_000L * Integer.parseInt(arguments[2]);
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] message = new byte[1];
            byte[] expected = digest.digest(message);
            do {
                for (int i = 0; i < messages; i++) {
                    if (!Arrays.equals(expected, digest.digest(message))) {
                        throw new AssertionError();
                    }
                }
                Thread.sleep(pause);
            } while (C2.work("SHA-256").calls() == 0 && System.nanoTime() < end);
            System.out.println(C2.work("SHA-256").calls() == 0 ? NO_KERNELS : KERNELS);
        }
    }

    /** Encrypts large messages until kernels do it, for some seconds at most. */
    public static final class LargeMessages {
        public static void main(String[] arguments) throws Exception {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            byte[] message = new byte[1 << 24];
            byte[] result = new byte[message.length + 16];
            long end = System.nanoTime() + 1_000_000_000L * SECONDS_OF_LARGE_MESSAGES;
            for (int i = 0; C2.work("AES-GCM").calls() == 0 && System.nanoTime() < end; i++) {
                cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128, ByteBuffer.allocate(12).putInt(i).array()));
                cipher.doFinal(message, 0, message.length, result, 0);
            }
            System.out.println(C2.work("AES-GCM").calls() == 0 ? NO_KERNELS : KERNELS);
        }
    }

    /** Agrees on secrets until kernels do it, for a minute at most. There is nothing to hash. */
    public static final class Agreements {
        public static void main(String[] arguments) throws Exception {
            KeyPair keys = KeyPairGenerator.getInstance("X25519").generateKeyPair();
            KeyAgreement agreement = KeyAgreement.getInstance("X25519");
            long end = System.nanoTime() + 1_000_000_000L * LONGEST_SECONDS;
            while (C2.work("X25519").calls() == 0 && System.nanoTime() < end) {
                agreement.init(keys.getPrivate());
                agreement.doPhase(keys.getPublic(), true);
                agreement.generateSecret();
            }
            System.out.println(C2.work("X25519").calls() == 0 ? NO_KERNELS : KERNELS);
        }
    }

    /** Hashes pieces of a large array, so few that they do not last, and waits for kernels. */
    public static final class Pieces {
        public static void main(String[] arguments) throws Exception {
            byte[] data = new byte[1 << 26];
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int i = 1; i <= 2_000; i++) {
                digest.update(data, data.length - i * 1024, 1024);
            }
            Thread.sleep(2_000);
            digest.update(data, 0, 1024);
            System.out.println(C2.work("SHA-256").calls() == 0 ? NO_KERNELS : KERNELS);
        }
    }

    /** @param agents how often the agent is given */
    private static List<String> options(int agents, String... more) {
        // Not as tests have it that wait for kernels.
        List<String> options = new ArrayList<>(C2.options(more));
        options.remove(C2.URGENT);
        for (int i = 1; i < agents; i++) {
            options.add("-javaagent:" + C2.AGENT);
        }
        return options;
    }

    private static void assertDone(String expected, List<String> options, int messages, int pause, int seconds) throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), options, Digests.class, Integer.toString(messages), Integer.toString(pause), Integer.toString(seconds));
        assertEquals(result.told(), 0, result.exitCode());
        assertEquals(result.told(), expected, result.printed().strip());
    }

    /** They take no time: the thread that waits is never woken. */
    @Test
    public void fewCallsStartNothing() throws Exception {
        assertDone(NO_KERNELS, options(1), 1, 100, 3);
    }

    /** The thread is woken, and waits again: there are not so many that they could last, however long they take. */
    @Test
    public void burstStartsNothing() throws Exception {
        assertDone(NO_KERNELS, options(1), 2_000, 3_000, 2);
    }

    @Test
    public void lastingCallsStartIt() throws Exception {
        assertDone(KERNELS, options(1), 1_000, 0, LONGEST_SECONDS);
    }

    /** Fewer in each interval than what lasts. */
    @Test
    public void manyCallsStartIt() throws Exception {
        assertDone(KERNELS, options(1), 100, 20, LONGEST_SECONDS);
    }

    /** As of a store of large objects: a long call counts as several. */
    @Test
    public void largeMessagesStartIt() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), options(1, "-Xmx256m"), LargeMessages.class);
        assertEquals(result.told(), 0, result.exitCode());
        assertEquals(result.told(), KERNELS, result.printed().strip());
    }

    /** As of a server with many new connections: a product of a point counts as several calls. */
    @Test
    public void agreementsStartIt() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), options(1), Agreements.class);
        assertEquals(result.told(), 0, result.exitCode());
        assertEquals(result.told(), KERNELS, result.printed().strip());
    }

    /** Where the pieces lie counts for nothing. */
    @Test
    public void fewPiecesOfALargeArrayStartNothing() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), options(1), Pieces.class);
        assertEquals(result.told(), 0, result.exitCode());
        assertEquals(result.told(), NO_KERNELS, result.printed().strip());
    }

    @Test
    public void lastingCallsStartItWithAnAgentThatIsGivenTwice() throws Exception {
        assertDone(KERNELS, options(2), 1_000, 0, LONGEST_SECONDS);
    }

    @Test
    public void fewCallsStartItIfItIsEager() throws Exception {
        assertDone(KERNELS, options(1, EAGER), 1, 100, LONGEST_SECONDS);
    }

    /** Whoever asks for a report sees which calls have kernels. */
    @Test
    public void fewCallsStartItIfThereIsAReport() throws Exception {
        Path report = JavaProcess.FOLDER.resolve("report-of-few-calls.txt");
        assertDone(KERNELS, options(1, "-Dcryptointrinsics.report=" + report), 1, 100, LONGEST_SECONDS);
        assertTrue(report.toFile().delete());
    }
}
