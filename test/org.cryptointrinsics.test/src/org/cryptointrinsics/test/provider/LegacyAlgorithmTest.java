package org.cryptointrinsics.test.provider;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.entry.C2;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** From JDK 28 on, the JDK warns of the use of algorithms that will be disabled (JDK-8376748). */
@Category(AnyJdk.class)
public class LegacyAlgorithmTest {

    private static final String PROPERTY = "-Djdk.crypto.legacyAlgorithms=MessageDigest.MD5";

    /** Makes names once there are calls of kernels. */
    public static final class Names {
        public static void main(String[] arguments) throws Exception {
            C2.awaitCalls();
            for (int i = 0; i < 100; i++) {
                System.out.println(UUID.nameUUIDFromBytes(new byte[]{(byte) i}));
            }
        }
    }

    /** The warning names the class of the JDK that uses MD5, and is printed once. */
    @Test
    public void useIsWarnedOf() throws Exception {
        Class<?> constraints = Class.forName("sun.security.util.CryptoAlgorithmConstraints");
        assumeTrue("this JDK warns of none", Stream.of(constraints.getDeclaredMethods()).anyMatch(method -> method.getName().equals("isLegacy")));
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), C2.options(PROPERTY), Names.class);
        assertEquals(result.told(), 0, result.exitCode());
        List<String> warnings = result.printed().lines().filter(line -> line.startsWith("WARNING") && line.contains("java.util.UUID")).toList();
        assertEquals(result.told(), 1, warnings.size());
        assertTrue(result.told(), result.printed().lines().filter(line -> line.matches("[0-9a-f]{8}-[0-9a-f-]{27}")).count() == 100);
    }
}
