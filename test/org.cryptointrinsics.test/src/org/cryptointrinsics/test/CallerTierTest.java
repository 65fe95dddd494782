package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.lang.reflect.Method;
import java.security.MessageDigest;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.Test;
import org.junit.experimental.categories.Category;

/** The tests of a tier mean nothing unless that executes their calls, and unless what they are compared with has no kernels. */
@Category(EveryTier.class)
public class CallerTierTest {

    /** Has a kernel on every CPU. */
    private static final String ALGORITHM = "MD5";
    private static final int LENGTH = 1000;

    private static byte[] call(MessageDigest digest, byte[] message) {
        return digest.digest(message);
    }

    /** As HotSpot itself tells. */
    private static int level(Method method) {
        String name = Pattern.quote(method.getDeclaringClass().getName() + "." + method.getName() + "(");
        Matcher code = Pattern.compile("(?m)^ *\\d+ +(\\d) +0 +" + name).matcher(Jit.diagnose("compilerCodelist"));
        return code.find() ? Integer.parseInt(code.group(1)) : 0;
    }

    @Test
    public void callsAreExecutedByTheTier() throws Exception {
        Method call = Jit.methods(CallerTierTest.class, "call").getFirst();
        for (int i = 0; i < 2; i++) {
            Jit.compile(call);
            call(MessageDigest.getInstance(ALGORITHM), new byte[LENGTH]);
            assertEquals(CallerTier.TESTED.level(), level(call));
            Jit.deoptimize(List.of(call));
            assertEquals(0, level(call));
        }
    }

    @Test
    public void onlyTheJdkHasNoKernels() throws Exception {
        assumeTrue("no kernel", Jit.intrinsic(ALGORITHM).isOn());
        Calls.prepare();
        MessageDigest digest = MessageDigest.getInstance(ALGORITHM);
        Jit.Action calls = () -> Calls.digest(digest, new byte[LENGTH]);
        assertEquals(Jit.blocks(ALGORITHM, LENGTH), Jit.work(ALGORITHM, calls).blocks());
        if (CallerTier.TESTED.hasAgent()) {
            assertEquals(0, Jit.work(ALGORITHM, () -> Jit.byTheJdk(() -> Calls.digest(digest, new byte[LENGTH]))).blocks());
            assertEquals(Jit.blocks(ALGORITHM, LENGTH), Jit.work(ALGORITHM, calls).blocks());
        }
    }
}
