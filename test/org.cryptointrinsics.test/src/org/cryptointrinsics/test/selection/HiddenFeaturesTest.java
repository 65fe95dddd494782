package org.cryptointrinsics.test.selection;

import static org.junit.Assert.assertEquals;

import java.util.EnumSet;
import java.util.Set;

import org.cryptointrinsics.compilation.HiddenFeatures;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** What CPUID tells is what the operating system does. */
@Category(Quick.class)
public class HiddenFeaturesTest {

    /** What a CPU with {@code features} and AVX2 hides: what those encodings are extensions of must be there, too. */
    private static Set<CpuFeature> expected(Set<CpuFeature> features) {
        Set<CpuFeature> hidden = EnumSet.noneOf(CpuFeature.class);
        if (features.contains(CpuFeature.AVX2)) {
            hidden.addAll(Cpu.executable());
            hidden.retainAll(Set.of(CpuFeature.AVX512_VAES, CpuFeature.AVX512_VPCLMULQDQ));
            hidden.removeAll(features);
            hidden.removeIf(feature -> !features.contains(feature == CpuFeature.AVX512_VAES ? CpuFeature.AES : CpuFeature.CLMUL));
        }
        return hidden;
    }

    private static void assertHidden(Set<CpuFeature> features) {
        assertEquals(features.toString(), expected(features), HiddenFeatures.of(features));
    }

    @Test
    public void hiddenFeaturesAreThoseOfTheCpu() {
        assertHidden(Stubs.CONTEXT.cpu());
    }

    @Test
    public void nothingIsHiddenFromACpuWithoutAvx2() {
        assertHidden(Cpu.withoutAvx(Stubs.CONTEXT.cpu()));
    }

    /** As with {@code -XX:-UseAES}. */
    @Test
    public void whatExtendsAFeatureIsNotThereWithoutIt() {
        for (CpuFeature feature : Set.of(CpuFeature.AES, CpuFeature.CLMUL)) {
            Set<CpuFeature> features = EnumSet.copyOf(Stubs.CONTEXT.cpu());
            features.removeAll(Set.of(feature, CpuFeature.AVX512_VAES, CpuFeature.AVX512_VPCLMULQDQ));
            assertHidden(features);
        }
    }
}
