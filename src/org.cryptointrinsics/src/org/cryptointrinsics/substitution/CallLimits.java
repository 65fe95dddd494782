package org.cryptointrinsics.substitution;

/** How much a kernel is given in one call. A thread cannot stop at a safepoint while it is in a kernel; there is one between two calls. Times are of a CPU at 3.2 GHz. */
public final class CallLimits {

    /** Bytes that are digested. The slowest kernel, SHA-256 without SHA instructions, takes about 70 microseconds for that many, MD5 45. */
    public static final int DIGEST_BYTES = 32 * 1024;

    private static final int BLOCK_OF_SHA_256 = 64;
    /** Iterations of PBKDF2, of two blocks each. They take as long as {@link #DIGEST_BYTES} of SHA-256, or three times as many bytes of SHA-512. */
    public static final int PBKDF2_ITERATIONS = DIGEST_BYTES / (2 * BLOCK_OF_SHA_256);

    /**
     * Bytes that are encrypted or decrypted by AES-GCM; a multiple of the chunks of all kernels, which count on where in one a part begins. With AES-NI and PCLMULQDQ alone it
     * takes about 40 microseconds for that many, with VAES on 512 bits 15.
     */
    public static final int AES_GCM_BYTES = 256 * 1024;

    private CallLimits() {
    }
}
