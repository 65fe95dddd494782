package org.cryptointrinsics.kernel.aes;

/**
 * What is constant in the machine code of an {@link AesGcmFunction}, where it matters.
 *
 * @param rounds Nr of FIPS 197: 10, 12 or 14
 * @param isEncryption whether the ciphertext is the result, or what is given
 * @param icb what is known of the counter block of the first chunk
 */
public record AesParameters(int rounds, boolean isEncryption, Icb icb) {
}
