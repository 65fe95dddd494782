package org.cryptointrinsics.linkage;

import java.util.List;

import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.kernel.aes.Icb;

/** What a function for AES does. Lengths of blocks are multiples of 16. */
public enum AesPart {

    /**
     * AES-GCM of a message, or of a part of one: all arguments but {@code COUNTER} and {@code SUBKEY}. Parts but the last one are chunks; the state is of use to them
     * alone, and cleared by the next one. Results in {@link AesGcmMethod#RIGHT} or {@link AesGcmMethod#WRONG}.
     */
    MESSAGE(true, false),
    /** Decryption of a whole message if its tag is right, and else of nothing: as above, without {@code STATE} and {@code POSITION}. */
    VERIFIED(false),
    /**
     * Encryption of a record of TLS 1.3 (RFC 8446, 5.2): as {@code MESSAGE}, but the last {@link GcmData#END_OF_RECORD} bytes are in the output, where their ciphertext will be:
     * the type of the content and padding.
     */
    RECORD(true),
    /** AES-GCM of blocks in the midst of a message: {@code SESSION_KEY, COUNTER, SUBKEY, STATE, IN, OUT, LENGTH}. */
    BLOCKS(true, false),
    /**
     * Counter mode (NIST SP 800-38A, 6.5) of blocks: {@code SESSION_KEY, COUNTER, IN, OUT, LENGTH}. Of the counter block, the last 32 bits are incremented, as by
     * {@code inc32} of SP 800-38D.
     */
    COUNTER(true),
    /** GHASH of blocks: {@code SUBKEY, STATE, IN, LENGTH}. */
    HASH(false);

    private final List<Boolean> directions;

    AesPart(Boolean... directions) {
        this.directions = List.of(directions);
    }

    /** True for encryption, if that is one, and false for decryption, or if there is no direction. */
    List<Boolean> directions() {
        return directions;
    }

    /** Whether it begins with an IV, and has a tag. */
    public boolean isOfMessage() {
        return this == MESSAGE || this == VERIFIED || this == RECORD;
    }

    /** What is constant in its machine code. */
    public AesParameters parameters(int rounds, boolean isEncryption) {
        return new AesParameters(rounds, isEncryption || !isDirected(), isOfMessage() ? Icb.INC32_J0 : Icb.ANY);
    }

    /** Whether it can be either direction; the machine code of others is that of encryption. */
    public boolean isDirected() {
        return directions.size() == 2;
    }
}
