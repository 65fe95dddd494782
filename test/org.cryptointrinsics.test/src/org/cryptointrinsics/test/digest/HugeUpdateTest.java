package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.CodeLoss;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Pages;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/**
 * As much data in an update as there can be, and so much in all that neither 32 bits count the bytes nor the blocks' bits. It takes two minutes and 3 GB, and so is
 * run only with {@code -Dcryptointrinsics.test.huge=true}. All bytes are zero; the digests are those that coreutils compute, as by
 * {@code head -c 6442450917 /dev/zero | sha256sum}.
 */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class HugeUpdateTest {

    @Rule public final CodeLoss codeLoss = new CodeLoss();

    /** About as long as HotSpot and MemorySegment let them be. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 2;
    private static final int LONGEST_BUFFER = Integer.MAX_VALUE - 8;
    private static final int BUFFERS = 3;

    private final String algorithm;
    private final String ofArray;
    private final String ofBuffers;

    public HugeUpdateTest(String algorithm, String ofArray, String ofBuffers) {
        this.algorithm = algorithm;
        this.ofArray = ofArray;
        this.ofBuffers = ofBuffers;
    }

    /** Algorithm, digest of 2147483645 bytes, and digest of 6442450917 bytes. */
    @Parameters(name = "{0}")
    public static Collection<Object[]> digests() {
        return List.of(//
                        new Object[]{"MD5", "ed3bc66fd6702dfd04664a89f2abe433", "3a4c383a0a38526092ca13ae6d6d1c1b"},
                        new Object[]{"SHA-1", "badbdf92805fe77545a32f7ebd6a03ffc5cd2e8e", "f7296331b8780e5688ad82117b13190a1ed1aa0f"},
                        new Object[]{"SHA-224", "8105bb7c2eecb839363d3796323ebbe31e083e9c57b510e299039d76", "436f51a62b4b576eb38eea27b2169d91bf96297cfa7168984c647ddb"},
                        new Object[]{"SHA-256", "43f2ad830da6d64a496717daee676966732ab93a9d83bcc93881a16c44206d87",
                                        "b22c979d7d7034289db3399402ed6e82e8e6cc56f78c221e062d31e0d4546931"},
                        new Object[]{"SHA-384", "896d682bd2a527596fa1487b1cbf62419565b282c4b32dd1f88b8f6a42323267657c72bf9aebda67d2aa94d30c299b61",
                                        "bf6dc85bec24bd94696940103fc315690aae8d4ccc1ec25a7dfc666108448435d407ff86873b4a353e2f2d808865c523"},
                        new Object[]{"SHA-512", "bea0c363497cdc92af0c208cee65a8c1c03421683d4a0cc0fa0ecadffb0b1b195ee705c352dafd1f87e3bb45a9fff369f65041633acd51e7e37e4a315c86d444",
                                        "a22b1e99124ecdb373ad62e781c0ef3fdc544488bdff41c7da358feb801b24b5f968579113bcc0e84e24e2ee15a5b4d8b274c71912b27f43c278906d741ea923"});
    }

    @Before
    public void compile() throws Exception {
        assumeTrue("not asked for", Boolean.getBoolean("cryptointrinsics.test.huge"));
        Calls.prepare();
    }

    @Test
    public void longestArray() throws Exception {
        byte[] zeros = new byte[LONGEST_ARRAY];
        assertDigest(ofArray, zeros.length, digest -> Calls.update(digest, zeros));
    }

    @Test
    public void longestBuffers() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            ByteBuffer zeros = Pages.zeros(LONGEST_BUFFER, arena).asByteBuffer();
            assertDigest(ofBuffers, (long) BUFFERS * LONGEST_BUFFER, digest -> {
                for (int i = 0; i < BUFFERS; i++) {
                    Calls.update(digest, zeros.duplicate());
                }
            });
        }
    }

    private void assertDigest(String expected, long length, Consumer<MessageDigest> updates) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        long blocks = Jit.work(algorithm, () -> updates.accept(digest)).blocks();
        Jit.assertBlocks(algorithm, length / Jit.intrinsic(algorithm).algorithm().blockBytes(), blocks);
        assertEquals(expected, HexFormat.of().formatHex(Calls.digest(digest)));
    }
}
