package org.cryptointrinsics.test.kernel;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.compilation.CompiledKernel;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

import sun.security.provider.SHA3;

/** KECCAK-p[1600, 24] of several states at once, by every kernel that has it: in the interpreter, and as a method. Compared with the JDK's permutation, which has no kernel. */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class PermutationTest {

    private static final int LANES = 25;
    private static final int REPETITIONS = 100;

    private final Random random = new Random(LANES);
    private final SpongeKernel kernel;
    private final CompiledKernel stub;

    /** The permutation does not depend on the rate. */
    @Parameters(name = "{0}")
    public static List<Object[]> variants() {
        return DigestAlgorithm.SHAKE128_256.variants().stream().map(kernel -> new Object[]{kernel.variant(), kernel}).toList();
    }

    public PermutationTest(@SuppressWarnings("unused") String variant, SpongeKernel kernel) {
        this.kernel = kernel;
        stub = Stubs.compile(kernel);
    }

    private boolean isExecutable() {
        return stub.missingFeatures().isEmpty();
    }

    private long[][] randomStates(int count) {
        return Stream.generate(() -> random.longs(LANES).toArray()).limit(count).toArray(long[][]::new);
    }

    private static long[][] permuted(long[][] states) {
        return Stream.of(states).map(long[]::clone).peek(SHA3::keccak).toArray(long[][]::new);
    }

    /** Memory beside which the interpreter refuses to read and to write. */
    private static MemorySegment copy(long[] lanes) {
        return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, lanes);
    }

    @Test
    public void ofTwoStates() {
        PermutationMethod method = isExecutable() ? Stubs.source().permuteTwo(DigestAlgorithm.SHA3_256, kernel) : null;
        for (int i = 0; i < REPETITIONS; i++) {
            long[][] states = randomStates(2);
            long[][] expected = permuted(states);
            MemorySegment[] copies = {copy(states[0]), copy(states[1])};
            Interpreter.permuteTwo(kernel, copies[0], copies[1]);
            for (int j = 0; j < copies.length; j++) {
                assertArrayEquals(expected[j], copies[j].toArray(ValueLayout.JAVA_LONG));
            }
            if (method != null) {
                assertTrue(method.permuteTwo(states[0], states[1]));
                assertArrayEquals(expected, states);
            }
        }
    }

    @Test
    public void ofAStateInEachLane() {
        assumeTrue("has none", kernel instanceof ParallelSpongeKernel);
        ParallelSpongeKernel parallel = (ParallelSpongeKernel) kernel;
        for (Width width : parallel.widths()) {
            ParallelPermutationMethod method = isExecutable() ? Stubs.source().permuteSeveral(DigestAlgorithm.SHA3_256, parallel, width) : null;
            for (int i = 0; i < REPETITIONS; i++) {
                long[][] states = randomStates(width.bytes() / Long.BYTES);
                long[] expected = interleaved(permuted(states));
                long[] lanes = interleaved(states);
                MemorySegment copy = copy(lanes);
                Interpreter.permuteSeveral(parallel, width, copy);
                assertArrayEquals(expected, copy.toArray(ValueLayout.JAVA_LONG));
                if (method != null) {
                    assertTrue(method.permuteSeveral(lanes));
                    assertArrayEquals(expected, lanes);
                }
            }
        }
    }

    private static long[] interleaved(long[][] states) {
        long[] lanes = new long[states.length * LANES];
        Arrays.setAll(lanes, i -> states[i % states.length][i / states.length]);
        return lanes;
    }
}
