package org.cryptointrinsics.test;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.Security;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.substitution.digest.JdkDigest;

/**
 * What is right: for the first bytes of a message, up to many lengths, what the JDK's own Java code computes when HotSpot's interpreter executes it, in a
 * process in which nothing is compiled. It is computed once for a JDK and kept in a file.
 */
public final class Reference {

    /** The digests that have kernels. */
    public static final List<String> DIGESTS = Stream.of(JdkDigest.values()).map(JdkDigest::standardName).toList();
    /** Those of them that the JDK has HMAC with. */
    public static final List<String> DIGESTS_OF_HMAC = DIGESTS.stream().filter(digest -> Security.getAlgorithms("Mac").contains(hmac(digest).toUpperCase(Locale.ROOT))).toList();
    /** One of each class of the JDK. */
    public static final List<String> ONE_OF_EACH = List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256");
    /** Digests that have none. */
    public static final List<String> OTHER_DIGESTS = List.of("MD2");
    /** All of them. */
    private static final List<String> ALL = Stream.concat(DIGESTS.stream(), OTHER_DIGESTS.stream()).toList();

    /** All lengths up to this are known. */
    public static final int SMALL = 4096;
    /** Where the tests are run many times, less will do. */
    public static final boolean FEW = Boolean.getBoolean("cryptointrinsics.test.few");
    /** Lengths around those at which work is divided. */
    public static final List<Integer> LARGE_LENGTHS = IntStream.of(FEW ? new int[]{1 << 13, 1 << 16} : new int[]{1 << 13, 1 << 15, 1 << 16, 3 << 15, 1 << 18}) //
                    .flatMap(length -> IntStream.of(-129, -128, -65, -64, -63, -1, 0, 1, 63, 64, 65, 127, 128).map(around -> length + around)).boxed().toList();

    private static final int LARGEST = (1 << 18) + 128;
    private static final byte[] MESSAGE = new byte[LARGEST];
    static {
        new Random(LARGEST).nextBytes(MESSAGE);
    }

    private static final Map<String, String> LINES = new HashMap<>();

    private Reference() {
    }

    /** The name of HMAC with that digest. */
    public static String hmac(String digest) {
        return "Hmac" + digest.replaceFirst("^SHA-", "SHA");
    }

    /** The first bytes of the message, which begins anew where more are asked for than it has. */
    public static byte[] message(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i += LARGEST) {
            System.arraycopy(MESSAGE, 0, bytes, i, Math.min(length - i, LARGEST));
        }
        return bytes;
    }

    /** The whole message, not to be changed. */
    public static byte[] message() {
        return MESSAGE;
    }

    /** Whether the digests of {@link #message(int)} are known. */
    public static boolean isKnown(int length) {
        return length <= SMALL || LARGE_LENGTHS.contains(length);
    }

    /** The digest, in hexadecimal, of {@link #message(int)}. */
    public static String digest(String algorithm, int length) {
        return line(algorithm, length)[0];
    }

    /** {@link Snapshot} after {@link #message(int)}. */
    public static String snapshot(String algorithm, int length) {
        return line(algorithm, length)[1];
    }

    private static String[] line(String algorithm, int length) {
        synchronized (LINES) {
            if (LINES.isEmpty()) {
                read();
            }
        }
        return LINES.get(algorithm + " " + length).split(" ", 2);
    }

    private static void read() {
        Path file = JavaProcess.FOLDER.resolve("reference-" + Runtime.version() + "-" + LARGEST + "-" + Integer.toHexString(ALL.hashCode()) + ".txt");
        try {
            if (!Files.exists(file)) {
                Path written = Files.createTempFile(JavaProcess.FOLDER, "reference", ".txt");
                JavaProcess.runPlain(List.of("-Xint"), Reference.class, written.toString());
                // Another process may have come first.
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            }
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split(" ", 3);
                LINES.put(parts[0] + " " + parts[1], parts[2]);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Computes all, and writes it to the file that is named. */
    public static void main(String[] arguments) throws Exception {
        try (PrintStream out = new PrintStream(Files.newOutputStream(Path.of(arguments[0])), false, StandardCharsets.UTF_8)) {
            for (String algorithm : ALL) {
                MessageDigest digest = MessageDigest.getInstance(algorithm);
                int position = 0;
                for (int length : Stream.concat(IntStream.rangeClosed(0, SMALL).boxed(), LARGE_LENGTHS.stream()).toList()) {
                    digest.update(MESSAGE, position, length - position);
                    position = length;
                    String value = HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
                    out.println(algorithm + " " + length + " " + value + " " + (DIGESTS.contains(algorithm) ? Snapshot.of(digest) : ""));
                }
            }
        }
    }
}
