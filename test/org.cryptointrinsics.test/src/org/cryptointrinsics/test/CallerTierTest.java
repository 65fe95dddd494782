package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.Test;
import org.junit.experimental.categories.Category;

/** The tests of a tier mean nothing unless that executes their calls, and unless what they are compared with has no kernels. */
@Category(EveryTier.class)
public class CallerTierTest {

    /** Has a kernel on every CPU. */
    private static final String ALGORITHM = "MD5";
    private static final int LENGTH = 1000;
    private static final Pattern COUNTING = Pattern.compile("(Jit|CipherCalls)\\.work\\(");
    /** They are about calls that Graal replaces as it compiles, about recordings of these, and about Graal's frames. */
    private static final Set<String> ONLY_WITH_GRAAL = Set.of("AgentTest.java", "DeoptimizationTest.java", "RecordingTest.java");

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
    public void whatCountsKernelsIsRunInEveryTier() throws IOException {
        Set<String> others = new HashSet<>();
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("cryptointrinsics.root"), "test"))) {
            for (Path file : files.filter(file -> file.toString().endsWith("Test.java")).toList()) {
                String source = Files.readString(file);
                if (COUNTING.matcher(source).find() && !source.contains("@Category(EveryTier.class)") && !source.contains(", EveryTier.class})")) {
                    others.add(file.getFileName().toString());
                }
            }
        }
        assertEquals(ONLY_WITH_GRAAL, others);
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
