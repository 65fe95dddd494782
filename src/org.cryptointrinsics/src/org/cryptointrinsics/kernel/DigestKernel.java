package org.cryptointrinsics.kernel;

/** The compression function of a digest, applied to consecutive blocks. */
public interface DigestKernel extends Kernel {

    /**
     * Compresses blocks.
     *
     * @param machine what to run on
     * @param state address of the chaining value, as the JDK keeps it: its words in native byte order; any alignment
     * @param data address of the first block; any alignment; never overlaps the state
     * @param blocks number of blocks, at least 1
     */
    void compress(Machine machine, Address state, Address data, Count blocks);

    @Override
    default void execute(Machine machine, Address address, Count count) {
        compress(machine, address, address, count);
    }
}
