package org.cryptointrinsics.kernel;

import static org.cryptointrinsics.instruction.ScalarInstruction.ADD;
import static org.cryptointrinsics.instruction.ScalarInstruction.AND;
import static org.cryptointrinsics.instruction.ScalarInstruction.ANDN;
import static org.cryptointrinsics.instruction.ScalarInstruction.NOT;
import static org.cryptointrinsics.instruction.ScalarInstruction.OR;
import static org.cryptointrinsics.instruction.ScalarInstruction.ROL;
import static org.cryptointrinsics.instruction.ScalarInstruction.RORX;
import static org.cryptointrinsics.instruction.ScalarInstruction.XOR;
import static org.cryptointrinsics.instruction.VectorInstruction.AESENC;
import static org.cryptointrinsics.instruction.VectorInstruction.AESENCLAST;
import static org.cryptointrinsics.instruction.VectorInstruction.PADDD;
import static org.cryptointrinsics.instruction.VectorInstruction.PADDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PALIGNR;
import static org.cryptointrinsics.instruction.VectorInstruction.PAND;
import static org.cryptointrinsics.instruction.VectorInstruction.PBLENDW;
import static org.cryptointrinsics.instruction.VectorInstruction.PCLMULQDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PSHUFB;
import static org.cryptointrinsics.instruction.VectorInstruction.PSHUFD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSLLD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSLLQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PSRAD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSRLD;
import static org.cryptointrinsics.instruction.VectorInstruction.PSRLQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKHDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKLDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PXOR;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA1MSG1;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA1MSG2;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA1NEXTE;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA1RNDS4;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA256MSG1;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA256MSG2;
import static org.cryptointrinsics.instruction.VectorInstruction.SHA256RNDS2;
import static org.cryptointrinsics.instruction.VectorInstruction.VPERM2I128;
import static org.cryptointrinsics.instruction.VectorInstruction.VPROLD;
import static org.cryptointrinsics.instruction.VectorInstruction.VPROLQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VPRORQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VPTERNLOGD;
import static org.cryptointrinsics.instruction.VectorInstruction.VPTERNLOGQ;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHA512MSG1;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHA512MSG2;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHA512RNDS2;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHUFI64X2;

import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

/**
 * What a kernel runs on. A kernel calls these methods in the order in which its instructions are to be executed; whether they are executed at once or become a
 * graph is up to the machine. The methods with the name of a mnemonic are one instruction each; the destination is the value returned.
 */
public interface Machine {

    // Functions of three bits, for vpternlog: bit 4 i + 2 j + k is the result for i, j and k.
    int XOR3 = 0x96;
    /** Ch of SHA-1 and SHA-2. */
    int CHOICE = 0xCA;
    /** Maj of these. */
    int MAJORITY = 0xE8;

    /** One vector instruction, {@link VectorInstruction#form sources} in the order of the Intel SDM; all of the same width. */
    Vector apply(VectorInstruction instruction, int immediate, Vector... sources);

    /** One instruction on general registers; all sources of the same size. */
    Int apply(ScalarInstruction instruction, int immediate, Int... sources);

    /** A vector constant of 16, 32 or 64 bytes, lane 0 first. */
    Vector constant(byte[] bytes);

    /** A 32-bit constant. */
    Int constant(int value);

    /** How often a loop goes round that always goes round as often, at least once. */
    Count count(int times);

    /** Loads a vector constant into a register; otherwise it is read by each instruction that uses it. */
    default Vector load(Vector constant) {
        return constant;
    }

    /** Loads a vector from an address of any alignment. */
    Vector load(Width width, Address base, int displacement);

    /** Loads an integer from an address of any alignment. */
    Int load(Size size, Address base, int displacement);

    /**
     * As {@link #load(Width, Address, int)}, but read by the instruction that uses the value: nothing may be stored there in between.
     */
    Vector memory(Width width, Address base, int displacement);

    /**
     * As {@link #load(Size, Address, int)}, but read by the instruction that uses the value: nothing may be stored there in between.
     */
    Int memory(Size size, Address base, int displacement);

    /** Loads 32 bits from an address of any alignment into lane 0 of a vector of 128 bits; the other lanes are 0. */
    Vector loadDword(Address base, int displacement);

    /**
     * Loads a vector from an address of any alignment, 64 bits at a time: of what was just stored like that each comes from its store, while a load of all of it
     * would wait until the stores have reached the cache.
     *
     * @param width XMM or YMM
     */
    Vector loadByQwords(Width width, Address base, int displacement);

    /** Loads 64 bits from an address of any alignment into lane 0 of a vector of 128 bits; the other one is 0. */
    Vector loadQword(Address base, int displacement);

    /** Loads 128 bits from an address of any alignment into the low ones of a vector; the others are 0. */
    Vector loadLow(Width width, Address base, int displacement);

    /** Loads 128 bits from an address of any alignment into each 128 bits of a vector. */
    Vector loadBroadcast(Width width, Address base, int displacement);

    /** Stores the low 128 bits of a vector at an address of any alignment. */
    void storeLow(Address base, int displacement, Vector value);

    /** Stores a vector at an address of any alignment. */
    void storeVector(Address base, int displacement, Vector value);

    /** Stores lane 0 of a vector of 128 bits, 32 bits, at an address of any alignment. */
    void storeDword(Address base, int displacement, Vector value);

    /** Stores lane 0 of a vector of 128 bits, 64 bits, at an address of any alignment. */
    void storeQword(Address base, int displacement, Vector value);

    /** Stores an integer at an address of any alignment. */
    void storeInteger(Address base, int displacement, Int value);

    /** Has the cache line at an address fetched, and does not wait. The address may be any: it does nothing where there is no memory. */
    void prefetcht0(Address base, int displacement);

    /**
     * Memory of the kernel's own, aligned to 16 bytes, undefined at first, cleared when the kernel returns.
     *
     * @param bytes a multiple of 16
     */
    Address scratch(int bytes);

    /** The address of constants, 64 bits each in native byte order, aligned to 16 bytes: a table for loops. Nothing may be stored there. */
    Address table(long... constants);

    /**
     * {@code do { variables = body(data, variables); data += stride; } while (--count != 0)}.
     *
     * @param count how many times the body is executed
     * @param data addresses, all of which advance
     * @param variables vectors, integers or both; the body returns as many, in the same order
     * @return the variables as the last execution of the body returned them
     */
    <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body);

    /**
     * Executes two sequences of instructions, of which neither needs what the other one does, in turns: a CPU takes instructions in program order, and only so
     * has work for both its scalar and its vector units at any time.
     */
    default void weave(Runnable some, Runnable others) {
        some.run();
        others.run();
    }

    /** As {@link #repeat(Count, List, int, List, BiFunction)}, with one address. */
    default <T extends Value> List<T> repeat(Count count, Address data, int stride, List<T> variables, BiFunction<Address, List<T>, List<T>> body) {
        return repeat(count, List.of(data), stride, variables, (addresses, current) -> body.apply(addresses.getFirst(), current));
    }

    /**
     * As {@link #repeat(Count, List, int, List, BiFunction)}, with one address, and with variables in lists, which the body changes.
     *
     * @param variables lists of vectors and lists of integers, none of which gets shorter or longer
     */
    default void repeat(Count count, Address data, int stride, List<? extends List<? extends Value>> variables, Consumer<Address> body) {
        assign(variables, repeat(count, data, stride, values(variables), (address, current) -> {
            assign(variables, current);
            body.accept(address);
            return values(variables);
        }));
    }

    private static List<Value> values(List<? extends List<? extends Value>> variables) {
        return variables.stream().<Value>flatMap(List::stream).toList();
    }

    /** A loop leaves each variable what it is, vector or integer. */
    @SuppressWarnings("unchecked")
    private static void assign(List<? extends List<? extends Value>> variables, List<Value> values) {
        Iterator<Value> next = values.iterator();
        variables.forEach(list -> ((List<Value>) list).replaceAll(_ -> next.next()));
    }

    /** A vector constant of 4, 8 or 16 lanes of 32 bits, lane 0 first. */
    default Vector constant(int... lanes) {
        return constant(VectorInstruction.lanes(lanes));
    }

    /** A vector constant of 2, 4 or 8 lanes of 64 bits, lane 0 first. */
    default Vector constant(long... lanes) {
        return constant(VectorInstruction.lanes(lanes));
    }

    default Vector paddd(Vector a, Vector b) {
        return apply(PADDD, 0, a, b);
    }

    default Vector paddq(Vector a, Vector b) {
        return apply(PADDQ, 0, a, b);
    }

    default Vector pxor(Vector a, Vector b) {
        return apply(PXOR, 0, a, b);
    }

    default Vector pand(Vector a, Vector b) {
        return apply(PAND, 0, a, b);
    }

    default Vector pslld(Vector a, int count) {
        return apply(PSLLD, count, a);
    }

    default Vector psrld(Vector a, int count) {
        return apply(PSRLD, count, a);
    }

    default Vector psrad(Vector a, int count) {
        return apply(PSRAD, count, a);
    }

    default Vector psllq(Vector a, int count) {
        return apply(PSLLQ, count, a);
    }

    default Vector psrlq(Vector a, int count) {
        return apply(PSRLQ, count, a);
    }

    default Vector vprold(Vector a, int count) {
        return apply(VPROLD, count, a);
    }

    default Vector vprolq(Vector a, int count) {
        return apply(VPROLQ, count, a);
    }

    /**
     * @param function of the bits of a, b and c, such as {@link #XOR3}
     */
    default Vector vpternlogd(Vector a, Vector b, Vector c, int function) {
        return apply(VPTERNLOGD, function, a, b, c);
    }

    /** As {@link #vpternlogd}. */
    default Vector vpternlogq(Vector a, Vector b, Vector c, int function) {
        return apply(VPTERNLOGQ, function, a, b, c);
    }

    default Vector vprorq(Vector a, int count) {
        return apply(VPRORQ, count, a);
    }

    default Vector pshufb(Vector a, Vector control) {
        return apply(PSHUFB, 0, a, control);
    }

    default Vector pshufd(Vector a, int order) {
        return apply(PSHUFD, order, a);
    }

    /** The first two lanes of both by turns. */
    default Vector punpckldq(Vector a, Vector b) {
        return apply(PUNPCKLDQ, 0, a, b);
    }

    /** The last two lanes of both by turns. */
    default Vector punpckhdq(Vector a, Vector b) {
        return apply(PUNPCKHDQ, 0, a, b);
    }

    default Vector palignr(Vector high, Vector low, int bytes) {
        return apply(PALIGNR, bytes, high, low);
    }

    default Vector pblendw(Vector a, Vector b, int selectB) {
        return apply(PBLENDW, selectB, a, b);
    }

    default Vector sha1rnds4(Vector abcd, Vector we, int function) {
        return apply(SHA1RNDS4, function, abcd, we);
    }

    default Vector sha1nexte(Vector abcd, Vector w) {
        return apply(SHA1NEXTE, 0, abcd, w);
    }

    default Vector sha1msg1(Vector a, Vector b) {
        return apply(SHA1MSG1, 0, a, b);
    }

    default Vector sha1msg2(Vector a, Vector b) {
        return apply(SHA1MSG2, 0, a, b);
    }

    default Vector sha256rnds2(Vector cdgh, Vector abef, Vector wk) {
        return apply(SHA256RNDS2, 0, cdgh, abef, wk);
    }

    default Vector sha256msg1(Vector a, Vector b) {
        return apply(SHA256MSG1, 0, a, b);
    }

    default Vector sha256msg2(Vector a, Vector b) {
        return apply(SHA256MSG2, 0, a, b);
    }

    /** Vectors of 256 bits; only the low half of {@code wk} is read. */
    default Vector vsha512rnds2(Vector cdgh, Vector abef, Vector wk) {
        return apply(VSHA512RNDS2, 0, cdgh, abef, wk);
    }

    /** Vectors of 256 bits; only lane 0 of {@code b} is read. */
    default Vector vsha512msg1(Vector a, Vector b) {
        return apply(VSHA512MSG1, 0, a, b);
    }

    default Vector vsha512msg2(Vector a, Vector b) {
        return apply(VSHA512MSG2, 0, a, b);
    }

    default Vector aesenc(Vector state, Vector roundKey) {
        return apply(AESENC, 0, state, roundKey);
    }

    default Vector aesenclast(Vector state, Vector roundKey) {
        return apply(AESENCLAST, 0, state, roundKey);
    }

    default Vector pclmulqdq(Vector a, Vector b, int halves) {
        return apply(PCLMULQDQ, halves, a, b);
    }

    default Vector vshufi64x2(Vector a, Vector b, int lanes) {
        return apply(VSHUFI64X2, lanes, a, b);
    }

    default Vector vperm2i128(Vector a, Vector b, int halves) {
        return apply(VPERM2I128, halves, a, b);
    }

    default Int add(Int a, Int b) {
        return apply(ADD, 0, a, b);
    }

    default Int and(Int a, Int b) {
        return apply(AND, 0, a, b);
    }

    /** {@code ~a & b}. */
    default Int andn(Int a, Int b) {
        return apply(ANDN, 0, a, b);
    }

    default Int or(Int a, Int b) {
        return apply(OR, 0, a, b);
    }

    default Int xor(Int a, Int b) {
        return apply(XOR, 0, a, b);
    }

    default Int not(Int a) {
        return apply(NOT, 0, a);
    }

    default Int rol(Int a, int count) {
        return apply(ROL, count, a);
    }

    default Int rorx(Int a, int count) {
        return apply(RORX, count, a);
    }
}
