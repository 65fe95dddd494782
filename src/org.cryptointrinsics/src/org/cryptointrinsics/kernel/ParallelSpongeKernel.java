package org.cryptointrinsics.kernel;

import java.util.List;

import org.cryptointrinsics.instruction.Width;

/** A kernel of FIPS 202 that also permutes several states at once, one in each 64 bits of vectors: for outputs that do not need each other, as of matrices of ML-KEM and ML-DSA. */
public interface ParallelSpongeKernel extends SpongeKernel {

    /** The widths of the vectors it has for that. */
    List<Width> widths();

    /**
     * KECCAK-p[1600, 24] of {@code n} states.
     *
     * @param width that of {@code n} 64-bit words, one of {@link #widths}
     * @param states address of the states; lane {@code i} of state {@code j} is the 64-bit word {@code n i + j}, in native byte order; any alignment
     */
    void permuteSeveral(Machine machine, Width width, Address states);

    @Override
    default void execute(Machine machine, Address address, Count count) {
        SpongeKernel.super.execute(machine, address, count);
        widths().forEach(width -> permuteSeveral(machine, width, address));
    }
}
