package org.cryptointrinsics.proof.code;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.cryptointrinsics.proof.Bits;

/**
 * What callers of code give it, and what they rely on.
 *
 * @param isMethod whether the first argument is the object whose method it is, which HotSpot's own checks look at
 * @param arguments the registers of the first arguments
 * @param kept general registers that are afterwards what they were
 * @param keptVectors vector registers of which the lower 128 bits are
 * @param heapBase what is in the register for the base of compressed references, for compilers take it for a number that they know; null for any
 */
public record CallingConvention(boolean isMethod, List<Integer> arguments, List<Integer> kept, List<Integer> keptVectors, Long heapBase) {

    /** The registers of HotSpot's first arguments: {@code j_rarg0} to {@code j_rarg5} of assembler_x86.hpp. */
    private static final List<Integer> ARGUMENTS = List.of(6, 2, 1, 8, 9, 7);
    /** The same of C's, and what it keeps (System V ABI for AMD64, 3.2.3 and 3.2.1). */
    private static final List<Integer> ARGUMENTS_OF_C = List.of(7, 6, 2, 1, 8, 9);
    private static final List<Integer> KEPT_BY_C = List.of(3, 5, 12, 13, 14, 15);
    static final int RAX = 0;
    static final int HEAP_BASE = 12;
    static final int THREAD = 15;
    private static final int KEPT_VECTOR_BITS = 128;
    private static final int RBP = 5;
    /** Those that all CPUs have, and compilers of Java keep values in. */
    private static final int KEPT_VECTORS = 16;

    /** Of a method of HotSpot's. */
    public static CallingConvention ofMethod(Long heapBase) {
        return new CallingConvention(true, ARGUMENTS, List.of(RBP, HEAP_BASE, THREAD), List.of(), heapBase);
    }

    /**
     * Of a stub, whose callers may have values in all registers but some.
     *
     * @param destroyed numbers of those, general ones
     * @param destroyedVectors likewise, vector registers
     */
    public static CallingConvention ofStub(Set<Integer> destroyed, Set<Integer> destroyedVectors, Long heapBase) {
        return new CallingConvention(false, ARGUMENTS, numbers(Operands.REGISTERS).filter(i -> i != Operands.RSP && !destroyed.contains(i)).boxed().toList(),
                        numbers(KEPT_VECTORS).filter(i -> !destroyedVectors.contains(i)).boxed().toList(), heapBase);
    }

    /** C's. */
    public static CallingConvention ofC() {
        return new CallingConvention(false, ARGUMENTS_OF_C, KEPT_BY_C, List.of(), null);
    }

    /** Of what a function of C's calls, and knows to keep nothing. */
    static CallingConvention ofBody() {
        return new CallingConvention(false, ARGUMENTS, List.of(), List.of(), null);
    }

    /** What is kept of a vector register. */
    static Bits kept(Bits vector) {
        return vector.part(0, KEPT_VECTOR_BITS);
    }

    private static IntStream numbers(int end) {
        return IntStream.range(0, end);
    }
}
