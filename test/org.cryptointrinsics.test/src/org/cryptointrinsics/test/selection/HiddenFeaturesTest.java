package org.cryptointrinsics.test.selection;

import static org.junit.Assert.assertEquals;

import java.util.EnumSet;
import java.util.Set;

import org.cryptointrinsics.linkage.HiddenFeatures;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** What CPUID tells is what the operating system does. */
@Category(Quick.class)
public class HiddenFeaturesTest {

    /** What a CPU with {@code features} and AVX2 hides: what those encodings are extensions of must be there, too. */
    private static Set<CPUFeature> expected(Set<CPUFeature> features) {
        Set<CPUFeature> hidden = EnumSet.noneOf(CPUFeature.class);
        if (features.contains(CPUFeature.AVX2)) {
            hidden.addAll(Cpu.executable());
            hidden.retainAll(Set.of(CPUFeature.AVX512_VAES, CPUFeature.AVX512_VPCLMULQDQ));
            hidden.removeAll(features);
            hidden.removeIf(feature -> !features.contains(feature == CPUFeature.AVX512_VAES ? CPUFeature.AES : CPUFeature.CLMUL));
        }
        return hidden;
    }

    private static void assertHidden(Set<CPUFeature> features) {
        assertEquals(features.toString(), expected(features), HiddenFeatures.of(Stubs.with(features)));
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
        for (CPUFeature feature : Set.of(CPUFeature.AES, CPUFeature.CLMUL)) {
            Set<CPUFeature> features = EnumSet.copyOf(Stubs.CONTEXT.cpu());
            features.removeAll(Set.of(feature, CPUFeature.AVX512_VAES, CPUFeature.AVX512_VPCLMULQDQ));
            assertHidden(features);
        }
    }
}
