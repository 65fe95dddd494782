package org.cryptointrinsics.linkage;

import org.cryptointrinsics.kernel.DigestAlgorithm;

/** A method that hashes whole messages. */
public abstract class MessageMethod extends KernelMethod {

    private int blockBytes;
    private int lengthBytes;

    MessageMethod() {
    }

    /** Has blocks counted as those of a digest, to be done before others may call it. */
    public final void setAlgorithm(DigestAlgorithm algorithm) {
        blockBytes = algorithm.blockBytes();
        lengthBytes = algorithm.lengthBytes();
    }

    /** How many blocks a message has, with its padding. */
    @Inlined
    final int blocks(int length) {
        return (length + lengthBytes) / blockBytes + 1;
    }
}
