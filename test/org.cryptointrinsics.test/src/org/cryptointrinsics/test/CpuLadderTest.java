package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Variant;
import org.junit.AfterClass;
import org.junit.Test;
import org.junit.internal.TextListener;
import org.junit.runner.JUnitCore;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/**
 * The tests on lesser CPUs, by options that hide features, and with every variant. In the end each variant that this CPU can run must have run.
 */
@RunWith(Parameterized.class)
public class CpuLadderTest {

    /** What the tests of a rung print if they pass: the variants that ran, and how many blocks they were given. */
    public static final class Main {

        /** Of what is compiled for a CPU, whichever variant is chosen. */
        private static final Class<?>[] KERNEL_TESTS = {HiddenFeaturesTest.class, KernelTest.class, MessageKernelTest.class, RequirementsTest.class, SelectionTest.class};
        /** Of the chosen variants; not those that start processes of their own, in which features are not hidden. */
        private static final Class<?>[] VARIANT_TESTS = {AesGcmTest.class, DigestTest.class, HmacTest.class, JitTest.class, MappedFileTest.class, OtherDigestTest.class,
                        Pbkdf2Test.class, StubTest.class, VectorTest.class};
        /** Of AES-GCM, also where it is left to the JDK. */
        private static final Class<?>[] AES_TESTS = {AesGcmExceptionTest.class, AesGcmKernelTest.class, AesGcmTest.class, JitTest.class};

        private Main() {
        }

        /**
         * @param arguments {@link #WITHOUT_AES}, or none
         */
        public static void main(String[] arguments) {
            JUnitCore junit = new JUnitCore();
            junit.addListener(new TextListener(System.out));
            if (List.of(arguments).contains(WITHOUT_AES)) {
                String offBecause = Jit.intrinsics().aesGcm().offBecause();
                System.out.println("AES-GCM is off " + offBecause);
                System.exit(junit.run(AES_TESTS).wasSuccessful() && offBecause != null ? 0 : 1);
            }
            boolean passed = junit.run(VARIANT_TESTS).wasSuccessful();
            if (System.getProperty(CHOICE) == null) {
                passed &= junit.run(KERNEL_TESTS).wasSuccessful();
            }
            for (Intrinsic<?> intrinsic : Jit.intrinsics().all()) {
                if (intrinsic.isOn()) {
                    System.out.println("ran " + name(intrinsic, intrinsic.variant()) + " " + intrinsic.counters().blocks());
                }
            }
            // Threads may remain.
            System.exit(passed ? 0 : 1);
        }
    }

    private static final String CHOICE = "jdk.graal.CryptoIntrinsicsVariant";
    /** AES-GCM is off, and the JDK's code does without these instructions, too. */
    private static final String WITHOUT_AES = "-XX:-UseAES";
    private static final Pattern RAN = Pattern.compile("ran (.*) ([0-9]+)");
    /** Those between which the code differs. */
    private static final String MEMORY = Stream.of(Memory.HEAP, Memory.READ_ONLY_HEAP, Memory.DIRECT, Memory.GUARDED).map(Memory::name).collect(Collectors.joining(","));

    private static final Set<String> RUN = new ConcurrentSkipListSet<>();
    static {
        // By their tests in this Java.
        Jit.intrinsics().all().stream().filter(Intrinsic::isOn).forEach(intrinsic -> RUN.add(name(intrinsic, intrinsic.variant())));
    }

    private final Future<String> printed;

    public CpuLadderTest(@SuppressWarnings("unused") Object options, Future<String> printed) {
        this.printed = printed;
    }

    @Parameters(name = "{0}")
    public static Collection<Object[]> runs() {
        List<Object[]> runs = new ArrayList<>();
        List<Future<String>> rungs = new ArrayList<>();
        for (List<String> options : rungs()) {
            rungs.add(JavaProcess.begin(() -> run(options)));
            runs.add(new Object[]{options, rungs.getLast()});
        }
        runs.add(new Object[]{"other variants", JavaProcess.begin(() -> runOthers(rungs))});
        return runs;
    }

    /** The options of each rung. */
    private static List<List<String>> rungs() {
        List<List<String>> rungs = new ArrayList<>();
        IntStream.range(0, Cpu.avx()).forEach(avx -> rungs.add(List.of("-XX:UseAVX=" + avx)));
        if (Cpu.has(Set.of(CPUFeature.SHA))) {
            rungs.add(List.of("-XX:-UseSHA"));
            // What has no AVX has no SHA instructions either, or nearly so.
            rungs.add(List.of("-XX:UseAVX=0", "-XX:-UseSHA"));
        }
        if (Cpu.has(Set.of(CPUFeature.AES))) {
            rungs.add(List.of(WITHOUT_AES));
        }
        return rungs;
    }

    /** Chooses the variants that no rung comes to. */
    private static String runOthers(List<Future<String>> rungs) throws Exception {
        Set<String> run = new TreeSet<>(RUN);
        for (Future<String> rung : rungs) {
            RAN.matcher(rung.get()).results().forEach(ran -> run.add(ran.group(1)));
        }
        List<List<String>> choices = new ArrayList<>();
        for (Intrinsic<?> intrinsic : Jit.intrinsics().all()) {
            List<String> others = intrinsic.variants().stream().filter(variant -> variant.missingFeatures().isEmpty()).map(variant -> name(intrinsic, variant)).filter(
                            name -> !run.contains(name)).toList();
            for (int i = 0; i < others.size(); i++) {
                if (i == choices.size()) {
                    choices.add(new ArrayList<>());
                }
                choices.get(i).add(others.get(i));
            }
        }
        StringBuilder printed = new StringBuilder();
        for (List<String> choice : choices) {
            printed.append(run(List.of("-D" + CHOICE + "=" + String.join(",", choice))));
        }
        return printed.toString();
    }

    private static String name(Intrinsic<?> intrinsic, Variant variant) {
        return intrinsic.name() + "=" + variant.name();
    }

    private static String run(List<String> options) throws Exception {
        List<String> all = new ArrayList<>(options);
        all.add("-D" + Memory.TESTED + "=" + MEMORY);
        all.add("-Dcryptointrinsics.test.few=true");
        return JavaProcess.runLikeThis(all, Main.class, options.contains(WITHOUT_AES) ? new String[]{WITHOUT_AES} : new String[0]);
    }

    @Test
    public void testsPass() throws Exception {
        Matcher ran = RAN.matcher(printed.get());
        while (ran.find()) {
            assertTrue(printed.get(), Long.parseLong(ran.group(2)) > 0);
            RUN.add(ran.group(1));
        }
    }

    @AfterClass
    public static void allVariantsRan() {
        Set<String> expected = new TreeSet<>();
        for (Intrinsic<?> intrinsic : Jit.intrinsics().all()) {
            for (Variant variant : intrinsic.variants()) {
                if (Cpu.has(variant.features())) {
                    expected.add(name(intrinsic, variant));
                }
            }
        }
        assertEquals(expected, RUN);
    }
}
