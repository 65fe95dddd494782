package org.cryptointrinsics.linkage;

/** What functions for AES there are, one for each length of the key in bits, if it matters. */
public enum AesUse {
    ENCRYPT_128(AesPart.MESSAGE, 10, true),
    DECRYPT_128(AesPart.MESSAGE, 10, false),
    ENCRYPT_192(AesPart.MESSAGE, 12, true),
    DECRYPT_192(AesPart.MESSAGE, 12, false),
    ENCRYPT_256(AesPart.MESSAGE, 14, true),
    DECRYPT_256(AesPart.MESSAGE, 14, false),
    DECRYPT_VERIFIED_128(AesPart.VERIFIED, 10, false),
    DECRYPT_VERIFIED_192(AesPart.VERIFIED, 12, false),
    DECRYPT_VERIFIED_256(AesPart.VERIFIED, 14, false),
    ENCRYPT_RECORD_128(AesPart.RECORD, 10, true),
    ENCRYPT_RECORD_192(AesPart.RECORD, 12, true),
    ENCRYPT_RECORD_256(AesPart.RECORD, 14, true),
    ENCRYPT_BLOCKS_128(AesPart.BLOCKS, 10, true),
    DECRYPT_BLOCKS_128(AesPart.BLOCKS, 10, false),
    ENCRYPT_BLOCKS_192(AesPart.BLOCKS, 12, true),
    DECRYPT_BLOCKS_192(AesPart.BLOCKS, 12, false),
    ENCRYPT_BLOCKS_256(AesPart.BLOCKS, 14, true),
    DECRYPT_BLOCKS_256(AesPart.BLOCKS, 14, false),
    CRYPT_COUNTER_128(AesPart.COUNTER, 10, true),
    CRYPT_COUNTER_192(AesPart.COUNTER, 12, true),
    CRYPT_COUNTER_256(AesPart.COUNTER, 14, true),
    HASH(AesPart.HASH, 0, false);

    private final AesPart part;
    private final int rounds;
    private final boolean isEncryption;

    AesUse(AesPart part, int rounds, boolean isEncryption) {
        this.part = part;
        this.rounds = rounds;
        this.isEncryption = isEncryption;
    }

    public AesPart part() {
        return part;
    }

    /** Of AES, or 0. */
    public int rounds() {
        return rounds;
    }

    public boolean isEncryption() {
        return isEncryption;
    }
}
