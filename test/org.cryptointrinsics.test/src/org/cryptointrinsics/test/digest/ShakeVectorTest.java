package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertEquals;

import java.util.HexFormat;
import java.util.List;

import org.cryptointrinsics.test.Calls;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Vectors;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import sun.security.provider.SHA3;
import sun.security.provider.SHA3.SHAKE128;
import sun.security.provider.SHA3.SHAKE256;

/** NIST's vectors for SHAKE128 and SHAKE256, with output of many lengths: CAVP, "The Secure Hash Algorithm 3 Validation System", 6.3. */
@Category(EveryTier.class)
public class ShakeVectorTest {

    @Before
    public void compile() throws Exception {
        Calls.prepare();
        Jit.methods(SHA3.class, "implSqueeze").forEach(Jit::compile);
        Jit.methods(SHA3.class, "finishAbsorb").forEach(Jit::compile);
    }

    /** Messages are in bits, and of the length 0 there is one byte to be ignored. */
    private static void check(int bits, String file, int expectedCount) throws Exception {
        int count = 0;
        int messageBits = -1;
        byte[] message = {};
        for (String line : (Iterable<String>) Vectors.CRYPTOGRAPHY.read("hashes/SHAKE/SHAKE" + bits + file + ".rsp").lines()::iterator) {
            String[] pair = line.split(" = ", 2);
            switch (pair[0]) {
                case "Len" -> messageBits = Integer.parseInt(pair[1]);
                case "Msg" -> message = messageBits == 0 ? new byte[0] : HexFormat.of().parseHex(pair[1]);
                case "Output" -> {
                    int length = pair[1].length() / 2;
                    assertEquals(file + " " + count, pair[1], HexFormat.of().formatHex(squeeze(bits, message, length)));
                    count++;
                }
                default -> {
                    // Tells nothing that is needed.
                }
            }
        }
        assertEquals(expectedCount, count);
    }

    private static byte[] squeeze(int bits, byte[] message, int length) {
        if (bits == 128) {
            SHAKE128 shake = new SHAKE128();
            shake.update(message);
            return shake.squeeze(length);
        }
        SHAKE256 shake = new SHAKE256(0);
        shake.update(message);
        return shake.squeeze(length);
    }

    @Test
    public void outputsAreAsPublished() throws Exception {
        for (String file : List.of("ShortMsg", "LongMsg", "VariableOut")) {
            assertByKernels("SHAKE128-256", () -> check(128, file, file.equals("VariableOut") ? 1126 : file.equals("LongMsg") ? 100 : 337));
            assertByKernels("SHA3-256", () -> check(256, file, file.equals("VariableOut") ? 1246 : file.equals("LongMsg") ? 100 : 273));
        }
    }

    private static void assertByKernels(String kernel, Jit.Action action) throws Exception {
        assertEquals(Jit.intrinsic(kernel).isOn(), Jit.work(kernel, action).calls() > 0);
    }
}
