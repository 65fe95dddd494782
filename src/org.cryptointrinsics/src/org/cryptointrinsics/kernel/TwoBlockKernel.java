package org.cryptointrinsics.kernel;

/**
 * A kernel that compresses two blocks that do not need each other in hardly more time than one: each round waits for the one before, or leaves lanes of vectors
 * free. For HMAC (FIPS 198-1), whose key makes two such blocks.
 */
public interface TwoBlockKernel extends DigestKernel {

    /**
     * Compresses one block each for two chaining values; for the arguments see {@link #compress}.
     *
     * @param otherState address of another chaining value, which does not overlap the first one
     */
    void compressTwo(Machine machine, Address state, Address data, Address otherState, Address otherData);

    @Override
    default void execute(Machine machine, Address address, Count count) {
        compress(machine, address, address, count);
        compressTwo(machine, address, address, address, address);
    }
}
