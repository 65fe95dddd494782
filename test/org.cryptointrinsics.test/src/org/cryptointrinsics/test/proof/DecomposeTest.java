package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.lattice.Ring;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/**
 * Decompose, FIPS 204, algorithm 36, of every coefficient from {@code -q} to {@code q}; with {@code -Dcryptointrinsics.coefficients=all}, of every one that the JDK reduces right.
 */
@RunWith(Parameterized.class)
public class DecomposeTest {

    private static final int Q = 8380417;
    /** The JDK adds this to a coefficient, which must not overflow. */
    private static final int ADDED = 5373807;
    private static final int MOST = System.getProperty("cryptointrinsics.coefficients", "").equals("all") ? Integer.MAX_VALUE - ADDED : Q;
    /** {@code 2 gamma2} of ML-DSA-44 and of the others, and what the JDK multiplies by for the quotient. */
    private static final int[][] DECOMPOSITIONS = {{190464, 22}, {523776, 8}};

    private final MlDsa kernel;
    private final int twoGamma2;
    private final int multiplier;

    public DecomposeTest(MlDsa kernel, @SuppressWarnings("unused") String name, int twoGamma2, int multiplier) {
        this.kernel = kernel;
        this.twoGamma2 = twoGamma2;
        this.multiplier = multiplier;
    }

    @Parameters(name = "{1} {2}")
    public static Collection<Object[]> kernels() {
        List<Object[]> all = new ArrayList<>();
        for (MlDsa kernel : MlDsa.variants()) {
            for (int[] decomposition : DECOMPOSITIONS) {
                all.add(new Object[]{kernel, kernel.variant(), decomposition[0], decomposition[1]});
            }
        }
        return all;
    }

    @Test
    public void allCoefficients() {
        assumeTrue("not on this CPU", Requirements.of(kernel, Stubs.CONTEXT.cpu()).missing().isEmpty());
        FunctionMethod method = Stubs.source().function("ML-DSA", kernel, MlDsaFunction.DECOMPOSE);
        int[] constants = MlDsa.constants(twoGamma2, multiplier);
        int[] input = new int[Ring.COEFFICIENTS];
        int[] low = new int[input.length];
        int[] high = new int[input.length];
        for (long first = -MOST; first <= MOST; first += input.length) {
            for (int i = 0; i < input.length; i++) {
                input[i] = (int) Math.min(first + i, MOST);
            }
            assertTrue(method.apply(input, low, high, constants));
            check(input, low, high);
        }
    }

    private void check(int[] input, int[] low, int[] high) {
        for (int i = 0; i < input.length; i++) {
            int positive = Math.floorMod(input[i], Q);
            int r0 = positive % twoGamma2;
            r0 -= r0 > twoGamma2 / 2 ? twoGamma2 : 0;
            int r1 = (positive - r0) / twoGamma2;
            if (positive - r0 == Q - 1) {
                r1 = 0;
                r0--;
            }
            if (r0 != low[i] || r1 != high[i]) {
                assertEquals("of " + input[i], r1 + " " + r0, high[i] + " " + low[i]);
            }
        }
    }
}
