package org.cryptointrinsics.stub;

import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.word.Word;

/** What {@link HmacStub} is given: eight bytes each, in this order. */
public enum HmacArgument {

    /** Address of the initial chaining value, in words. */
    INITIAL_STATE,
    /** Address of the key with the inner pad, a block. */
    INNER_KEY,
    /** Address of the key with the outer pad, a block. */
    OUTER_KEY,
    /** Address of the message. */
    MESSAGE,
    /** Its length in bytes. */
    LENGTH,
    /** The first byte after a message. */
    SUFFIX,
    /** Address for the result, which may be that of the message. */
    RESULT,
    /** The length of the result in bytes, a multiple of 4, that of the digest or less. */
    RESULT_LENGTH,
    /** Address of what the results of all iterations are added to by XOR, or 0. */
    SUM,
    /** How often, at least once; each of them but the first is of the result before. */
    ITERATIONS;

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
