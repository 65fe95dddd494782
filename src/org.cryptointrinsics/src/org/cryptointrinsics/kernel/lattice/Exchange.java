package org.cryptointrinsics.kernel.lattice;

import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKHDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKHQDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKLDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.PUNPCKLQDQ;
import static org.cryptointrinsics.instruction.VectorInstruction.SHUFPS;
import static org.cryptointrinsics.instruction.VectorInstruction.VPERM2I128;
import static org.cryptointrinsics.instruction.VectorInstruction.VSHUFI64X2;

import java.util.List;

import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * Two instructions that exchange parts of two vectors.
 *
 * @param first makes the first vector
 * @param firstOrder its immediate
 */
record Exchange(VectorInstruction first, int firstOrder, VectorInstruction second, int secondOrder) {

    // Each is named by what the first vector has of both. Orders have digits of two bits, that of the lowest part lowest.
    private static final Exchange LOW_256 = new Exchange(VSHUFI64X2, 0x44, VSHUFI64X2, 0xEE);
    private static final Exchange EVEN_128 = new Exchange(VSHUFI64X2, 0x88, VSHUFI64X2, 0xDD);
    private static final Exchange LOW_128 = new Exchange(VPERM2I128, 0x20, VPERM2I128, 0x31);
    private static final Exchange EVEN_64 = new Exchange(PUNPCKLQDQ, 0, PUNPCKHQDQ, 0);
    private static final Exchange EVEN_32 = new Exchange(SHUFPS, 0x88, SHUFPS, 0xDD);
    private static final Exchange BY_TURNS_32 = new Exchange(PUNPCKLDQ, 0, PUNPCKHDQ, 0);

    /**
     * Those that bring the first halves of blocks to the first vector and the second ones to the other: of blocks that are whole vectors, then of those that are half of that, and
     * so on, to blocks of 64 bits.
     */
    static List<Exchange> apart(Width width) {
        return width == Width.ZMM ? List.of(LOW_256, EVEN_128, EVEN_64, EVEN_32) : List.of(LOW_128, EVEN_64, EVEN_32);
    }

    /** Those that bring back what {@link #apart} has brought apart, the last one first. */
    static List<Exchange> together(Width width) {
        return width == Width.ZMM ? List.of(BY_TURNS_32, EVEN_64, LOW_256, EVEN_128) : List.of(BY_TURNS_32, EVEN_64, LOW_128);
    }

    List<Vector> apply(Machine m, Vector a, Vector b) {
        return List.of(m.apply(first, firstOrder, a, b), m.apply(second, secondOrder, a, b));
    }

    /** The same with bytes. */
    List<byte[]> apply(byte[] a, byte[] b) {
        return List.of(first.apply(firstOrder, a, b), second.apply(secondOrder, a, b));
    }
}
