package org.cryptointrinsics.kernel;

import java.util.Locale;
import java.util.Set;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/**
 * The compression function of a digest, applied to consecutive blocks. An implementation is one variant of it, for CPUs that have the instructions it uses, and
 * constant time: neither a branch nor an address depends on the data.
 */
public interface Kernel {

    /**
     * Compresses blocks.
     *
     * @param machine what to run on
     * @param state address of the chaining value, as the JDK keeps it: its words in native byte order; any alignment
     * @param data address of the first block; any alignment; never overlaps the state
     * @param blocks number of blocks, at least 1
     */
    <V, I, A> void compress(Machine<V, I, A> machine, A state, A data, I blocks);

    /**
     * Why a later variant is faster on a CPU that has all that this one needs, to be said of this one in a report: such as {@code is slower on CPUs of X}.
     *
     * @param cpu the features of the CPU
     * @return null where this one is faster
     */
    default String slowness(@SuppressWarnings("unused") Set<CPUFeature> cpu) {
        return null;
    }

    /** The name of this variant in options and reports: the name of its class in lower case, words joined by hyphens ({@code X86Sha} is {@code x86-sha}). */
    default String variant() {
        return getClass().getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
