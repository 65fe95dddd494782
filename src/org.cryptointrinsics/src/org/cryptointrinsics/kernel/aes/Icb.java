package org.cryptointrinsics.kernel.aes;

/** What is known of ICB, the initial counter block of {@link Gctr}. */
public enum Icb {
    /** Nothing. */
    ANY,
    /** It is {@code inc32(J0)} of an IV of 12 bytes, where the counter is 2, or it comes after a number of chunks from there. */
    INC32_J0
}
