package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;

/**
 * A message, or a part of one. Lengths are in bytes.
 *
 * @param in the plaintext, or the ciphertext to be decrypted
 * @param out for the result
 * @param endBytes how many bytes of the plaintext, at its end, are where their ciphertext will be: of encryption alone
 * @param position where in the message the part begins: behind whole chunks
 * @param state what a part leaves to the next one, a block
 */
public record GcmData(Address in, Address out, Count length, int endBytes, Count position, Address state) {

    /** How many bytes TLS 1.3 encrypts after the data: the type of the content, and as many zeros as the JDK adds. */
    public static final int END_OF_RECORD = 17;
}
