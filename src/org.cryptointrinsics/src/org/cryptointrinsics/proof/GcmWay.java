package org.cryptointrinsics.proof;

import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.kernel.aes.Icb;

/** How a message of AES-GCM is encrypted or decrypted. */
enum GcmWay {
    ENCRYPT("encryption", true, true),
    DECRYPT("decryption", false, true),
    REFUSE("decryption with a wrong tag", false, false),
    VERIFY("decryption after the tag is known to be right", false, true),
    VERIFY_WRONG("decryption after the tag is known to be wrong", false, false),
    /** Its last bytes are where their ciphertext will be. */
    RECORD("encryption of a record", true, true),
    ENCRYPT_FIRST("encryption of a first part", true, true),
    ENCRYPT_LATER("encryption of a later part", true, true),
    DECRYPT_LATER("decryption of a later part", false, true),
    ENCRYPT_LAST("encryption of a last part", true, true),
    DECRYPT_LAST("decryption of a last part", false, true),
    REFUSE_LAST("decryption of a last part with a wrong tag", false, false);

    private final String told;
    private final boolean isEncryption;
    private final boolean isRight;

    GcmWay(String told, boolean isEncryption, boolean isRight) {
        this.told = told;
        this.isEncryption = isEncryption;
        this.isRight = isRight;
    }

    boolean isEncryption() {
        return isEncryption;
    }

    /** Whether the tag is right, if there is one. */
    boolean isRight() {
        return isRight;
    }

    /** Whether nothing is decrypted before the tag is known. */
    boolean isVerified() {
        return this == VERIFY || this == VERIFY_WRONG;
    }

    /** Whether other parts come before. */
    boolean isLater() {
        return ordinal() >= ENCRYPT_LATER.ordinal();
    }

    boolean hasTag() {
        return this != ENCRYPT_FIRST && this != ENCRYPT_LATER && this != DECRYPT_LATER;
    }

    /** How many bytes of the data are where the result will be. */
    int endBytes() {
        return this == RECORD ? GcmData.END_OF_RECORD : 0;
    }

    AesParameters parameters(int rounds) {
        return new AesParameters(rounds, isEncryption || isVerified(), Icb.INC32_J0);
    }

    @Override
    public String toString() {
        return told;
    }
}
