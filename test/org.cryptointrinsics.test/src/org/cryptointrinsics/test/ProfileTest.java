package org.cryptointrinsics.test;

import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.util.List;

import org.junit.Test;

import sun.security.provider.SHA3;
import sun.security.provider.SHA3.SHAKE256;

/** Code that HotSpot asked for, which leaves out what has not happened yet, gives way to that of the tests. */
public class ProfileTest {

    private static final int BLOCK_BYTES = 136;
    private static final int REPETITIONS = 1000;
    private static final long LONGEST_NANOS = 120_000_000_000L;

    @Test
    public void codeHasNoProfile() throws Exception {
        Calls.prepare();
        Jit.deoptimize(Calls.compiled());
        List<Method> hot = Jit.methods(SHA3.class.getSuperclass(), "engineDigest");
        SHAKE256 shortDigest = new SHAKE256(BLOCK_BYTES);
        long start = System.nanoTime();
        while (!hot.stream().anyMatch(Jit::isCompiled)) {
            assertTrue("not compiled by HotSpot", System.nanoTime() - start < LONGEST_NANOS);
            for (int i = 0; i < REPETITIONS; i++) {
                shortDigest.digest();
            }
        }
        Calls.prepare();
        new SHAKE256(3 * BLOCK_BYTES).digest();
        assertTrue("thrown away", hot.stream().allMatch(Jit::isCompiled));
    }
}
