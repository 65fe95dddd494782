package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Pages;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** With the agent, too, a mapped file that was truncated is an error, in code of each JIT, and does not end the VM: not even where the buffer does not tell that it is a file's. */
@Category(AnyJdk.class)
public class TruncationTest {

    private static void run(String... options) throws Exception {
        JavaProcess.Result result = C2.run(List.of(options), Main.class);
        assertEquals(result.told(), 0, result.exitCode());
        assertTrue(result.told(), result.printed().contains("done"));
    }

    @Test
    public void inCodeOfC2() throws Exception {
        run("-XX:-TieredCompilation", "-XX:CompileThreshold=500");
    }

    @Test
    public void inCodeOfC1() throws Exception {
        run("-XX:TieredStopAtLevel=1");
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final int PAGES = 4;
        private static final int BYTES = PAGES * Pages.SIZE;
        private static final int HOT = 3000;
        private static final SecretKeySpec KEY = new SecretKeySpec(new byte[16], "AES");

        private static int iv;

        private Main() {
        }

        private interface Action {
            void run(ByteBuffer mapped, ByteBuffer other) throws Exception;
        }

        public static void main(String[] arguments) throws Exception {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            check("AES-GCM", true, (mapped, other) -> init(cipher).doFinal(mapped, other));
            check("AES-GCM", true, (mapped, other) -> init(cipher).doFinal(other.limit(BYTES - 16), mapped));
            check("AES-GCM", true, (mapped, other) -> init(cipher).update(mapped, other));
            for (boolean isUntold : new boolean[]{false, true}) {
                check("SHA-256", isUntold, (mapped, other) -> {
                    digest.update(mapped);
                    digest.digest();
                });
            }
            System.out.println("done");
        }

        private static Cipher init(Cipher cipher) throws Exception {
            cipher.init(Cipher.ENCRYPT_MODE, KEY, new GCMParameterSpec(128, ByteBuffer.allocate(12).putInt(iv++).array()));
            return cipher;
        }

        @SuppressWarnings("restricted")
        private static ByteBuffer untold(MemorySegment mapped) {
            return MemorySegment.ofAddress(mapped.address()).reinterpret(mapped.byteSize()).asByteBuffer();
        }

        private static void check(String intrinsic, boolean isUntold, Action action) throws Exception {
            Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
            ByteBuffer other = ByteBuffer.allocateDirect(BYTES + 16);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofShared()) {
                MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
                ByteBuffer buffer = isUntold ? untold(mapped) : mapped.asByteBuffer();
                for (int rest = PAGES - 1; rest >= 0; rest--) {
                    file.write(ByteBuffer.allocate(1), BYTES - 1);
                    long calls = C2.work(intrinsic).calls();
                    for (int i = 0; i < HOT || C2.work(intrinsic).calls() == calls; i++) {
                        action.run(buffer.duplicate(), other.clear());
                    }
                    file.truncate(rest * (long) Pages.SIZE);
                    // As in the JDK, it may come late.
                    assertThrows(InternalError.class, () -> {
                        for (int i = 0; i < HOT; i++) {
                            action.run(buffer.duplicate(), other.clear());
                        }
                    });
                }
            } finally {
                Files.delete(path);
            }
        }
    }
}
