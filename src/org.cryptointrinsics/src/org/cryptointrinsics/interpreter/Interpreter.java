package org.cryptointrinsics.interpreter;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.TwoBlockKernel;

/**
 * Executes a kernel in plain Java, whatever the CPU. Every access to memory is checked against the bounds of the segment that it belongs to.
 */
public final class Interpreter implements Machine<byte[], Interpreter.Integer, Interpreter.Address> {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** The content of a general register, zero-extended. */
    public record Integer(Size size, long bits) {
    }

    /** The byte at {@code offset} of {@code segment}. */
    public record Address(MemorySegment segment, long offset) {
    }

    /**
     * Compresses blocks with a kernel.
     *
     * @param state the chaining value in native byte order, updated
     * @param data {@code blocks} blocks
     * @throws IndexOutOfBoundsException if the kernel reads or writes outside of the segments
     */
    public static void compress(DigestKernel kernel, MemorySegment state, MemorySegment data, int blocks) {
        kernel.compress(new Interpreter(), new Address(state, 0), new Address(data, 0), new Integer(Size.DWORD, blocks));
    }

    /** As {@link #compress}, {@link TwoBlockKernel#compressTwo}. */
    public static void compressTwo(TwoBlockKernel kernel, MemorySegment state, MemorySegment data, MemorySegment otherState, MemorySegment otherData) {
        kernel.compressTwo(new Interpreter(), new Address(state, 0), new Address(data, 0), new Address(otherState, 0), new Address(otherData, 0));
    }

    /** As {@link #compress}, {@link HmacKernel#compressDigest}. */
    public static void compressDigest(HmacKernel kernel, MemorySegment state, MemorySegment digest) {
        kernel.compressDigest(new Interpreter(), new Address(state, 0), new Address(digest, 0));
    }

    @Override
    public byte[] apply(VectorInstruction instruction, int immediate, List<byte[]> sources) {
        return instruction.apply(immediate, sources.toArray(byte[][]::new));
    }

    @Override
    public Integer apply(ScalarInstruction instruction, int immediate, List<Integer> sources) {
        long[] bits = new long[sources.size()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = sources.get(i).bits;
        }
        Size size = sources.get(0).size;
        return new Integer(size, instruction.apply(size, immediate, bits));
    }

    @Override
    public byte[] constant(byte[] bytes) {
        return bytes;
    }

    @Override
    public Integer constant(int value) {
        return new Integer(Size.DWORD, Size.DWORD.truncate(value));
    }

    @Override
    public byte[] load(Width width, Address base, int displacement) {
        return base.segment.asSlice(base.offset + displacement, width.bytes()).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public Integer load(Size size, Address base, int displacement) {
        long offset = base.offset + displacement;
        return new Integer(size, size == Size.DWORD ? Size.DWORD.truncate(base.segment.get(INT, offset)) : base.segment.get(LONG, offset));
    }

    @Override
    public byte[] memory(Width width, Address base, int displacement) {
        return load(width, base, displacement);
    }

    @Override
    public Integer memory(Size size, Address base, int displacement) {
        return load(size, base, displacement);
    }

    @Override
    public byte[] loadDword(Address base, int displacement) {
        return loadLane(Size.DWORD, base, displacement);
    }

    @Override
    public byte[] loadQword(Address base, int displacement) {
        return loadLane(Size.QWORD, base, displacement);
    }

    private static byte[] loadLane(Size size, Address base, int displacement) {
        return Arrays.copyOf(base.segment.asSlice(base.offset + displacement, size.bytes()).toArray(ValueLayout.JAVA_BYTE), Width.XMM.bytes());
    }

    @Override
    public byte[] loadByQwords(Width width, Address base, int displacement) {
        return load(width, base, displacement);
    }

    @Override
    public byte[] loadBroadcast(Width width, Address base, int displacement) {
        return VectorInstruction.VBROADCASTI32X4.apply(0, Arrays.copyOf(load(Width.XMM, base, displacement), width.bytes()));
    }

    @Override
    public void storeVector(Address base, int displacement, byte[] value) {
        MemorySegment.copy(value, 0, base.segment, ValueLayout.JAVA_BYTE, base.offset + displacement, value.length);
    }

    @Override
    public void storeDword(Address base, int displacement, byte[] value) {
        storeVector(base, displacement, Arrays.copyOf(value, Size.DWORD.bytes()));
    }

    @Override
    public void storeQword(Address base, int displacement, byte[] value) {
        storeVector(base, displacement, Arrays.copyOf(value, Size.QWORD.bytes()));
    }

    @Override
    public void storeInteger(Address base, int displacement, Integer value) {
        long offset = base.offset + displacement;
        if (value.size == Size.DWORD) {
            base.segment.set(INT, offset, (int) value.bits);
        } else {
            base.segment.set(LONG, offset, value.bits);
        }
    }

    @Override
    public void prefetcht0(Address base, int displacement) {
    }

    @Override
    public Address scratch(int bytes) {
        return new Address(Arena.ofAuto().allocate(bytes, Width.XMM.bytes()), 0);
    }

    @Override
    public Address table(long... constants) {
        return new Address(MemorySegment.ofArray(VectorInstruction.lanes(constants)).asReadOnly(), 0);
    }

    @Override
    public byte[] loadLow(Width width, Address base, int displacement) {
        return Arrays.copyOf(load(Width.XMM, base, displacement), width.bytes());
    }

    @Override
    public void storeLow(Address base, int displacement, byte[] value) {
        storeVector(base, displacement, Arrays.copyOf(value, Width.XMM.bytes()));
    }

    @Override
    public <T> List<T> repeat(Integer count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body) {
        List<T> current = variables;
        List<Address> addresses = data;
        int remaining = (int) count.bits;
        do {
            current = body.apply(addresses, current);
            addresses = addresses.stream().map(address -> new Address(address.segment, address.offset + stride)).toList();
        } while (--remaining != 0);
        return current;
    }
}
