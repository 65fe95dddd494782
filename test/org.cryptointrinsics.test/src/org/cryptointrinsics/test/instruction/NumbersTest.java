package org.cryptointrinsics.test.instruction;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.Random;

import org.cryptointrinsics.instruction.Numbers;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Quick;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Words rotate as those of Java, in code that Graal makes for both sizes as well. */
@Category(Quick.class)
public class NumbersTest {

    private static final int CALLS = 2000;

    private final Random random = new Random(1);

    /** SHA256MSG2 or VSHA512MSG2: words of a schedule, the first two of which are sums with sigma 1 of the last two of a vector (FIPS 180-4, 4.1.2 and 4.1.3). */
    private void computeSigma1(Size size) {
        boolean isInt = size == Size.DWORD;
        long x = isInt ? Integer.toUnsignedLong(random.nextInt()) : random.nextLong();
        long expected = isInt ? Integer.toUnsignedLong(Integer.rotateRight((int) x, 17) ^ Integer.rotateRight((int) x, 19) ^ (int) x >>> 10)
                        : Long.rotateRight(x, 19) ^ Long.rotateRight(x, 61) ^ x >>> 6;
        VectorInstruction instruction = isInt ? VectorInstruction.SHA256MSG2 : VectorInstruction.VSHA512MSG2;
        List<Long> words = instruction.apply(new Numbers(size.bits()), 0, List.of(List.of(0L, 0L, 0L, 0L), List.of(0L, 0L, x, 0L)));
        assertEquals(instruction + " of " + Long.toHexString(x), expected, (long) words.getFirst());
    }

    @Test
    public void rotationsOfBothSizes() throws ClassNotFoundException {
        Class<?> instructions = Class.forName("org.cryptointrinsics.instruction.Sha2Instructions");
        for (int i = 0; i < 2 * CALLS; i++) {
            if (i == CALLS) {
                Jit.methods(instructions, "sigma1").forEach(Jit::compile);
            }
            for (Size size : Size.values()) {
                computeSigma1(size);
            }
        }
    }
}
