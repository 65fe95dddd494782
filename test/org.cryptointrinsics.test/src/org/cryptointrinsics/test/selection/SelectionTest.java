package org.cryptointrinsics.test.selection;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
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

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.md5.Avx512vl;
import org.cryptointrinsics.kernel.md5.Scalar;
import org.cryptointrinsics.kernel.sha256.X86Sha;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.KernelSource;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.DigestVariant;
import org.cryptointrinsics.selection.Options.Setting;
import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;

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
        public String slowness(Set<CpuFeature> cpu) {
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

    private DigestIntrinsic intrinsic(String report, DigestKernel... kernels) {
        return intrinsic(report, Stream.of(kernels).map(SelectionTest::variant).toList());
    }

    private static Report report(String value) {
        return Report.open(new Setting("CryptoIntrinsicsReport", value));
    }

    private DigestIntrinsic intrinsic(String report, List<DigestVariant> variants) {
        return new DigestIntrinsic(DigestAlgorithm.MD5, () -> variants, null, report(report), null, () -> null);
    }

    /** X86Sha stands for a kernel that needs more than this CPU has. */
    private static DigestVariant variant(DigestKernel kernel) {
        return new DigestVariant(DigestAlgorithm.MD5, kernel, kernel instanceof X86Sha ? Stubs.source(Set.of()) : Stubs.source());
    }

    /** A variant whose functions for messages are of another kernel. */
    private static DigestVariant variant(DigestKernel kernel, DigestKernel forMessages) {
        KernelSource source = Stubs.source();
        Object mixed = Proxy.newProxyInstance(KernelSource.class.getClassLoader(), new Class<?>[]{KernelSource.class}, (_, method, arguments) -> {
            if (method.getName().startsWith("h")) {
                arguments[1] = forMessages;
            }
            return method.invoke(source, arguments);
        });
        return new DigestVariant(DigestAlgorithm.MD5, kernel, (KernelSource) mixed);
    }

    private void assertSelected(DigestKernel kernel, DigestIntrinsic intrinsic) {
        assertTrue(intrinsic.isOn());
        assertNull(intrinsic.offBecause());
        assertSame(kernel, intrinsic.variant().kernel());
    }

    @Test
    public void firstVariantThatPassesIsTaken() {
        DigestKernel first = new Scalar();
        assertSelected(first, intrinsic("false", first, new Broken()));
        assertEquals(List.of(), said());
    }

    @Test
    public void variantThatFailsItsSelfTestIsTurnedOff() {
        DigestKernel next = new Scalar();
        assertSelected(next, intrinsic("false", new Broken(), next));
        assertEquals(List.of(BROKEN_WARNING), said());
    }

    @Test
    public void variantThatFailsIsReportedOnce() {
        DigestKernel next = new Scalar();
        DigestIntrinsic intrinsic = intrinsic("true", new Broken(), next);
        assertSelected(next, intrinsic);
        assertSelected(next, intrinsic);
        assertEquals(List.of(BROKEN_WARNING, "[cryptointrinsics] MD5: on, variant scalar, broken failed its self-test"), said());
    }

    @Test
    public void variantThatCannotBeCompiledIsTurnedOff() {
        DigestKernel next = new Scalar();
        assertSelected(next, intrinsic("false", new Impossible(), next));
        assertEquals(said().toString(), 1, said().size());
        assertTrue(said().toString(), said().getFirst().startsWith("[cryptointrinsics] MD5: variant impossible is off, it could not be compiled: "));
    }

    @Test
    public void variantThatTheCpuLacksIsNoFault() {
        DigestKernel next = new Scalar();
        assertSelected(next, intrinsic("false", new X86Sha(), next));
        assertEquals(List.of(), said());
    }

    @Test
    public void variantThatIsSlowOnTheCpuIsNoFault() {
        DigestKernel next = new Scalar();
        assertSelected(next, intrinsic("true", new Slow(), next));
        assertEquals(List.of("[cryptointrinsics] MD5: on, variant scalar, slow is slow on CPUs such as this"), said());
    }

    @Test
    public void slowVariantIsTakenIfThereIsNoOther() {
        DigestKernel only = new Slow();
        assertSelected(only, intrinsic("true", only));
        assertEquals(List.of("[cryptointrinsics] MD5: on, variant slow"), said());
    }

    @Test
    public void vectorVariantOfMd5IsForCpusOfIntel() {
        Set<CpuFeature> intel = EnumSet.of(CpuFeature.AVX512F, CpuFeature.AVX512VL);
        Set<CpuFeature> amd = EnumSet.of(CpuFeature.AVX512F, CpuFeature.AVX512VL, CpuFeature.SSE4A);
        assertNull(new Avx512vl().slowness(intel));
        assertEquals("is slower on CPUs of AMD", new Avx512vl().slowness(amd));
        assertEquals(Cpu.isAmd(), new Avx512vl().slowness(Stubs.CONTEXT.cpu()) != null);
    }

    @Test
    public void intrinsicIsOffIfNoVariantIsLeft() {
        DigestIntrinsic intrinsic = intrinsic("false", new X86Sha(), new Broken());
        assertFalse(intrinsic.isOn());
        assertNull(intrinsic.variant());
        assertEquals("no variant can be used, x86-sha needs [SSE2, SSSE3, SSE4_1, SHA], broken failed its self-test", intrinsic.offBecause());
        assertEquals(List.of(BROKEN_WARNING), said());
    }

    @Test
    public void intrinsicThatIsOffIsNotTried() {
        List<DigestVariant> variants = List.of(variant(new Broken()));
        DigestIntrinsic byOption = new DigestIntrinsic(DigestAlgorithm.MD5, () -> variants, null, report("true"), "by option", () -> null);
        DigestIntrinsic byJdk = new DigestIntrinsic(DigestAlgorithm.MD5, () -> variants, null, report("false"), null, () -> "a class is missing");
        assertFalse(byOption.isOn());
        assertEquals("by option", byOption.offBecause());
        assertFalse(byJdk.isOn());
        assertEquals("a class is missing", byJdk.offBecause());
        assertEquals(List.of("[cryptointrinsics] MD5: off, by option"), said());
    }

    @Test
    public void stubsForMessagesAreTestedByThemselves() {
        DigestIntrinsic intrinsic = intrinsic("false", List.of(variant(new Scalar(), new Broken())));
        assertTrue(intrinsic.isOn());
        assertFalse(intrinsic.isOnForMessages());
        assertFalse(intrinsic.isOnForHmac());
        assertEquals(List.of("[cryptointrinsics] MD5: off for whole messages, variant scalar failed its self-test there; please report this as a bug",
                        "[cryptointrinsics] MD5: off for HMAC, variant scalar failed its self-test there; please report this as a bug"), said());
        for (DigestKernel kernel : List.of(new Scalar(), new Broken())) {
            DigestIntrinsic other = intrinsic("false", kernel);
            assertEquals(kernel instanceof Scalar, other.isOnForMessages());
            assertEquals(kernel instanceof Scalar, other.isOnForHmac());
        }
    }

    @Test
    public void variantIsTestedOnce() {
        DigestVariant variant = variant(new Broken());
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
        DigestKernel next = new Scalar();
        DigestIntrinsic intrinsic = intrinsic("false", new Broken(), next);
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
