package org.cryptointrinsics.test.selection;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.md5.Avx512vl;
import org.cryptointrinsics.kernel.md5.Scalar;
import org.cryptointrinsics.kernel.sha256.X86Sha;
import org.cryptointrinsics.linkage.CompiledKernel;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.DigestVariant;
import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** How the variant of an intrinsic is chosen when some cannot be used. */
@Category(Quick.class)
public class SelectionTest {

    private static final String BROKEN_WARNING = "[cryptointrinsics] MD5: variant broken is off, it failed its self-test; please report this as a bug";

    private final PrintStream stderr = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    /** Computes MD5, but for a bit. */
    private static final class Broken implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            new Scalar().compress(m, state, data, blocks);
            m.storeInteger(state, 8, m.xor(m.load(Size.DWORD, state, 8), m.constant(1)));
        }
    }

    /** Cannot be made a graph. */
    private static final class Impossible implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            m.storeInteger(m.scratch(1), 0, m.constant(1));
        }
    }

    /** Is not the best one on any CPU. */
    private static final class Slow implements DigestKernel {

        @Override
        public String slowness(Set<CPUFeature> cpu) {
            return "is slow on CPUs such as this";
        }

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            new Scalar().compress(m, state, data, blocks);
        }
    }

    @Before
    public void captureStandardError() {
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @After
    public void restoreStandardError() {
        System.setErr(stderr);
    }

    private List<String> said() {
        return said.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private DigestIntrinsic intrinsic(String report, CompiledKernel... kernels) {
        List<DigestVariant> variants = Stream.of(kernels).map(kernel -> variant(kernel, kernel.kernel())).toList();
        return intrinsic(report, variants);
    }

    private DigestIntrinsic intrinsic(String report, List<DigestVariant> variants) {
        return new DigestIntrinsic(DigestAlgorithm.MD5, () -> variants, null, Report.open(report), null, () -> null);
    }

    private static DigestVariant variant(CompiledKernel kernel, DigestKernel forMessages) {
        return new DigestVariant(DigestAlgorithm.MD5, kernel, Stubs.compileHash(DigestAlgorithm.MD5, forMessages), Stubs.compileHmac(DigestAlgorithm.MD5, forMessages));
    }

    /** A kernel for CPUs with more than this one may use. */
    private static CompiledKernel unfit() {
        return Stubs.compile(new X86Sha(), Set.of());
    }

    private void assertSelected(CompiledKernel kernel, DigestIntrinsic intrinsic) {
        assertTrue(intrinsic.isOn());
        assertNull(intrinsic.offBecause());
        assertSame(kernel, intrinsic.variant().kernel());
    }

    @Test
    public void firstVariantThatPassesIsTaken() {
        CompiledKernel first = Stubs.compile(new Scalar());
        assertSelected(first, intrinsic("false", first, Stubs.compile(new Broken())));
        assertEquals(List.of(), said());
    }

    @Test
    public void variantThatFailsItsSelfTestIsTurnedOff() {
        CompiledKernel next = Stubs.compile(new Scalar());
        assertSelected(next, intrinsic("false", Stubs.compile(new Broken()), next));
        assertEquals(List.of(BROKEN_WARNING), said());
    }

    @Test
    public void variantThatFailsIsReportedOnce() {
        CompiledKernel next = Stubs.compile(new Scalar());
        DigestIntrinsic intrinsic = intrinsic("true", Stubs.compile(new Broken()), next);
        assertSelected(next, intrinsic);
        assertSelected(next, intrinsic);
        assertEquals(List.of(BROKEN_WARNING, "[cryptointrinsics] MD5: on, variant scalar, broken failed its self-test"), said());
    }

    @Test
    public void variantThatCannotBeCompiledIsTurnedOff() {
        CompiledKernel next = Stubs.compile(new Scalar());
        assertSelected(next, intrinsic("false", Stubs.compile(new Impossible()), next));
        assertEquals(said().toString(), 1, said().size());
        assertTrue(said().toString(), said().getFirst().startsWith("[cryptointrinsics] MD5: variant impossible is off, it could not be compiled: "));
    }

    @Test
    public void variantThatTheCpuLacksIsNoFault() {
        CompiledKernel next = Stubs.compile(new Scalar());
        assertSelected(next, intrinsic("false", unfit(), next));
        assertEquals(List.of(), said());
    }

    @Test
    public void variantThatIsSlowOnTheCpuIsNoFault() {
        CompiledKernel next = Stubs.compile(new Scalar());
        assertSelected(next, intrinsic("true", Stubs.compile(new Slow()), next));
        assertEquals(List.of("[cryptointrinsics] MD5: on, variant scalar, slow is slow on CPUs such as this"), said());
    }

    @Test
    public void slowVariantIsTakenIfThereIsNoOther() {
        CompiledKernel only = Stubs.compile(new Slow());
        assertSelected(only, intrinsic("true", only));
        assertEquals(List.of("[cryptointrinsics] MD5: on, variant slow"), said());
    }

    @Test
    public void vectorVariantOfMd5IsForCpusOfIntel() {
        Set<CPUFeature> intel = EnumSet.of(CPUFeature.AVX512F, CPUFeature.AVX512VL);
        Set<CPUFeature> amd = EnumSet.of(CPUFeature.AVX512F, CPUFeature.AVX512VL, CPUFeature.SSE4A);
        assertNull(Stubs.compile(new Avx512vl(), intel).slowness());
        assertEquals("is slower on CPUs of AMD", Stubs.compile(new Avx512vl(), amd).slowness());
        assertEquals(Cpu.isAmd(), Stubs.compile(new Avx512vl()).slowness() != null);
    }

    @Test
    public void intrinsicIsOffIfNoVariantIsLeft() {
        DigestIntrinsic intrinsic = intrinsic("false", unfit(), Stubs.compile(new Broken()));
        assertFalse(intrinsic.isOn());
        assertNull(intrinsic.variant());
        assertEquals("no variant can be used, x86-sha needs [SSE2, SSSE3, SSE4_1, SHA], broken failed its self-test", intrinsic.offBecause());
        assertEquals(List.of(BROKEN_WARNING), said());
    }

    @Test
    public void intrinsicThatIsOffIsNotTried() {
        List<DigestVariant> variants = List.of(variant(Stubs.compile(new Broken()), new Broken()));
        DigestIntrinsic byOption = new DigestIntrinsic(DigestAlgorithm.MD5, () -> variants, null, Report.open("true"), "by option", () -> null);
        DigestIntrinsic byJdk = new DigestIntrinsic(DigestAlgorithm.MD5, () -> variants, null, Report.open("false"), null, () -> "a class is missing");
        assertFalse(byOption.isOn());
        assertEquals("by option", byOption.offBecause());
        assertFalse(byJdk.isOn());
        assertEquals("a class is missing", byJdk.offBecause());
        assertEquals(List.of("[cryptointrinsics] MD5: off, by option"), said());
    }

    @Test
    public void stubsForMessagesAreTestedByThemselves() {
        DigestIntrinsic intrinsic = intrinsic("false", List.of(variant(Stubs.compile(new Scalar()), new Broken())));
        assertTrue(intrinsic.isOn());
        assertFalse(intrinsic.isOnForMessages());
        assertFalse(intrinsic.isOnForHmac());
        assertEquals(List.of("[cryptointrinsics] MD5: off for whole messages, variant scalar failed its self-test there; please report this as a bug",
                        "[cryptointrinsics] MD5: off for HMAC, variant scalar failed its self-test there; please report this as a bug"), said());
        for (DigestKernel kernel : List.of(new Scalar(), new Broken())) {
            DigestIntrinsic other = intrinsic("false", Stubs.compile(kernel));
            assertEquals(kernel instanceof Scalar, other.isOnForMessages());
            assertEquals(kernel instanceof Scalar, other.isOnForHmac());
        }
    }

    @Test
    public void variantIsTestedOnce() {
        DigestVariant variant = variant(Stubs.compile(new Broken()), new Broken());
        long calls = KernelMethod.SELF_TESTS.calls();
        long blocks = KernelMethod.SELF_TESTS.blocks();
        for (int i = 0; i < 2; i++) {
            assertEquals("failed its self-test", variant.failure());
            assertEquals(calls + 1, KernelMethod.SELF_TESTS.calls());
            assertEquals(blocks + 2, KernelMethod.SELF_TESTS.blocks());
        }
    }

    @Test
    public void variantIsChosenOnceByManyThreads() throws Exception {
        CompiledKernel next = Stubs.compile(new Scalar());
        DigestIntrinsic intrinsic = intrinsic("false", Stubs.compile(new Broken()), next);
        try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
            List<Callable<DigestVariant>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tasks.add(intrinsic::variant);
            }
            for (Future<DigestVariant> variant : executor.invokeAll(tasks)) {
                assertSame(next, variant.get().kernel());
            }
        }
        assertEquals(List.of(BROKEN_WARNING), said());
    }
}
