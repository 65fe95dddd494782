package org.cryptointrinsics.kernel;

/**
 * A kernel with forms of its own for HMAC (FIPS 198-1): each round waits for the one before, so that two blocks that do not need each other take hardly longer than
 * one, and what is hashed next should not have to go through memory as bytes.
 */
public interface HmacKernel extends DigestKernel {

    /**
     * Compresses one block each for two chaining values, the rounds by turns; for the arguments see {@link #compress}.
     *
     * @param otherState address of another chaining value, which does not overlap the first one
     */
    <V, I, A> void compressTwo(Machine<V, I, A> machine, A state, A data, A otherState, A otherData);

    /**
     * Compresses the block that ends a message of a block and a digest: the digest with the padding.
     *
     * @param state address of the chaining value after the block before
     * @param digest address of the chaining value that is the digest, none of it left out; never overlaps {@code state}
     */
    <V, I, A> void compressDigest(Machine<V, I, A> machine, A state, A digest);
}
