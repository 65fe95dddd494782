package org.cryptointrinsics.kernel;

import java.util.Locale;

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

    /** The name of this variant in options and reports: the name of its class in lower case, words joined by hyphens ({@code X86Sha} is {@code x86-sha}). */
    default String variant() {
        return getClass().getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
