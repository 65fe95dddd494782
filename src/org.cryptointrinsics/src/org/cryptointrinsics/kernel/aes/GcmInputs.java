package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;

/**
 * What AES-GCM takes beside the data.
 *
 * @param sessionKey the round keys of K, each word of FIPS 197 an {@code int}
 * @param iv 12 bytes
 * @param aad A, the additional authenticated data
 * @param tag T, or where it is to be
 * @param tagLength t, in bytes; at most 16, or 0 for a part of the message that is not the last one
 */
public record GcmInputs(Address sessionKey, Address iv, Address aad, Count aadLength, Address tag, Count tagLength) {
}
