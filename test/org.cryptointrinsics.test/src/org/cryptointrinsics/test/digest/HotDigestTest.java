package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.HotPath;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Reference;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import sun.security.provider.SHA3.SHAKE128;
import sun.security.provider.SHA3Parallel.Shake128Parallel;

/**
 * What applications call comes to the kernels for digests once it is hot: compiled when HotSpot says so, with profiles. In a Java in which nothing else was profiled.
 */
@Category(EveryTier.class)
public class HotDigestTest {

    @Rule public final Fork fork = Fork.hot();

    @Test
    public void hotCodeCallsKernels() throws Exception {
        List<HotPath> paths = new ArrayList<>();
        for (String algorithm : Reference.ONE_OF_EACH) {
            paths.addAll(paths(algorithm));
        }
        addOthers(paths);
        HotPath.becomeHot(paths);
    }

    /** A kernel is compiled when there may be something to do for it, and code from before does not keep it from being used. */
    @Test
    public void digestsMayComeLater() throws Exception {
        for (String algorithm : List.of("SHA-256", "MD5", "SHA3-256", "SHA-512")) {
            assertEquals(algorithm, new Work(0, 0), Jit.work(algorithm));
            HotPath.becomeHot(paths(algorithm));
        }
    }

    private static HotPath path(String name, String digest, Work work, Jit.Action action) {
        return new HotPath(name, Jit.intrinsic(digest), work, action);
    }

    private static List<HotPath> paths(String algorithm) throws Exception {
        List<HotPath> paths = new ArrayList<>();
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        int length = 50 * Jit.intrinsic(algorithm).algorithm().blockBytes();
        byte[] data = Reference.message(length);
        ByteBuffer direct = ByteBuffer.allocateDirect(length).put(data).flip();
        ByteBuffer readOnly = ByteBuffer.wrap(data).asReadOnlyBuffer();
        // All blocks at once, and the last one with the padding.
        Work whole = new Work(2, 51);
        paths.add(path(algorithm + " update(byte[])", algorithm, whole, () -> {
            digest.update(data);
            digest.digest();
        }));
        paths.add(path(algorithm + " digest(byte[])", algorithm, new Work(1, 51), () -> MessageDigest.getInstance(algorithm).digest(data)));
        paths.add(path(algorithm + " of two parts", algorithm, new Work(4, 51), () -> {
            digest.update(data, 0, length / 2 - 1);
            digest.update(data, length / 2 - 1, length / 2 + 1);
            digest.digest();
        }));
        paths.add(path(algorithm + " of two direct parts", algorithm, new Work(4, 51), () -> {
            digest.update(direct.duplicate().limit(length / 2 - 1));
            digest.update(direct.duplicate().position(length / 2 - 1));
            digest.digest();
        }));
        paths.add(path(algorithm + " of a heap buffer", algorithm, whole, () -> {
            digest.update(ByteBuffer.wrap(data));
            digest.digest();
        }));
        paths.add(path(algorithm + " of a direct buffer", algorithm, whole, () -> {
            digest.update(direct.duplicate());
            digest.digest();
        }));
        paths.add(path(algorithm + " of a read-only buffer", algorithm, whole, () -> {
            digest.update(readOnly.duplicate());
            digest.digest();
        }));
        paths.add(path(algorithm + " of a stream", algorithm, whole, () -> {
            InputStream in = new DigestInputStream(new ByteArrayInputStream(data), digest);
            in.readNBytes(length);
            digest.digest();
        }));
        if (List.of("SHA-256", "SHA-512").contains(algorithm)) {
            addPbkdf2(algorithm, paths);
        }
        return paths;
    }

    /** The first HMAC by the JDK, of four blocks; as many as are done in one call, of two blocks but for the key; and one more, in a call of its own. */
    private static void addPbkdf2(String algorithm, List<HotPath> paths) throws Exception {
        int blocks = 4 + 2 + 2 * 256 + 4;
        int calls = 4 + 1 + 1;
        SecretKeyFactory keys = SecretKeyFactory.getInstance("PBKDF2WithHmac" + algorithm.replace("-", ""));
        paths.add(path("PBKDF2 with " + algorithm, algorithm, new Work(calls, blocks),
                        () -> keys.generateSecret(new PBEKeySpec(new char[]{'p'}, new byte[16], 1 + 256 + 1, Byte.SIZE))));
    }

    private static void addOthers(List<HotPath> paths) throws Exception {
        byte[] data = Reference.message(6400);
        paths.add(path("UUID", "MD5", new Work(1, 1), () -> UUID.nameUUIDFromBytes(new byte[16])));
        paths.add(path("extendable output", "SHAKE128-256", new Work(10, 10), () -> new SHAKE128().squeeze(10 * 168)));
        if (SqueezeTest.HAS_TWO_STATES) {
            paths.add(path("two extendable outputs", "SHAKE128-256", new Work(10, 20), () -> {
                Shake128Parallel two = new Shake128Parallel(new byte[2][168]);
                for (int i = 0; i < 10; i++) {
                    two.squeezeBlock();
                }
            }));
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
        // Inside, the key and the data and then the end, outside, the key, and the digest with the end.
        paths.add(path("HMAC", "SHA-256", new Work(1, 1 + 100 + 1 + 1 + 1), () -> mac.doFinal(data)));
    }
}
