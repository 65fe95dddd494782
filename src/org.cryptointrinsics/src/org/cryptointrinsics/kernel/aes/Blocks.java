package org.cryptointrinsics.kernel.aes;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/** Vectors of a width, as blocks of 128 bits, which are their lanes, on a machine with a context in memory. */
final class Blocks {

    /** For PSHUFB: the bytes of each lane in reverse order. */
    private static final long REVERSE_LOW = 0x08090A0B0C0D0E0FL;
    private static final long REVERSE_HIGH = 0x0001020304050607L;

    private static final int SWAP_QWORDS = 0x4E;
    // Digits of four bits, of one, or of two, name lanes.
    private static final int OTHER_LANE = 0x01;
    private static final int OTHER_LANE_OF_TWO = 0b01;
    private static final int OTHER_TWO_LANES = 0b01_00_11_10;
    private static final int OTHER_OF_TWO_LANES = 0b10_11_00_01;

    final Machine m;
    final Width width;
    final AesContext context;
    final Address memory;
    /** In a register, or null. */
    private Vector reversal;

    /**
     * @param memory address of the context
     */
    Blocks(Machine m, Width width, AesContext context, Address memory) {
        this.m = m;
        this.width = width;
        this.context = context;
        this.memory = memory;
    }

    /** For a loop: what {@link #reverse} needs is kept in a register, if there are enough. */
    Blocks inLoop() {
        reversal = has512Bits() ? m.load(reversal()) : null;
        return this;
    }

    int bytes() {
        return width.bytes();
    }

    int lanes() {
        return width.bytes() / AesContext.BLOCK;
    }

    /** The same in each lane. */
    Vector everywhere(long low, long high) {
        long[] longs = new long[2 * lanes()];
        for (int i = 0; i < longs.length; i += 2) {
            longs[i] = low;
            longs[i + 1] = high;
        }
        return m.constant(longs);
    }

    /** 0, 1, ... in the lanes. */
    Vector numbers() {
        long[] longs = new long[2 * lanes()];
        for (int i = 0; i < lanes(); i++) {
            longs[2 * i] = i;
        }
        return m.constant(longs);
    }

    /** One lane everywhere. */
    Vector broadcast(Vector a, int lane) {
        return switch (width) {
            case XMM -> a;
            case YMM -> hasAvx512() ? m.vshufi64x2(a, a, 0b11 * lane) : m.vperm2i128(a, a, 0x11 * lane);
            case ZMM -> m.vshufi64x2(a, a, 0x55 * lane);
        };
    }

    /** Lane {@code i}; the others are zero. */
    Vector only(Vector a, int i) {
        if (width == Width.XMM) {
            return a;
        }
        long[] mask = new long[2 * lanes()];
        mask[2 * i] = -1;
        mask[2 * i + 1] = -1;
        return m.pand(a, m.constant(mask));
    }

    /** The XOR of all lanes, in the lowest one; the others are zero. */
    Vector xorOfLanes(Vector a) {
        Vector sum = switch (width) {
            case XMM -> a;
            case YMM -> m.pxor(a, hasAvx512() ? m.vshufi64x2(a, a, OTHER_LANE_OF_TWO) : m.vperm2i128(a, a, OTHER_LANE));
            case ZMM -> {
                Vector two = m.pxor(a, m.vshufi64x2(a, a, OTHER_TWO_LANES));
                yield m.pxor(two, m.vshufi64x2(two, two, OTHER_OF_TWO_LANES));
            }
        };
        return only(sum, 0);
    }

    boolean has512Bits() {
        return width == Width.ZMM;
    }

    /** Whether there are 32 registers, and instructions with three sources: if no instruction of the kernel lacks an encoding in EVEX. */
    private boolean hasAvx512() {
        return context.width() == Width.ZMM;
    }

    /** The XOR of three. */
    Vector xor(Vector a, Vector b, Vector c) {
        return hasAvx512() ? m.vpternlogq(a, b, c, Machine.XOR3) : m.pxor(m.pxor(a, b), c);
    }

    Vector swapHalves(Vector a) {
        return m.pshufd(a, SWAP_QWORDS);
    }

    /** The vectors of a chunk at an address, each read by the instruction that uses it. */
    IntFunction<Vector> inMemory(Address data, int displacement) {
        return i -> m.memory(width, data, displacement + i * width.bytes());
    }

    /** The vectors of a chunk at an address, in registers. */
    List<Vector> load(Address data, int displacement) {
        return IntStream.range(0, context.vectors()).mapToObj(i -> m.load(width, data, displacement + i * width.bytes())).toList();
    }

    /** The bytes of each lane in reverse order. */
    Vector reverse(Vector a) {
        return m.pshufb(a, reversal());
    }

    private Vector reversal() {
        return reversal != null ? reversal : everywhere(REVERSE_LOW, REVERSE_HIGH);
    }
}
