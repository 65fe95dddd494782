package org.cryptointrinsics.kernel.aes;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;

/**
 * What {@link GcmMessage} and {@link GcmBlocks} have the kernel do. The first address is that of an {@link AesContext}, the others are told here; data are whole blocks
 * at any alignment. The count is at least 1. What GCTR yields may lie where the data does, or before it.
 */
public enum AesGcmFunction {

    /** Takes over the round keys at an address, each word of FIPS 197 an {@code int}. */
    LOAD_KEY(1, (gcm, a, _) -> gcm.aes(gcm.blocks()).loadKey(a.getFirst())),
    /** Computes H and {@code CIPH_K(J0)}; CB, which is J0, becomes {@code inc32(J0)}. */
    BEGIN(0, (gcm, _, _) -> gcm.begin()),
    /** Computes as many powers of H as a chunk has blocks. */
    COMPUTE_POWERS(0, (gcm, _, _) -> new Ghash(gcm.blocks()).computePowers()),
    /** Computes the lowest powers of H, {@link AesContext#FEW}. */
    COMPUTE_FEW_POWERS(0, (gcm, _, _) -> new Ghash(gcm.shortBlocks()).computePowers(AesContext.FEW)),
    /** The same, {@link AesContext#shortPowers}. */
    COMPUTE_SHORT_POWERS(0, (gcm, _, _) -> new Ghash(gcm.shortBlocks()).computePowers(gcm.context().shortPowers())),
    /** Hashes chunks at an address. */
    GHASH_CHUNKS(1, (gcm, a, n) -> new Ghash(gcm.blocks().inLoop()).chunks(a.getFirst(), n)),
    /** Hashes vectors, a chunk at most; addresses as of {@link Ghash#vectors}. */
    GHASH_VECTORS(3, (gcm, a, n) -> new Ghash(gcm.blocks()).vectors(a.get(0), a.get(1), a.get(2), n)),
    /** Hashes blocks, a chunk at most; addresses as of {@link Ghash#blocks}. */
    GHASH_BLOCKS(2, (gcm, a, n) -> new Ghash(gcm.oneBlock()).blocks(a.get(0), a.get(1), n)),
    /** Encrypts or decrypts chunks from one address to another. */
    GCTR_CHUNKS(2, (gcm, a, n) -> gcm.gctr(gcm.blocks().inLoop()).chunks(a.get(0), a.get(1), n)),
    /** Encrypts or decrypts vectors from one address to another, with a copy of the ciphertext at a third one. */
    GCTR_VECTORS(3, (gcm, a, n) -> gcm.gctr(gcm.blocks(), a, n)),
    /** The same with blocks. */
    GCTR_BLOCKS(3, (gcm, a, n) -> gcm.gctr(gcm.oneBlock(), a, n)),
    /** Encrypts or decrypts {@link AesContext#FEW} blocks from one address to another, which do not overlap; CB stays what it is. */
    GCTR_FEW(2, (gcm, a, _) -> gcm.gctrShort(AesContext.FEW * AesContext.BLOCK, a.get(0), a.get(1))),
    /** The same, {@link AesContext#shortBytes}. */
    GCTR_SHORT(2, (gcm, a, _) -> gcm.gctrShort(gcm.context().shortBytes(), a.get(0), a.get(1))),
    /** Encrypts and hashes chunks; addresses as of {@link AesGcm#encrypt}. */
    ENCRYPT(3, (gcm, a, n) -> gcm.encrypt(a.get(0), a.get(1), a.get(2), n)),
    /** Hashes and decrypts chunks; addresses as of {@link AesGcm#decrypt}. */
    DECRYPT(4, (gcm, a, n) -> gcm.decrypt(a.get(0), a.get(1), a.get(2), a.get(3), n)),
    /** Hashes vectors of {@link AesContext#shortWidth}, from Y = 0 on, and stores the tag; addresses of the vectors, of the power of H for the first block, and for the tag. */
    TAG_SHORT(3, (gcm, a, n) -> gcm.tagShort(a.get(0), a.get(1), a.get(2), n)),
    /** Stores the tag, 16 bytes, at an address. */
    END(1, (gcm, a, _) -> gcm.end(a.getFirst())),
    /** Clears the context. */
    CLEAR(0, (gcm, _, _) -> gcm.clear()),
    /** Clears a context that has the powers of {@link #COMPUTE_FEW_POWERS}, or none. */
    CLEAR_FEW_POWERS(0, (gcm, _, _) -> gcm.clearFewPowers());

    private final int addresses;
    private final Code code;

    @FunctionalInterface
    private interface Code {
        void execute(AesGcm gcm, List<Address> addresses, Count n);
    }

    /**
     * @param addresses how many beside that of the context
     */
    AesGcmFunction(int addresses, Code code) {
        this.addresses = addresses;
        this.code = code;
    }

    /** How many addresses it takes. */
    public int addresses() {
        return 1 + addresses;
    }

    /**
     * @param others addresses but the first one
     */
    void execute(AesGcm gcm, List<Address> others, Count n) {
        if (others.size() != addresses) {
            throw new IllegalArgumentException(this + " takes " + addresses() + " addresses");
        }
        code.execute(gcm, others, n);
    }
}
