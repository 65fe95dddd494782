package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.DigestVariant;
import org.cryptointrinsics.selection.Variant;
import org.junit.AfterClass;
import org.junit.Test;
import org.junit.internal.TextListener;
import org.junit.runner.JUnitCore;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/**
 * The tests on lesser CPUs, by options that hide features, and with every variant. In the end each variant that this CPU can run must have run.
 */
@RunWith(Parameterized.class)
public class CpuLadderTest {

    /** What the tests of a rung print if they pass: the variants that ran, and how many blocks they compressed. */
    public static final class Main {

        /** All that depend on the CPU; not those that start processes of their own, in which features are not hidden. */
        private static final Class<?>[] TESTS = {AllocationTest.class, DigestTest.class, EncoderTest.class, ExceptionTest.class, HiddenFeaturesTest.class,
                        HmacTest.class, InstructionTest.class, JitTest.class, KernelTest.class, LifetimeTest.class, MappedFileTest.class, MessageKernelTest.class,
                        OtherDigestTest.class, Pbkdf2Test.class, RandomKernelTest.class, RequirementsTest.class, SafepointTest.class, SelectionTest.class, StubTest.class,
                        VectorTest.class};

        private Main() {
        }

        public static void main(String[] arguments) {
            JUnitCore junit = new JUnitCore();
            junit.addListener(new TextListener(System.out));
            boolean passed = junit.run(TESTS).wasSuccessful();
            for (DigestIntrinsic intrinsic : Jit.intrinsics().digests()) {
                if (intrinsic.isOn()) {
                    System.out.println("ran " + name(intrinsic, intrinsic.variant()) + " " + intrinsic.counters().blocks());
                }
            }
            // Threads may remain.
            System.exit(passed ? 0 : 1);
        }
    }

    private static final Pattern RAN = Pattern.compile("ran (.*) ([0-9]+)");
    /** Those between which the code differs. */
    private static final String MEMORY = Stream.of(Memory.HEAP, Memory.READ_ONLY_HEAP, Memory.DIRECT, Memory.GUARDED).map(Memory::name).collect(Collectors.joining(","));

    private static final Set<String> RUN = new TreeSet<>();
    static {
        // By DigestTest in this Java.
        Jit.intrinsics().digests().stream().filter(DigestIntrinsic::isOn).forEach(intrinsic -> RUN.add(name(intrinsic, intrinsic.variant())));
    }

    private final List<String> options;

    public CpuLadderTest(List<String> options) {
        this.options = options;
    }

    /** The options of each rung. */
    @Parameters(name = "{0}")
    public static Collection<List<String>> rungs() {
        List<List<String>> rungs = new ArrayList<>();
        IntStream.range(0, Cpu.avx()).forEach(avx -> rungs.add(List.of("-XX:UseAVX=" + avx)));
        rungs.add(List.of("-XX:-UseSHA"));
        // What has no AVX has no SHA instructions either, or nearly so.
        rungs.add(List.of("-XX:UseAVX=0", "-XX:-UseSHA"));
        rungs.add(List.of("-XX:UseAVX=0", "-XX:-UseSHA", "-XX:+UnlockDiagnosticVMOptions", "-XX:-UseBMI2Instructions"));
        List<List<String>> choices = new ArrayList<>();
        for (DigestIntrinsic intrinsic : Jit.intrinsics().digests()) {
            List<DigestVariant> others = intrinsic.variants().stream().filter(variant -> variant != intrinsic.variant() && variant.missingFeatures().isEmpty()).toList();
            for (int i = 0; i < others.size(); i++) {
                if (i == choices.size()) {
                    choices.add(new ArrayList<>());
                }
                choices.get(i).add(name(intrinsic, others.get(i)));
            }
        }
        choices.forEach(choice -> rungs.add(List.of("-Djdk.graal.CryptoIntrinsicsVariant=" + String.join(",", choice))));
        return rungs;
    }

    private static String name(DigestIntrinsic intrinsic, Variant variant) {
        return intrinsic.algorithm().standardName() + "=" + variant.name();
    }

    @Test
    public void testsPass() throws Exception {
        List<String> all = new ArrayList<>(options);
        all.add("-D" + Memory.TESTED + "=" + MEMORY);
        all.add("-Dcryptointrinsics.test.few=true");
        String printed = JavaProcess.runLikeThis(all, Main.class);
        Matcher ran = RAN.matcher(printed);
        while (ran.find()) {
            assertTrue(printed, Long.parseLong(ran.group(2)) > 0);
            RUN.add(ran.group(1));
        }
    }

    @AfterClass
    public static void allVariantsRan() {
        Set<String> expected = new TreeSet<>();
        for (DigestIntrinsic intrinsic : Jit.intrinsics().digests()) {
            for (Variant variant : intrinsic.variants()) {
                if (Cpu.has(variant.features())) {
                    expected.add(name(intrinsic, variant));
                }
            }
        }
        assertEquals(expected, RUN);
    }
}
