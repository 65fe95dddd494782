package org.cryptointrinsics.linkage;

import java.util.List;

/** What a function of machine code takes. Lengths are in bytes. */
public enum Argument {

    /** Of the input: a function does nothing, and returns 0, where it is closed. */
    INPUT_SCOPE(Kind.SCOPE),
    /** Of the output, likewise. */
    OUTPUT_SCOPE(Kind.SCOPE),
    /** The blocks, or the data. */
    INPUT(Kind.ADDRESS),
    /** For the result: the address of the input, one before it, or elsewhere. */
    OUTPUT(Kind.ADDRESS),
    /** That of the input or of the message. */
    LENGTH(Kind.INT),
    /** How many blocks there are, at least 1. */
    BLOCKS(Kind.INT),

    /** The initial chaining value of a digest, in words. */
    INITIAL_STATE(Kind.ADDRESS),
    /** The chaining value of a digest in words, or of GHASH, two {@code long}s, the high one first. It is advanced. */
    STATE(Kind.ADDRESS),
    MESSAGE(Kind.ADDRESS),
    /** The first byte after a message. */
    SUFFIX(Kind.INT),
    /** For a digest, or for an HMAC, which may be that of the message. */
    RESULT(Kind.ADDRESS),
    /** A multiple of 4, at most that of the chaining value. */
    RESULT_LENGTH(Kind.INT),
    /** The key with the inner pad, a block. */
    INNER_KEY(Kind.ADDRESS),
    /** The key with the outer pad, a block. */
    OUTER_KEY(Kind.ADDRESS),
    /** What the results of all iterations are added to by XOR, or null and 0. */
    SUM(Kind.ADDRESS),
    /** How often, at least once; each of them but the first is of the result before. */
    ITERATIONS(Kind.INT),

    /** The JDK's key schedule: each word of FIPS 197 an {@code int}. */
    SESSION_KEY(Kind.ADDRESS),
    /** 12 bytes. */
    IV(Kind.ADDRESS),
    /** The additional authenticated data. */
    AAD(Kind.ADDRESS),
    AAD_LENGTH(Kind.INT),
    /** The next counter block, which is advanced. */
    COUNTER(Kind.ADDRESS),
    /** The hash subkey, two {@code long}s, the high one first. */
    SUBKEY(Kind.ADDRESS),
    /** The tag, or for it. */
    TAG(Kind.ADDRESS),
    /** At most 16; 0 for a part that is not the last one. */
    TAG_LENGTH(Kind.INT),
    /** Where in the message a part begins, in bytes. Additional authenticated data are hashed with the first one. */
    POSITION(Kind.INT),

    /** Arrays of a permutation or of a function of polynomials, of which the last ones may be null. */
    FIRST(Kind.ADDRESS),
    SECOND(Kind.ADDRESS),
    THIRD(Kind.ADDRESS),
    FOURTH(Kind.ADDRESS),

    /** Keeps a register free. */
    UNUSED(Kind.UNUSED);

    private final Kind kind;

    /** What Java code gives for it. */
    public enum Kind {
        /** An object, or null, and an offset in it, or an address, as those of {@code Unsafe}. */
        ADDRESS(Object.class, long.class),
        /** The same, of the state of a scope: negative from when it is closed. */
        SCOPE(Object.class, long.class),
        /**
         * All eight bytes of its place: C2 would store four of them on the stack, and what HotSpot has between Java and C loads eight. Such a load waits until the store has
         * retired, and with it all that came before.
         */
        INT(long.class),
        UNUSED();

        private final List<Class<?>> types;

        Kind(Class<?>... types) {
            this.types = List.of(types);
        }

        List<Class<?>> types() {
            return types;
        }
    }

    Argument(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
