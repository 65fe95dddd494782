package org.cryptointrinsics.test.selection;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Variant;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.JitTest;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.cipher.AesGcmExceptionTest;
import org.cryptointrinsics.test.cipher.AesGcmTest;
import org.cryptointrinsics.test.digest.DigestTest;
import org.cryptointrinsics.test.digest.HmacTest;
import org.cryptointrinsics.test.digest.OtherDigestTest;
import org.cryptointrinsics.test.digest.VectorTest;
import org.cryptointrinsics.test.kernel.AesGcmKernelTest;
import org.cryptointrinsics.test.stub.MessageKernelTest;
import org.cryptointrinsics.test.stub.StubTest;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** The tests on lesser CPUs, by options that hide features, and with every variant. Each variant that this CPU can run must run on one of them. */
@RunWith(Parameterized.class)
public class CpuLadderTest {

    /**
     * Of what is compiled for a CPU that encodes instructions in another way, whichever variant is chosen, and of AES-GCM, whose variants are those of AVX. The code of other
     * kernels is proved for such CPUs.
     */
    private static final List<Class<?>> AVX_TESTS = List.of(MessageKernelTest.class, AesGcmTest.class);
    /** Of the chosen variants; not those that start processes of their own, in which features are not hidden. */
    private static final List<Class<?>> VARIANT_TESTS = List.of(DigestTest.class, HiddenFeaturesTest.class, HmacTest.class, JitTest.class, OtherDigestTest.class,
                    RequirementsTest.class, SelectionTest.class, StubTest.class, VectorTest.class);
    /** Of AES-GCM, also where it is left to the JDK. */
    private static final List<Class<?>> AES_TESTS = List.of(AesGcmExceptionTest.class, AesGcmKernelTest.class, AesGcmTest.class, JitTest.class);

    private static final String CHOICE = "-Djdk.graal.CryptoIntrinsicsVariant=";
    /** The system property for what a rung should choose. */
    private static final String EXPECTED = "cryptointrinsics.test.variants";
    private static final String OFF = "off";
    private static final int FEWEST_BLOCKS = 10_000;
    /** Those between which the code differs. */
    private static final String MEMORY = Stream.of(Memory.HEAP, Memory.READ_ONLY_HEAP, Memory.DIRECT, Memory.GUARDED).map(Memory::name).collect(Collectors.joining(","));

    /** In the Java of a rung, after all its other tests. */
    public static final class Variants {

        /** Those that are not off have worked, not only in their self-tests. */
        @Test
        public void expectedVariantsRan() {
            assumeTrue("not of a rung", System.getProperty(EXPECTED) != null);
            Map<String, String> expected = Stream.of(System.getProperty(EXPECTED).split(",")).map(variant -> variant.split("=")).collect(
                            Collectors.toMap(variant -> variant[0], variant -> variant[1]));
            for (Intrinsic<?> intrinsic : Jit.intrinsics().all()) {
                if (expected.containsKey(intrinsic.name())) {
                    assertEquals(intrinsic.name(), expected.remove(intrinsic.name()), intrinsic.isOn() ? intrinsic.variant().name() : OFF);
                    // Functions of polynomials are called by the agent alone; PolynomialKernelTest has kernels of its own.
                    boolean isCalled = intrinsic.isOn() && !(intrinsic instanceof FunctionIntrinsic);
                    assertTrue(intrinsic.name(), !isCalled || intrinsic.counters().blocks() >= FEWEST_BLOCKS);
                }
            }
            assertEquals("intrinsics that are not there", Map.of(), expected);
        }
    }

    /**
     * A lesser CPU, or this one with other variants.
     *
     * @param variants of each intrinsic that is tested
     */
    private record Rung(List<String> options, Map<String, String> variants, List<Class<?>> tests) {

        static Rung ofAvx(Predicate<CpuFeature> isHidden, String option) {
            return new Rung(List.of(option), best(isHidden), Stream.of(VARIANT_TESTS, AVX_TESTS).flatMap(List::stream).toList());
        }

        static Rung ofSha(Predicate<CpuFeature> isHidden, String... options) {
            return new Rung(List.of(options), best(isHidden), VARIANT_TESTS).withoutAes();
        }

        /** AES-GCM is tested with other rungs. */
        Rung withoutAes() {
            Map<String, String> others = new TreeMap<>(variants);
            others.remove(Jit.intrinsics().aesGcm().name());
            return new Rung(options, others, tests);
        }

        @Override
        public String toString() {
            return String.join(" ", options);
        }
    }

    private final Rung rung;

    public CpuLadderTest(Object rung) {
        this.rung = (Rung) rung;
    }

    @Parameters(name = "{0}")
    public static Collection<?> rungs() {
        List<Rung> rungs = new ArrayList<>();
        Predicate<CpuFeature> isAvx = feature -> !Cpu.withoutAvx(Set.of(feature)).contains(feature);
        List<Predicate<CpuFeature>> avx = List.of(isAvx, isAvx.and(feature -> feature != CpuFeature.AVX), feature -> !Cpu.withoutAvx512(Set.of(feature)).contains(feature));
        for (int i = 0; i < Cpu.avx(); i++) {
            rungs.add(Rung.ofAvx(avx.get(i), "-XX:UseAVX=" + i));
        }
        if (Cpu.has(Set.of(CpuFeature.SHA))) {
            Predicate<CpuFeature> isSha = Set.of(CpuFeature.SHA, CpuFeature.SHA512)::contains;
            rungs.add(Rung.ofSha(isSha, "-XX:-UseSHA"));
            // What has no AVX has no SHA instructions either, or nearly so.
            rungs.add(Rung.ofSha(isSha.or(isAvx), "-XX:UseAVX=0", "-XX:-UseSHA"));
        }
        rungs.addAll(others(rungs));
        if (Cpu.has(Set.of(CpuFeature.AES))) {
            // The JDK's code does without these instructions, too.
            rungs.add(new Rung(List.of("-XX:-UseAES"), Map.of(Jit.intrinsics().aesGcm().name(), OFF), AES_TESTS));
        }
        return rungs;
    }

    /** What is chosen by default on a CPU without some features. */
    private static Map<String, String> best(Predicate<CpuFeature> isHidden) {
        Map<String, String> best = new TreeMap<>();
        for (Intrinsic<?> intrinsic : Jit.intrinsics().all()) {
            best.put(intrinsic.name(), runnable(intrinsic).filter(variant -> variant.slowness() == null && variant.features().stream().noneMatch(isHidden)).map(
                            Variant::name).findFirst().orElse(OFF));
        }
        return best;
    }

    /** Those that this CPU can run, according to the operating system, the best one first. */
    private static Stream<? extends Variant> runnable(Intrinsic<?> intrinsic) {
        return intrinsic.variants().stream().filter(variant -> Cpu.has(variant.features()));
    }

    /** Chooses the variants that are the best one neither here nor on a lesser CPU. */
    private static List<Rung> others(List<Rung> lesser) {
        Map<String, String> here = best(feature -> false);
        List<Map<String, String>> choices = new ArrayList<>();
        for (Intrinsic<?> intrinsic : Jit.intrinsics().all()) {
            String name = intrinsic.name();
            Set<String> run = lesser.stream().map(rung -> rung.variants.get(name)).filter(Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
            run.add(here.get(name));
            List<String> others = runnable(intrinsic).map(Variant::name).filter(variant -> !run.contains(variant)).toList();
            for (int i = 0; i < others.size(); i++) {
                if (i == choices.size()) {
                    choices.add(new TreeMap<>());
                }
                choices.get(i).put(name, others.get(i));
            }
        }
        List<Rung> rungs = new ArrayList<>();
        for (Map<String, String> choice : choices) {
            Map<String, String> variants = new TreeMap<>(here);
            variants.putAll(choice);
            List<String> options = List.of(CHOICE + join(choice));
            boolean isOfAes = choice.containsKey(Jit.intrinsics().aesGcm().name());
            rungs.add(isOfAes ? new Rung(options, variants, Stream.concat(VARIANT_TESTS.stream(), AES_TESTS.stream()).distinct().toList())
                            : new Rung(options, variants, VARIANT_TESTS).withoutAes());
        }
        return rungs;
    }

    private static String join(Map<String, String> variants) {
        return variants.entrySet().stream().map(Object::toString).collect(Collectors.joining(","));
    }

    @Test
    public void testsPass() throws Exception {
        List<String> options = new ArrayList<>(rung.options);
        options.add("-D" + Memory.TESTED + "=" + MEMORY);
        options.add("-Dcryptointrinsics.test.few=true");
        options.add("-D" + EXPECTED + "=" + join(rung.variants));
        List<Class<?>> tests = new ArrayList<>(rung.tests);
        tests.add(Variants.class);
        Fork.run(options, tests);
    }
}
