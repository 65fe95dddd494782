package org.cryptointrinsics.test.selection;

import static org.cryptointrinsics.instruction.CpuFeature.AVX;
import static org.cryptointrinsics.instruction.CpuFeature.AVX2;
import static org.cryptointrinsics.instruction.CpuFeature.AVX512F;
import static org.cryptointrinsics.instruction.CpuFeature.AVX512VL;
import static org.cryptointrinsics.instruction.CpuFeature.BMI1;
import static org.cryptointrinsics.instruction.CpuFeature.BMI2;
import static org.cryptointrinsics.instruction.CpuFeature.SHA;
import static org.cryptointrinsics.instruction.CpuFeature.SSE2;
import static org.cryptointrinsics.instruction.CpuFeature.SSE4_1;
import static org.cryptointrinsics.instruction.CpuFeature.SSSE3;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.kernel.md5.Scalar;
import org.cryptointrinsics.kernel.sha256.X86Sha;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** What kernels are found to need, and how they are encoded on imaginary CPUs. */
@Category(Quick.class)
public class RequirementsTest {

    private static final Set<CpuFeature> NONE = Set.of();
    private static final Set<CpuFeature> ALL = EnumSet.allOf(CpuFeature.class);
    private static final Set<CpuFeature> SSE_ONLY = Set.of(SSE2, SSSE3, SSE4_1);
    private static final Set<CpuFeature> WITH_AVX = Set.of(SSE2, SSSE3, SSE4_1, AVX, AVX2);
    private static final Set<CpuFeature> WITH_AVX512 = Set.of(SSE2, SSSE3, SSE4_1, AVX, AVX2, AVX512F, AVX512VL);

    /** One instruction, in a loop. */
    private record VectorKernel(VectorInstruction instruction, Width width) implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            Vector x = m.load(width, state, 0);
            List<Vector> result = m.repeat(blocks, data, 64, List.of(x),
                            (_, s) -> List.of(m.apply(instruction, 1, Collections.nCopies(instruction.form().sources(), s.get(0)).toArray(Vector[]::new))));
            m.storeVector(state, 0, result.get(0));
        }
    }

    private record General(ScalarInstruction instruction) implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            Int x = m.load(Size.DWORD, state, 0);
            m.storeInteger(state, 0, m.apply(instruction, 1, Collections.nCopies(instruction.form().sources(), x).toArray(Int[]::new)));
        }
    }

    /** Constants have 32 bits. */
    private record AddConstant(Size size) implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            m.storeInteger(state, 0, m.add(m.load(size, state, 0), m.constant(-1)));
        }
    }

    /** No vector but for what clears the memory. */
    private static final class ScalarWithScratch implements DigestKernel {

        @Override
        public void compress(Machine m, Address state, Address data, Count blocks) {
            Address scratch = m.scratch(16);
            m.storeInteger(scratch, 0, m.load(Size.QWORD, data, 0));
            m.storeInteger(state, 0, m.load(Size.QWORD, scratch, 0));
        }
    }

    private static Set<CpuFeature> missing(DigestKernel kernel, Set<CpuFeature> cpu) {
        return Requirements.of(kernel, cpu).missing();
    }

    @Test
    public void featuresAreInferredFromTheInstructions() {
        assertEquals(NONE, missing(new Scalar(), NONE));
        assertEquals(Set.of(SSE2, SSSE3, SSE4_1, SHA), missing(new X86Sha(), NONE));
        assertEquals(Set.of(BMI1), missing(new General(ScalarInstruction.ANDN), NONE));
        assertEquals(Set.of(BMI2), missing(new General(ScalarInstruction.RORX), NONE));
        assertEquals(Set.of(AVX, AVX2), missing(new VectorKernel(VectorInstruction.PADDD, Width.YMM), NONE));
        assertEquals(Set.of(AVX512F), missing(new VectorKernel(VectorInstruction.PADDD, Width.ZMM), NONE));
        assertEquals(Set.of(SSE2, AVX512F, AVX512VL), missing(new VectorKernel(VectorInstruction.VPROLD, Width.XMM), NONE));
        assertEquals(Set.of(SSE2), missing(new ScalarWithScratch(), NONE));
    }

    @Test
    public void onlyWhatTheCpuLacksIsMissing() {
        for (CpuFeature lacking : Set.of(SSE2, SSSE3, SSE4_1, SHA)) {
            Set<CpuFeature> cpu = EnumSet.of(SSE2, SSSE3, SSE4_1, SHA);
            assertEquals(NONE, missing(new X86Sha(), cpu));
            cpu.remove(lacking);
            assertEquals(Set.of(lacking), missing(new X86Sha(), cpu));
        }
        assertEquals(Set.of(AVX2), missing(new VectorKernel(VectorInstruction.PADDD, Width.YMM), Set.of(SSE2, AVX)));
        assertEquals(Set.of(AVX512F, AVX512VL), missing(new VectorKernel(VectorInstruction.VPTERNLOGQ, Width.YMM), WITH_AVX));
        assertEquals(NONE, missing(new VectorKernel(VectorInstruction.VPTERNLOGQ, Width.YMM), WITH_AVX512));
    }

    @Test
    public void instructionThatNoCpuHasIsAnError() {
        for (Set<CpuFeature> cpu : List.of(NONE, ALL)) {
            assertThrows(IllegalArgumentException.class, () -> Requirements.of(new VectorKernel(VectorInstruction.SHA256RNDS2, Width.YMM), cpu));
        }
    }

    @Test
    public void sourcesThatAreNotAlikeAreAnError() {
        assertThrows(IllegalArgumentException.class, () -> Requirements.of(new AddConstant(Size.QWORD), NONE));
        assertEquals(NONE, missing(new AddConstant(Size.DWORD), NONE));
    }

    @Test
    public void schemeIsThatOfTheCpu() {
        assertEquals(Scheme.LEGACY, Requirements.scheme(VectorInstruction.PADDD, Width.XMM, SSE_ONLY, false));
        assertEquals(Scheme.VEX, Requirements.scheme(VectorInstruction.PADDD, Width.XMM, WITH_AVX, false));
        assertEquals(Scheme.VEX, Requirements.scheme(VectorInstruction.PADDD, Width.XMM, WITH_AVX512, false));
        assertEquals(Scheme.EVEX, Requirements.scheme(VectorInstruction.PADDD, Width.XMM, WITH_AVX512, true));
        assertEquals(Scheme.EVEX, Requirements.scheme(VectorInstruction.PADDD, Width.ZMM, WITH_AVX512, false));
        assertEquals(Scheme.EVEX, Requirements.scheme(VectorInstruction.VPROLD, Width.XMM, WITH_AVX512, false));
        assertEquals(Scheme.LEGACY, Requirements.scheme(VectorInstruction.SHA256MSG1, Width.XMM, ALL, false));
        assertThrows(IllegalArgumentException.class, () -> Requirements.scheme(VectorInstruction.PADDD, Width.YMM, SSE_ONLY, false));
        assertThrows(IllegalArgumentException.class, () -> Requirements.scheme(VectorInstruction.VPROLD, Width.XMM, WITH_AVX, false));
        assertThrows(IllegalArgumentException.class, () -> Requirements.scheme(VectorInstruction.PBLENDW, Width.XMM, ALL, true));
    }

    @Test
    public void registers16To31AreForKernelsInEvexThroughout() {
        for (Width width : Width.values()) {
            assertTrue(Requirements.of(new VectorKernel(VectorInstruction.PADDD, width), WITH_AVX512).allEvex());
        }
        assertFalse(Requirements.of(new VectorKernel(VectorInstruction.PADDD, Width.XMM), WITH_AVX).allEvex());
        assertFalse(Requirements.of(new VectorKernel(VectorInstruction.PBLENDW, Width.XMM), WITH_AVX512).allEvex());
        assertFalse(Requirements.of(new X86Sha(), ALL).allEvex());
        for (DigestKernel scalar : List.of(new Scalar(), new ScalarWithScratch())) {
            assertFalse(Requirements.of(scalar, WITH_AVX).allEvex());
        }
    }

    @Test
    public void legacyInstructionsAreFoundAmongOthers() {
        assertTrue(Requirements.of(new X86Sha(), ALL).mixesLegacy());
        assertFalse(Requirements.of(new VectorKernel(VectorInstruction.PADDD, Width.XMM), WITH_AVX).mixesLegacy());
        assertFalse(Requirements.of(new VectorKernel(VectorInstruction.PBLENDW, Width.XMM), WITH_AVX512).mixesLegacy());
        assertFalse(Requirements.of(new Scalar(), ALL).mixesLegacy());
    }

    @Test
    public void upperHalvesAreUsedByWideVectorsOnly() {
        assertFalse(Requirements.of(new X86Sha(), ALL).usesUpperHalves());
        assertFalse(Requirements.of(new VectorKernel(VectorInstruction.PADDD, Width.XMM), WITH_AVX512).usesUpperHalves());
        assertTrue(Requirements.of(new VectorKernel(VectorInstruction.PADDD, Width.YMM), WITH_AVX512).usesUpperHalves());
        assertTrue(Requirements.of(new VectorKernel(VectorInstruction.PADDD, Width.ZMM), WITH_AVX512).usesUpperHalves());
    }

    @Test
    public void kernelWithoutVectorsCanHaveScratch() {
        assertTrue(Stubs.compile(new ScalarWithScratch()).code().getCode().length > 0);
    }
}
