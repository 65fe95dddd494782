package org.cryptointrinsics.stub;

import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.word.Word;

/** What a stub for AES is given: the last four in registers, the others in memory, eight bytes each, in this order. {@link AesPart} tells of which stub. */
public enum AesArgument {

    /** Address of an IV of 12 bytes. */
    IV,
    /** Address of the additional authenticated data. */
    AAD,
    /** Their length in bytes. */
    AAD_LENGTH,
    /** Address of the next counter block, which is advanced. */
    COUNTER,
    /** Address of the hash subkey, two {@code long}s, the high one first. */
    SUBKEY,
    /** Address of the hash so far, likewise, which is advanced. */
    STATE,
    /** Address of the tag, or for it. */
    TAG,
    /** The length of the tag in bytes, at most 16; 0 for a part that is not the last one. */
    TAG_LENGTH,
    /** Where in the message a part begins, in bytes. Additional authenticated data are hashed with the first one. */
    POSITION,

    // These are in registers.

    /** Address of the JDK's key schedule: each word of FIPS 197 an {@code int}. */
    SESSION_KEY,
    /** Address of the data. */
    IN,
    /** Address for the result: that of the data, before it, or elsewhere. */
    OUT,
    /** The length of the data in bytes. */
    LENGTH;

    /** How far from the first one. */
    public int offset() {
        return ordinal() * Long.BYTES;
    }

    /**
     * @param arguments address of all
     */
    Word address(Word arguments) {
        return arguments.readWord(offset(), LocationIdentity.any());
    }

    /** As {@link #address}. */
    int integer(Word arguments) {
        return arguments.readInt(offset(), LocationIdentity.any());
    }
}
