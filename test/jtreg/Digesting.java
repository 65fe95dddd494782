import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;

import com.sun.management.ThreadMXBean;

/**
 * A program that hashes until the intrinsics are in place, which is when an update from a direct buffer needs no temporary array; or until its report, a file, has a line
 * that matches {@code -Duntil}.
 */
public class Digesting {

    private static final String[] ALGORITHMS = System.getProperty("algorithms", "MD5,SHA-1,SHA-256,SHA-512,SHA3-256").split(",");
    private static final String UNTIL = System.getProperty("until");
    private static final Path REPORT = Path.of(System.getProperty("jdk.graal.CryptoIntrinsicsReport", ""));
    private static final int MOST_SECONDS = 120;
    private static final int REPETITIONS = 1000;
    private static final int LENGTH = 1000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Set {@code -Dalgorithms} to a few, joined by commas, for the end to be soon, and {@code -Dseconds} where the intrinsics never are in place. */
    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("seconds", MOST_SECONDS));
        byte[] array = new byte[LENGTH];
        ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH);
        boolean isDone;
        do {
            boolean inPlace = true;
            for (String algorithm : ALGORITHMS) {
                long allocated = 0;
                for (int i = 0; i < REPETITIONS; i++) {
                    MessageDigest digest = MessageDigest.getInstance(algorithm);
                    updateArray(digest, array);
                    allocated -= THREADS.getCurrentThreadAllocatedBytes();
                    updateDirect(digest, direct);
                    allocated += THREADS.getCurrentThreadAllocatedBytes();
                    digest.digest();
                    // The digest is reset for a second message.
                    updateArray(digest, array);
                    digest.digest();
                }
                inPlace &= allocated == 0;
            }
            isDone = UNTIL == null ? inPlace : Files.readAllLines(REPORT).stream().anyMatch(line -> line.matches(UNTIL));
        } while (!isDone && System.nanoTime() < end);
        System.out.println("done");
    }

    private static void updateArray(MessageDigest digest, byte[] array) {
        digest.update(array);
    }

    private static void updateDirect(MessageDigest digest, ByteBuffer direct) {
        digest.update(direct.clear());
    }
}
