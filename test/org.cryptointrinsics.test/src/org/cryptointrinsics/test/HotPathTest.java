package org.cryptointrinsics.test;

import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.Jit.Work;
import org.junit.Test;

/**
 * What applications call comes to the kernels once it is hot: compiled when HotSpot says so, with profiles. In a Java of its own, in which nothing else was
 * profiled.
 */
public class HotPathTest {

    private static final String ALL_ARE_HOT = "all are hot";

    @Test
    public void hotCodeCallsKernels() throws Exception {
        String printed = JavaProcess.runLikeThis(List.of(), Main.class);
        assertTrue(printed, printed.contains(ALL_ARE_HOT));
    }

    /** A kernel is compiled when there may be something to do for it, and code from before does not keep it from being used. */
    @Test
    public void digestsMayComeLater() throws Exception {
        String printed = JavaProcess.runLikeThis(List.of(), Main.class, "SHA-256", "MD5", "SHA3-256", "SHA-512");
        assertTrue(printed, printed.contains(ALL_ARE_HOT));
    }

    /** Calls as applications do until kernels do all of the work. */
    public static final class Main {

        private static final int LENGTH = 6400;
        private static final byte[] DATA = Reference.message(LENGTH);

        private static final int REPETITIONS = 100;
        private static final long LONGEST_NANOS = 120_000_000_000L;

        /**
         * @param work of the kernel for {@code algorithm}
         */
        private record Path(String algorithm, Work work, Jit.Action action) {
            Work run() throws Exception {
                return Jit.work(algorithm, () -> {
                    for (int i = 0; i < REPETITIONS; i++) {
                        action.run();
                    }
                });
            }

            boolean isHot() throws Exception {
                return run().equals(new Work(REPETITIONS * work.calls(), REPETITIONS * work.blocks()));
            }
        }

        private Main() {
        }

        /**
         * @param arguments digests, which are used one after another; by default, all at once, and what uses them
         */
        public static void main(String[] arguments) throws Exception {
            for (String algorithm : arguments) {
                if (!Jit.work(algorithm).equals(new Work(0, 0))) {
                    System.out.println(algorithm + " has a kernel before it is used");
                    return;
                }
                if (!becomeHot(paths(List.of(algorithm)))) {
                    return;
                }
            }
            if (arguments.length == 0) {
                Map<String, Path> paths = paths(Reference.ONE_OF_EACH);
                addOthers(paths);
                if (!becomeHot(paths)) {
                    return;
                }
            }
            System.out.println(ALL_ARE_HOT);
        }

        private static boolean becomeHot(Map<String, Path> paths) throws Exception {
            long start = System.nanoTime();
            while (!paths.isEmpty()) {
                for (int i = 0; i < 10; i++) {
                    for (Path path : paths.values()) {
                        path.run();
                    }
                }
                for (String name : List.copyOf(paths.keySet())) {
                    if (paths.get(name).isHot()) {
                        System.out.println(name + " after " + (System.nanoTime() - start) / 1_000_000 + " ms");
                        paths.remove(name);
                    }
                }
                if (System.nanoTime() - start > LONGEST_NANOS) {
                    for (Map.Entry<String, Path> path : paths.entrySet()) {
                        System.out.println("not hot: " + path.getKey() + ", " + path.getValue().run() + " instead of " + REPETITIONS + " times " + path.getValue().work);
                    }
                    return false;
                }
            }
            return true;
        }

        private static Map<String, Path> paths(List<String> algorithms) throws Exception {
            Map<String, Path> paths = new LinkedHashMap<>();
            for (String algorithm : algorithms) {
                MessageDigest digest = MessageDigest.getInstance(algorithm);
                int length = 50 * Jit.intrinsic(algorithm).algorithm().blockBytes();
                byte[] data = Reference.message(length);
                ByteBuffer direct = ByteBuffer.allocateDirect(length).put(data).flip();
                ByteBuffer readOnly = ByteBuffer.wrap(data).asReadOnlyBuffer();
                // All blocks at once, and the last one with the padding.
                Work whole = new Work(2, 51);
                paths.put(algorithm + " update(byte[])", new Path(algorithm, whole, () -> {
                    digest.update(data);
                    digest.digest();
                }));
                paths.put(algorithm + " digest(byte[])", new Path(algorithm, whole, () -> MessageDigest.getInstance(algorithm).digest(data)));
                paths.put(algorithm + " of two parts", new Path(algorithm, new Work(4, 51), () -> {
                    digest.update(data, 0, length / 2 - 1);
                    digest.update(data, length / 2 - 1, length / 2 + 1);
                    digest.digest();
                }));
                paths.put(algorithm + " of two direct parts", new Path(algorithm, new Work(4, 51), () -> {
                    digest.update(direct.duplicate().limit(length / 2 - 1));
                    digest.update(direct.duplicate().position(length / 2 - 1));
                    digest.digest();
                }));
                paths.put(algorithm + " of a heap buffer", new Path(algorithm, whole, () -> {
                    digest.update(ByteBuffer.wrap(data));
                    digest.digest();
                }));
                paths.put(algorithm + " of a direct buffer", new Path(algorithm, whole, () -> {
                    digest.update(direct.duplicate());
                    digest.digest();
                }));
                paths.put(algorithm + " of a read-only buffer", new Path(algorithm, whole, () -> {
                    digest.update(readOnly.duplicate());
                    digest.digest();
                }));
                paths.put(algorithm + " of a stream", new Path(algorithm, whole, () -> {
                    InputStream in = new DigestInputStream(new ByteArrayInputStream(data), digest);
                    in.readNBytes(length);
                    digest.digest();
                }));
                if (List.of("SHA-256", "SHA-512").contains(algorithm)) {
                    addPbkdf2(algorithm, paths);
                }
            }
            return paths;
        }

        /** The first HMAC and the last one by the JDK, of four blocks, and between them as many as are done at once, of two blocks but for the key. */
        private static void addPbkdf2(String algorithm, Map<String, Path> paths) throws Exception {
            int blocks = 4 + 2 + 2 * 256 + 4;
            SecretKeyFactory keys = SecretKeyFactory.getInstance("PBKDF2WithHmac" + algorithm.replace("-", ""));
            paths.put("PBKDF2 with " + algorithm, new Path(algorithm, new Work(blocks, blocks),
                            () -> keys.generateSecret(new PBEKeySpec(new char[]{'p'}, new byte[16], 1 + 256 + 1, Byte.SIZE))));
        }

        private static void addOthers(Map<String, Path> paths) throws Exception {
            paths.put("UUID", new Path("MD5", new Work(1, 1), () -> UUID.nameUUIDFromBytes(new byte[16])));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
            // Inside, the key and the data and then the end, outside, the key, and the digest with the end.
            paths.put("HMAC", new Path("SHA-256", new Work(5, 1 + 100 + 1 + 1 + 1), () -> mac.doFinal(DATA)));
        }
    }
}
