package org.cryptointrinsics.kernel;

/** A kernel with a form of its own for HMAC (FIPS 198-1): what is hashed next should not have to go through memory as bytes. */
public interface HmacKernel extends TwoBlockKernel {

    /**
     * Compresses the block that ends a message of a block and a digest: the digest with the padding.
     *
     * @param state address of the chaining value after the block before
     * @param digest address of the chaining value that is the digest, none of it left out; never overlaps {@code state}
     */
    <V, I, A> void compressDigest(Machine<V, I, A> machine, A state, A digest);

    @Override
    default <V, I, A> void execute(Machine<V, I, A> machine, A address, I count) {
        TwoBlockKernel.super.execute(machine, address, count);
        compressDigest(machine, address, address);
    }
}
