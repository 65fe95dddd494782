package org.cryptointrinsics.linkage;

import java.util.EnumSet;
import java.util.Set;

import org.cryptointrinsics.graph.CompilerContext;

import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.code.InvalidInstalledCodeException;

/**
 * What a CPU has, and HotSpot keeps to itself: it takes VAES and VPCLMULQDQ for parts of AVX-512, but they have VEX encodings, which are for CPUs with AVX2.
 */
public final class HiddenFeatures {

    /** Structured extended features, Intel SDM volume 2, CPUID. */
    private static final int LEAF = 7;
    private static final int VAES = 1 << 9;
    private static final int VPCLMULQDQ = 1 << 10;

    private HiddenFeatures() {
    }

    /** The features that a CPU may have beyond {@code cpu}, which HotSpot knows it to have. */
    public static Set<CPUFeature> possible(Set<CPUFeature> cpu) {
        Set<CPUFeature> possible = EnumSet.noneOf(CPUFeature.class);
        if (cpu.containsAll(Set.of(CPUFeature.AVX2, CPUFeature.AES))) {
            possible.add(CPUFeature.AVX512_VAES);
        }
        if (cpu.containsAll(Set.of(CPUFeature.AVX2, CPUFeature.CLMUL))) {
            possible.add(CPUFeature.AVX512_VPCLMULQDQ);
        }
        possible.removeAll(cpu);
        return possible;
    }

    /** The features that the CPU has beyond {@code context}'s. Takes a compilation. */
    public static Set<CPUFeature> of(CompilerContext context) {
        Set<CPUFeature> hidden = possible(context.cpu());
        if (!hidden.isEmpty()) {
            int ecx = cpuid(context);
            hidden.removeIf(feature -> (ecx & (feature == CPUFeature.AVX512_VAES ? VAES : VPCLMULQDQ)) == 0);
        }
        return hidden;
    }

    private static int cpuid(CompilerContext context) {
        try {
            return (int) MethodCompiler.cpuid(LEAF, context.providers().getMetaAccess().lookupJavaMethod(HiddenFeatures.class.getDeclaredMethod("ecx")), context) //
                            .executeVarargs();
        } catch (NoSuchMethodException | InvalidInstalledCodeException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The method in whose place CPUID is executed; its body never is. */
    @SuppressWarnings("unused")
    private static int ecx() {
        throw new UnsupportedOperationException();
    }
}
