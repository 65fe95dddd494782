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

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

/**
 * What a kernel runs on. A kernel calls these methods in the order in which its instructions are to be executed; whether they are executed at once or become a
 * graph is up to the machine. The methods with the name of a mnemonic are one instruction each; the destination is the value returned.
 *
 * @param <V> a vector of {@link Width}
 * @param <I> an integer of {@link Size}
 * @param <A> an address
 */
public interface Machine<V, I, A> {

    // Functions of three bits, for vpternlog: bit 4 i + 2 j + k is the result for i, j and k.
    int XOR3 = 0x96;
    /** Ch of SHA-1 and SHA-2. */
    int CHOICE = 0xCA;
    /** Maj of these. */
    int MAJORITY = 0xE8;

    /** One vector instruction, {@link VectorInstruction#form sources} in the order of the Intel SDM; all of the same width. */
    V apply(VectorInstruction instruction, int immediate, List<V> sources);

    /** One instruction on general registers; all sources of the same size. */
    I apply(ScalarInstruction instruction, int immediate, List<I> sources);

    /** A vector constant of 16, 32 or 64 bytes, lane 0 first. */
    V constant(byte[] bytes);

    /** A 32-bit constant. */
    I constant(int value);

    /** Loads a vector constant into a register; otherwise it is read by each instruction that uses it. */
    default V load(V constant) {
        return constant;
    }

    /** Loads a vector from an address of any alignment. */
    V load(Width width, A base, int displacement);

    /** Loads an integer from an address of any alignment. */
    I load(Size size, A base, int displacement);

    /**
     * As {@link #load(Width, Object, int)}, but read by the instruction that uses the value: nothing may be stored there in between.
     */
    V memory(Width width, A base, int displacement);

    /**
     * As {@link #load(Size, Object, int)}, but read by the instruction that uses the value: nothing may be stored there in between.
     */
    I memory(Size size, A base, int displacement);

    /** Loads 32 bits from an address of any alignment into lane 0 of a vector of 128 bits; the other lanes are 0. */
    V loadDword(A base, int displacement);

    /**
     * Loads a vector from an address of any alignment, 64 bits at a time: of what was just stored like that each comes from its store, while a load of all of it
     * would wait until the stores have reached the cache.
     *
     * @param width XMM or YMM
     */
    V loadByQwords(Width width, A base, int displacement);

    /** Loads 64 bits from an address of any alignment into lane 0 of a vector of 128 bits; the other one is 0. */
    V loadQword(A base, int displacement);

    /** Loads 128 bits from an address of any alignment into the low ones of a vector; the others are 0. */
    V loadLow(Width width, A base, int displacement);

    /** Loads 128 bits from an address of any alignment into each 128 bits of a vector. */
    V loadBroadcast(Width width, A base, int displacement);

    /** Stores the low 128 bits of a vector at an address of any alignment. */
    void storeLow(A base, int displacement, V value);

    /** Stores a vector at an address of any alignment. */
    void storeVector(A base, int displacement, V value);

    /** Stores lane 0 of a vector of 128 bits, 32 bits, at an address of any alignment. */
    void storeDword(A base, int displacement, V value);

    /** Stores lane 0 of a vector of 128 bits, 64 bits, at an address of any alignment. */
    void storeQword(A base, int displacement, V value);

    /** Stores an integer at an address of any alignment. */
    void storeInteger(A base, int displacement, I value);

    /** Has the cache line at an address fetched, and does not wait. The address may be any: it does nothing where there is no memory. */
    void prefetcht0(A base, int displacement);

    /**
     * Memory of the kernel's own, aligned to 16 bytes, undefined at first, cleared when the kernel returns.
     *
     * @param bytes a multiple of 16
     */
    A scratch(int bytes);

    /** The address of constants, 64 bits each in native byte order, aligned to 16 bytes: a table for loops. Nothing may be stored there. */
    A table(long... constants);

    /**
     * {@code do { variables = body(data, variables); data += stride; } while (--count != 0)}.
     *
     * @param count how many times the body is executed, at least once; 32 bits
     * @param data addresses, all of which advance
     * @param variables vectors or integers; the body returns as many, in the same order
     * @return the variables as the last execution of the body returned them
     */
    <T> List<T> repeat(I count, List<A> data, int stride, List<T> variables, BiFunction<List<A>, List<T>, List<T>> body);

    /** Variables of a loop, of two kinds. */
    record Variables<S, T>(List<S> some, List<T> others) {
    }

    /** As {@link #repeat(Object, List, int, List, BiFunction)}, with one address, and variables of two kinds. */
    @SuppressWarnings("unchecked")
    default <S, T> Variables<S, T> repeat(I count, A data, int stride, Variables<S, T> variables, BiFunction<A, Variables<S, T>, Variables<S, T>> body) {
        int some = variables.some.size();
        Function<List<Object>, Variables<S, T>> split = all -> new Variables<>((List<S>) all.subList(0, some), (List<T>) all.subList(some, all.size()));
        Function<Variables<S, T>, List<Object>> join = of -> Stream.concat(of.some.stream(), of.others.stream()).toList();
        return split.apply(this.<Object>repeat(count, data, stride, join.apply(variables), (address, current) -> join.apply(body.apply(address, split.apply(current)))));
    }

    /**
     * Executes two sequences of instructions, of which neither needs what the other one does, in turns: a CPU takes instructions in program order, and only so
     * has work for both its scalar and its vector units at any time.
     */
    default void weave(Runnable some, Runnable others) {
        some.run();
        others.run();
    }

    /** As {@link #repeat(Object, List, int, List, BiFunction)}, with one address. */
    default <T> List<T> repeat(I count, A data, int stride, List<T> variables, BiFunction<A, List<T>, List<T>> body) {
        return repeat(count, List.of(data), stride, variables, (addresses, current) -> body.apply(addresses.getFirst(), current));
    }

    /** A vector constant of 4, 8 or 16 lanes of 32 bits, lane 0 first. */
    default V constant(int... lanes) {
        return constant(VectorInstruction.lanes(lanes));
    }

    /** A vector constant of 2, 4 or 8 lanes of 64 bits, lane 0 first. */
    default V constant(long... lanes) {
        return constant(VectorInstruction.lanes(lanes));
    }

    default V paddd(V a, V b) {
        return apply(PADDD, 0, List.of(a, b));
    }

    default V paddq(V a, V b) {
        return apply(PADDQ, 0, List.of(a, b));
    }

    default V pxor(V a, V b) {
        return apply(PXOR, 0, List.of(a, b));
    }

    default V pand(V a, V b) {
        return apply(PAND, 0, List.of(a, b));
    }

    default V pslld(V a, int count) {
        return apply(PSLLD, count, List.of(a));
    }

    default V psrld(V a, int count) {
        return apply(PSRLD, count, List.of(a));
    }

    default V psrad(V a, int count) {
        return apply(PSRAD, count, List.of(a));
    }

    default V psllq(V a, int count) {
        return apply(PSLLQ, count, List.of(a));
    }

    default V psrlq(V a, int count) {
        return apply(PSRLQ, count, List.of(a));
    }

    default V vprold(V a, int count) {
        return apply(VPROLD, count, List.of(a));
    }

    default V vprolq(V a, int count) {
        return apply(VPROLQ, count, List.of(a));
    }

    /**
     * @param function of the bits of a, b and c, such as {@link #XOR3}
     */
    default V vpternlogd(V a, V b, V c, int function) {
        return apply(VPTERNLOGD, function, List.of(a, b, c));
    }

    /** As {@link #vpternlogd}. */
    default V vpternlogq(V a, V b, V c, int function) {
        return apply(VPTERNLOGQ, function, List.of(a, b, c));
    }

    default V vprorq(V a, int count) {
        return apply(VPRORQ, count, List.of(a));
    }

    default V pshufb(V a, V control) {
        return apply(PSHUFB, 0, List.of(a, control));
    }

    default V pshufd(V a, int order) {
        return apply(PSHUFD, order, List.of(a));
    }

    /** The first two lanes of both by turns. */
    default V punpckldq(V a, V b) {
        return apply(PUNPCKLDQ, 0, List.of(a, b));
    }

    /** The last two lanes of both by turns. */
    default V punpckhdq(V a, V b) {
        return apply(PUNPCKHDQ, 0, List.of(a, b));
    }

    default V palignr(V high, V low, int bytes) {
        return apply(PALIGNR, bytes, List.of(high, low));
    }

    default V pblendw(V a, V b, int selectB) {
        return apply(PBLENDW, selectB, List.of(a, b));
    }

    default V sha1rnds4(V abcd, V we, int function) {
        return apply(SHA1RNDS4, function, List.of(abcd, we));
    }

    default V sha1nexte(V abcd, V w) {
        return apply(SHA1NEXTE, 0, List.of(abcd, w));
    }

    default V sha1msg1(V a, V b) {
        return apply(SHA1MSG1, 0, List.of(a, b));
    }

    default V sha1msg2(V a, V b) {
        return apply(SHA1MSG2, 0, List.of(a, b));
    }

    default V sha256rnds2(V cdgh, V abef, V wk) {
        return apply(SHA256RNDS2, 0, List.of(cdgh, abef, wk));
    }

    default V sha256msg1(V a, V b) {
        return apply(SHA256MSG1, 0, List.of(a, b));
    }

    default V sha256msg2(V a, V b) {
        return apply(SHA256MSG2, 0, List.of(a, b));
    }

    /** Vectors of 256 bits; only the low half of {@code wk} is read. */
    default V vsha512rnds2(V cdgh, V abef, V wk) {
        return apply(VSHA512RNDS2, 0, List.of(cdgh, abef, wk));
    }

    /** Vectors of 256 bits; only lane 0 of {@code b} is read. */
    default V vsha512msg1(V a, V b) {
        return apply(VSHA512MSG1, 0, List.of(a, b));
    }

    default V vsha512msg2(V a, V b) {
        return apply(VSHA512MSG2, 0, List.of(a, b));
    }

    default V aesenc(V state, V roundKey) {
        return apply(AESENC, 0, List.of(state, roundKey));
    }

    default V aesenclast(V state, V roundKey) {
        return apply(AESENCLAST, 0, List.of(state, roundKey));
    }

    default V pclmulqdq(V a, V b, int halves) {
        return apply(PCLMULQDQ, halves, List.of(a, b));
    }

    default V vshufi64x2(V a, V b, int lanes) {
        return apply(VSHUFI64X2, lanes, List.of(a, b));
    }

    default V vperm2i128(V a, V b, int halves) {
        return apply(VPERM2I128, halves, List.of(a, b));
    }

    default I add(I a, I b) {
        return apply(ADD, 0, List.of(a, b));
    }

    default I and(I a, I b) {
        return apply(AND, 0, List.of(a, b));
    }

    /** {@code ~a & b}. */
    default I andn(I a, I b) {
        return apply(ANDN, 0, List.of(a, b));
    }

    default I or(I a, I b) {
        return apply(OR, 0, List.of(a, b));
    }

    default I xor(I a, I b) {
        return apply(XOR, 0, List.of(a, b));
    }

    default I not(I a) {
        return apply(NOT, 0, List.of(a));
    }

    default I rol(I a, int count) {
        return apply(ROL, count, List.of(a));
    }

    default I rorx(I a, int count) {
        return apply(RORX, count, List.of(a));
    }
}
