package org.cryptointrinsics.test.stub;

import static org.junit.Assert.assertTrue;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.md5.Scalar;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.LittleStack;
import org.cryptointrinsics.test.Stubs;
import org.junit.Rule;
import org.junit.Test;

/** A kernel that cannot be compiled where little stack is left says so as HotSpot does, not as Graal: it is compiled when there is more. */
public class MethodCodeTest {

    /** Of a small method; a bit less than the stack has room for. */
    private static final int MOST_FRAMES = 300;

    @Rule public final Fork fork = new Fork();

    @Test
    public void stackOverflowsInGraal() throws Exception {
        // A class of which the initialization fails is never usable again.
        compile();
        int overflows = 0;
        for (int frames = 0; frames < MOST_FRAMES; frames += 10) {
            overflows += LittleStack.overflow(frames, MethodCodeTest::compile) == null ? 0 : 1;
        }
        assertTrue("it never overflows", overflows > 0);
    }

    private static void compile() {
        Stubs.source().hash(DigestAlgorithm.MD5, new Scalar());
    }
}
