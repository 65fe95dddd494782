package org.cryptointrinsics.kernel;

/** A kernel with a form of its own for HMAC (FIPS 198-1): what is hashed next should not have to go through memory as bytes. */
public interface HmacKernel extends TwoBlockKernel {

    /**
     * Compresses the block that ends a message of a block and a digest: the digest with the padding.
     *
     * @param state address of the chaining value after the block before
     * @param digest address of the chaining value that is the digest, none of it left out; never overlaps {@code state}
     */
    void compressDigest(Machine machine, Address state, Address digest);

    @Override
    default void execute(Machine machine, Address address, Count count) {
        TwoBlockKernel.super.execute(machine, address, count);
        compressDigest(machine, address, address);
    }
}
