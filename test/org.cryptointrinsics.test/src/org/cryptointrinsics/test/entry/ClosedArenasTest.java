package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/**
 * A shared arena can be closed while a kernel works in it, as without kernels: whoever closes it waits for the kernel, and the next call fails as by the JDK. Its memory is not
 * touched afterwards, which would end the VM. The property {@code cryptointrinsics.arenas} tells how often each call is made.
 */
@Category(AnyJdk.class)
public class ClosedArenasTest {

    private static final int ROUNDS = Integer.getInteger("cryptointrinsics.arenas", 50);
    /** So that rare ends of calls are seen without kernels, too. */
    private static final int TIMES_AS_MANY = 4;
    /** How all calls ended without kernels. */
    private static Set<String> expected;

    @BeforeClass
    public static void closeWithoutKernels() throws Exception {
        expected = outcomes(JavaProcess.runPlain(List.of(), ClosedArenas.class, String.valueOf(TIMES_AS_MANY * ROUNDS), "false"));
        assertTrue(expected.toString(), expected.stream().allMatch(line -> line.contains("Already closed")));
    }

    private static Set<String> outcomes(String printed) {
        return printed.lines().collect(Collectors.toSet());
    }

    private static void assertAsWithoutKernels(JavaProcess.Result result) {
        assertEquals(result.told(), 0, result.exitCode());
        Set<String> others = outcomes(result.printed());
        others.removeAll(expected);
        assertEquals(Set.of(), others);
    }

    private static void closeWithC2(String... options) throws Exception {
        assertAsWithoutKernels(C2.run(List.of(options), ClosedArenas.class, String.valueOf(ROUNDS), "true"));
    }

    @Test
    public void inCodeOfC2() throws Exception {
        closeWithC2();
    }

    @Test
    public void inCodeOfC1() throws Exception {
        closeWithC2("-XX:TieredStopAtLevel=1");
    }

    /** Which has calls of its own where counters overflow. */
    @Test
    public void inProfiledCodeOfC1() throws Exception {
        closeWithC2("-XX:TieredStopAtLevel=3");
    }

    /** What calls kernels, and what of the JDK calls that. */
    @Test
    public void inTheInterpreter() throws Exception {
        Stream<String> interpreted = Stream.of("org.cryptointrinsics.substitution.*::*", "javax.crypto.Cipher::*", "java.security.MessageDigest*::*", "javax.net.ssl.SSLEngine::*",
                        "sun.security.ssl.SSLEngineImpl::*", "jdk.internal.misc.ScopedMemoryAccess::*");
        List<String> options = new ArrayList<>(List.of("-XX:CompileCommand=quiet"));
        interpreted.map(methods -> "-XX:CompileCommand=exclude," + methods).forEach(options::add);
        closeWithC2(options.toArray(String[]::new));
    }

    @Test
    public void inCodeOfGraal() throws Exception {
        assertAsWithoutKernels(C2.runWithGraal(List.of(), ClosedArenas.class, String.valueOf(ROUNDS), "true"));
    }
}
