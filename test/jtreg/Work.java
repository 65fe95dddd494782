import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;

import com.sun.management.ThreadMXBean;

/** A program that hashes until the intrinsics are in place, which is when an update from a direct buffer needs no temporary array; or for some time. */
public class Work {

    private static final String[] ALGORITHMS = System.getProperty("algorithms", "MD5,SHA-1,SHA-256,SHA-512,SHA3-256").split(",");
    private static final int MOST_SECONDS = 120;
    private static final int REPETITIONS = 1000;
    private static final int LENGTH = 1000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Set {@code -Dseconds} where the intrinsics never are in place, and {@code -Dalgorithms} to a few, joined by commas, for that to be soon.
     */
    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("seconds", MOST_SECONDS));
        byte[] array = new byte[LENGTH];
        ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH);
        boolean inPlace;
        do {
            inPlace = true;
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
        } while (!inPlace && System.nanoTime() < end);
        System.out.println("done");
    }

    private static void updateArray(MessageDigest digest, byte[] array) {
        digest.update(array);
    }

    private static void updateDirect(MessageDigest digest, ByteBuffer direct) {
        digest.update(direct.clear());
    }
}
