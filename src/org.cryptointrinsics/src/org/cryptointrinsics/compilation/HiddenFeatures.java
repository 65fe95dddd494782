package org.cryptointrinsics.compilation;

import java.util.EnumSet;
import java.util.Set;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.precompiled.Cpu;

/**
 * What a CPU has, and HotSpot keeps to itself: it takes VAES and VPCLMULQDQ for parts of AVX-512, but they have VEX encodings, which are for CPUs with AVX2.
 */
public final class HiddenFeatures {

    private HiddenFeatures() {
    }

    /** The features that a CPU may have beyond {@code cpu}, which HotSpot knows it to have. */
    public static Set<CpuFeature> possible(Set<CpuFeature> cpu) {
        Set<CpuFeature> possible = EnumSet.noneOf(CpuFeature.class);
        if (cpu.containsAll(Set.of(CpuFeature.AVX2, CpuFeature.AES))) {
            possible.add(CpuFeature.AVX512_VAES);
        }
        if (cpu.containsAll(Set.of(CpuFeature.AVX2, CpuFeature.CLMUL))) {
            possible.add(CpuFeature.AVX512_VPCLMULQDQ);
        }
        possible.removeAll(cpu);
        return possible;
    }

    /** The features that the CPU has beyond {@code cpu}. */
    public static Set<CpuFeature> of(Set<CpuFeature> cpu) {
        Set<CpuFeature> hidden = possible(cpu);
        if (!hidden.isEmpty()) {
            try {
                hidden.retainAll(Cpu.features());
            } catch (IllegalStateException e) {
                // It cannot be asked.
                hidden.clear();
            }
        }
        return hidden;
    }
}
