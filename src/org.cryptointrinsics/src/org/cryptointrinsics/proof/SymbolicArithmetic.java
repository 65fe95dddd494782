package org.cryptointrinsics.proof;

import java.util.List;

import org.cryptointrinsics.instruction.Arithmetic;

/** Computes with words that may be any. */
record SymbolicArithmetic(Variables variables, int bits) implements Arithmetic<Bits> {

    @Override
    public Bits constant(long value) {
        return Bits.of(value, bits);
    }

    @Override
    public Bits add(Bits a, Bits b) {
        return variables.add(a, b);
    }

    @Override
    public Bits and(Bits a, Bits b) {
        return variables.and(a, b);
    }

    @Override
    public Bits xor(Bits a, Bits b) {
        return a.xor(b);
    }

    @Override
    public Bits not(Bits a) {
        return a.not();
    }

    @Override
    public Bits rotateRight(Bits a, int count) {
        return a.rotateRight(count);
    }

    @Override
    public Bits shiftRight(Bits a, int count) {
        return a.shiftRight(count);
    }

    /** With all products, however many. */
    @Override
    public Bits xorOfProducts(List<Bits> a, List<Bits> b) {
        return variables.xorOfProducts(a, b);
    }
}
