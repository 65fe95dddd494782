package org.cryptointrinsics.test.linkage;

import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.util.List;

import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.LittleStack;
import org.junit.Rule;
import org.junit.Test;

/** Kernels that are first needed where little stack is left are made later: Graal and the JDK wrap the error. */
public class ShortageTest {

    /** Of a small method; a bit less than the stack has room for. */
    private static final int MOST_FRAMES = 300;

    @Rule public final Fork fork = new Fork();

    @Test
    public void kernelsAreMadeWhenThereIsMoreStack() throws Exception {
        // A class of which the initialization fails is never usable again.
        Jit.intrinsic("MD5").hashMethod.make();
        int attempts = 0;
        List<String> digests = List.of("SHA-1", "SHA-256", "SHA-512", "SHA3-256");
        for (String digest : digests) {
            OnDemand<HashMethod> method = Jit.intrinsic(digest).hashMethod;
            for (int frames = 0; method.made() == null && frames < MOST_FRAMES; frames += 10) {
                LittleStack.overflow(frames, method::make);
                attempts++;
            }
            method.make();
            assertNotNull(digest, method.made());
        }
        assertTrue("the stack never overflows", attempts > digests.size());
    }
}
