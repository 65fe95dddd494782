package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.digest.PublishedDigests.Vector;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** The examples of RFC 1321, and NIST's vectors for the validation of SHA-1, SHA-2 and SHA-3: short, long, and Monte Carlo. Their source is told in {@code vectors/README.md}. */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class VectorTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    private final PublishedDigests published;
    private final String algorithm;

    @Parameters(name = "{0}")
    public static List<PublishedDigests> all() {
        return PublishedDigests.all();
    }

    public VectorTest(PublishedDigests published) {
        this.published = published;
        algorithm = published.algorithm();
    }

    @Before
    public void compile() throws Exception {
        Calls.prepare();
    }

    @Test
    public void digestsAreAsPublished() throws Exception {
        if (published.kind().equals("Monte")) {
            assertEquals(published.values("MD"), monteCarlo(HexFormat.of().parseHex(published.values("Seed").getFirst())));
            return;
        }
        for (Vector vector : published.vectors()) {
            byte[] message = vector.message();
            ByteBuffer direct = ByteBuffer.allocateDirect(message.length).put(message).flip();
            for (ByteBuffer input : List.of(ByteBuffer.wrap(message), ByteBuffer.wrap(message).asReadOnlyBuffer(), direct)) {
                assertEquals(vector.digest(), digest(input));
            }
        }
    }

    private String digest(ByteBuffer... inputs) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        int length = 0;
        for (ByteBuffer input : inputs) {
            length += input.remaining();
        }
        byte[][] result = new byte[1][];
        long blocks = Jit.work(algorithm, () -> {
            for (ByteBuffer input : inputs) {
                Calls.update(digest, input);
            }
            result[0] = Calls.digest(digest);
        }).blocks();
        Jit.assertBlocks(algorithm, Jit.blocks(algorithm, length), blocks);
        return HexFormat.of().formatHex(result[0]);
    }

    /** SHAVS, section 6.4: each message is the last three digests. SHA3VS, section 6.2.3: each message is the last digest. */
    private List<String> monteCarlo(byte[] start) throws Exception {
        boolean isSha3 = algorithm.startsWith("SHA3");
        List<String> checkpoints = new ArrayList<>();
        byte[] seed = start;
        for (int i = 0; i < 100; i++) {
            byte[][] last = {seed, seed, seed};
            for (int j = 0; j < 1000; j++) {
                byte[] next = HexFormat.of().parseHex(isSha3 ? digest(ByteBuffer.wrap(last[2]))
                                : digest(ByteBuffer.wrap(last[0]), ByteBuffer.wrap(last[1]).asReadOnlyBuffer(), ByteBuffer.wrap(last[2])));
                last = new byte[][]{last[1], last[2], next};
            }
            seed = last[2];
            checkpoints.add(HexFormat.of().formatHex(seed));
        }
        return checkpoints;
    }
}
