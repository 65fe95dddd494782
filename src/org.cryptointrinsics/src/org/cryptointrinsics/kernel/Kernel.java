package org.cryptointrinsics.kernel;

import java.util.Locale;
import java.util.Set;

import org.cryptointrinsics.instruction.CpuFeature;

/**
 * A variant of an algorithm, for CPUs that have the instructions it uses, and constant time: neither a branch nor an address depends on the data.
 */
public interface Kernel {

    /**
     * Executes every instruction that this kernel has, on a machine that only takes notes of them.
     *
     * @param address stands for all addresses
     * @param count stands for all counts
     */
    void execute(Machine machine, Address address, Count count);

    /**
     * Why a later variant is faster on a CPU that has all that this one needs, to be said of this one in a report: such as {@code is slower on CPUs of X}.
     *
     * @param cpu the features of the CPU
     * @return null where this one is faster
     */
    default String slowness(@SuppressWarnings("unused") Set<CpuFeature> cpu) {
        return null;
    }

    /**
     * The name of this variant in options and reports: the name of its class in lower case, words joined by hyphens ({@code X86Sha} is {@code x86-sha}). So variants
     * of several algorithms have classes of one name, in packages of their own; no other two classes do.
     */
    default String variant() {
        return getClass().getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
