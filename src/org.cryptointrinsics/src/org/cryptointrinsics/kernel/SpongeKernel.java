package org.cryptointrinsics.kernel;

/** A kernel of FIPS 202 that also permutes two states that do not need each other, as where two outputs are squeezed: in vectors, in the time of one. */
public interface SpongeKernel extends DigestKernel {

    /**
     * KECCAK-p[1600, 24] of two states; for these see {@link #compress}.
     *
     * @param otherState address of another state, which does not overlap the first one
     */
    void permuteTwo(Machine machine, Address state, Address otherState);

    @Override
    default void execute(Machine machine, Address address, Count count) {
        compress(machine, address, address, count);
        permuteTwo(machine, address, address);
    }
}
