package org.cryptointrinsics.proof.code;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.cryptointrinsics.proof.Bits;

import jdk.vm.ci.amd64.AMD64;
import jdk.vm.ci.code.Register;

/**
 * What callers of code give it, and what they rely on.
 *
 * @param isMethod whether the first argument is the object whose method it is, which HotSpot's own checks look at
 * @param kept general registers that are afterwards what they were
 * @param keptVectors vector registers of which the lower 128 bits are
 */
record CallingConvention(boolean isMethod, List<Integer> kept, List<Integer> keptVectors) {

    /** The registers of HotSpot's first arguments: {@code j_rarg0} to {@code j_rarg5} of assembler_x86.hpp. */
    static final List<Integer> ARGUMENTS = List.of(6, 2, 1, 8, 9, 7);
    static final int RAX = 0;
    static final int HEAP_BASE = 12;
    static final int THREAD = 15;
    private static final int KEPT_VECTOR_BITS = 128;
    private static final int RBP = 5;
    /** Those that all CPUs have, and compilers of Java keep values in. */
    private static final int KEPT_VECTORS = 16;

    static final CallingConvention METHOD = new CallingConvention(true, List.of(RBP, HEAP_BASE, THREAD), List.of());

    /**
     * Of a stub, whose callers may have values in all registers but some.
     *
     * @param destroyed those
     */
    static CallingConvention ofStub(Set<Register> destroyed) {
        return new CallingConvention(false, numbers(Operands.REGISTERS).filter(i -> i != Operands.RSP && !contains(destroyed, AMD64.CPU, i)).boxed().toList(),
                        numbers(KEPT_VECTORS).filter(i -> !contains(destroyed, AMD64.XMM, i)).boxed().toList());
    }

    /** What is kept of a vector register. */
    static Bits kept(Bits vector) {
        return vector.part(0, KEPT_VECTOR_BITS);
    }

    private static IntStream numbers(int end) {
        return IntStream.range(0, end);
    }

    private static boolean contains(Set<Register> registers, Register.RegisterCategory category, int number) {
        return registers.stream().anyMatch(register -> register.getRegisterCategory().equals(category) && register.encoding() == number);
    }
}
