package org.cryptointrinsics.interpreter;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;

/**
 * Executes a kernel in plain Java, whatever the CPU. Every access to memory is checked against the bounds of the segment that it belongs to.
 */
public sealed class Interpreter implements Machine permits MessageInterpreter {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** The content of a vector register, lane 0 first. */
    private record Bytes(byte[] bytes) implements Vector {
    }

    /** The content of a general-purpose register, zero-extended. */
    record Bits(Size size, long bits) implements Int {
    }

    /** The byte at {@code offset} of {@code segment}. */
    record Location(MemorySegment segment, long offset) implements Address {
    }

    /** A number. */
    record Times(int times) implements Count {
        Times {
            if (times < 0) {
                throw new IllegalArgumentException(times + " is less than 0");
            }
        }
    }

    /** No address. */
    static final Address NULL = new Location(MemorySegment.NULL, 0);

    /** The address of a segment: of its first byte. */
    public static Address address(MemorySegment segment) {
        return address(segment, 0);
    }

    /** The address of the byte at {@code offset} of a segment, or outside of it. */
    public static Address address(MemorySegment segment, long offset) {
        return segment == MemorySegment.NULL ? NULL : new Location(segment, offset);
    }

    private static Vector vector(byte[] bytes) {
        return new Bytes(bytes);
    }

    private static byte[] bytes(Vector vector) {
        return ((Bytes) vector).bytes;
    }

    static Int bits(Size size, long bits) {
        return new Bits(size, bits);
    }

    /**
     * Compresses blocks with a kernel.
     *
     * @param state the chaining value in native byte order, updated
     * @param data {@code blocks} blocks
     * @throws IndexOutOfBoundsException if the kernel reads or writes outside of the segments
     */
    public static void compress(DigestKernel kernel, MemorySegment state, MemorySegment data, int blocks) {
        kernel.compress(new Interpreter(), address(state), address(data), new Times(blocks));
    }

    /** As {@link #compress}, {@link TwoBlockKernel#compressTwo}. */
    public static void compressTwo(TwoBlockKernel kernel, MemorySegment state, MemorySegment data, MemorySegment otherState, MemorySegment otherData) {
        kernel.compressTwo(new Interpreter(), address(state), address(data), address(otherState), address(otherData));
    }

    /** As {@link #compress}, {@link SpongeKernel#permuteTwo}. */
    public static void permuteTwo(SpongeKernel kernel, MemorySegment state, MemorySegment otherState) {
        kernel.permuteTwo(new Interpreter(), address(state), address(otherState));
    }

    /** As {@link #compress}, {@link ParallelSpongeKernel#permuteSeveral}. */
    public static void permuteSeveral(ParallelSpongeKernel kernel, Width width, MemorySegment states) {
        kernel.permuteSeveral(new Interpreter(), width, address(states));
    }

    /** As {@link #compress}, a function of polynomials in arrays. */
    public static <F extends Enum<F> & KernelFunction> void apply(FunctionKernel<F> kernel, F function, List<MemorySegment> arrays) {
        kernel.execute(new Interpreter(), function, arrays.stream().map(Interpreter::address).toList());
    }

    /** As {@link #compress}, {@link HmacKernel#compressDigest}. */
    public static void compressDigest(HmacKernel kernel, MemorySegment state, MemorySegment digest) {
        kernel.compressDigest(new Interpreter(), address(state), address(digest));
    }

    @Override
    public Vector apply(VectorInstruction instruction, int immediate, Vector... sources) {
        return vector(instruction.apply(immediate, Stream.of(sources).map(Interpreter::bytes).toArray(byte[][]::new)));
    }

    @Override
    public Int apply(ScalarInstruction instruction, int immediate, Int... sources) {
        Size size = ((Bits) sources[0]).size;
        return bits(size, instruction.apply(size, immediate, Stream.of(sources).mapToLong(source -> ((Bits) source).bits).toArray()));
    }

    @Override
    public Vector constant(byte[] bytes) {
        return vector(bytes);
    }

    @Override
    public Int constant(int value) {
        return bits(Size.DWORD, Integer.toUnsignedLong(value));
    }

    @Override
    public Count count(int times) {
        return new Times(times);
    }

    /** The memory of {@code bytes} at an address. */
    static MemorySegment at(Address base, int displacement, long bytes) {
        Location location = (Location) base;
        return location.segment.asSlice(location.offset + displacement, bytes);
    }

    /** Loads bytes into the lowest ones of a vector; the others are 0. */
    private static Vector load(int bytes, Width width, Address base, int displacement) {
        return vector(Arrays.copyOf(at(base, displacement, bytes).toArray(ValueLayout.JAVA_BYTE), width.bytes()));
    }

    private static void store(int bytes, Address base, int displacement, Vector value) {
        MemorySegment.copy(bytes(value), 0, at(base, displacement, bytes), ValueLayout.JAVA_BYTE, 0, bytes);
    }

    @Override
    public Vector load(Width width, Address base, int displacement) {
        return load(width.bytes(), width, base, displacement);
    }

    @Override
    public Int load(Size size, Address base, int displacement) {
        MemorySegment from = at(base, displacement, size.bytes());
        return bits(size, size == Size.DWORD ? Integer.toUnsignedLong(from.get(INT, 0)) : from.get(LONG, 0));
    }

    @Override
    public Vector memory(Width width, Address base, int displacement) {
        return load(width, base, displacement);
    }

    @Override
    public Int memory(Size size, Address base, int displacement) {
        return load(size, base, displacement);
    }

    @Override
    public Vector loadDword(Address base, int displacement) {
        return load(Size.DWORD.bytes(), Width.XMM, base, displacement);
    }

    @Override
    public Vector loadQword(Address base, int displacement) {
        return load(Size.QWORD.bytes(), Width.XMM, base, displacement);
    }

    @Override
    public Vector loadByQwords(Width width, Address base, int displacement) {
        return load(width, base, displacement);
    }

    @Override
    public Vector loadLow(Width width, Address base, int displacement) {
        return load(Width.XMM.bytes(), width, base, displacement);
    }

    @Override
    public Vector loadBroadcast(Width width, Address base, int displacement) {
        return vector(VectorInstruction.VBROADCASTI32X4.apply(0, bytes(loadLow(width, base, displacement))));
    }

    @Override
    public Vector loadQwordBroadcast(Width width, Address base, int displacement) {
        return vector(VectorInstruction.VPBROADCASTQ.apply(0, bytes(load(Size.QWORD.bytes(), width, base, displacement))));
    }

    @Override
    public void storeVector(Address base, int displacement, Vector value) {
        store(bytes(value).length, base, displacement, value);
    }

    @Override
    public void storeLow(Address base, int displacement, Vector value) {
        store(Width.XMM.bytes(), base, displacement, value);
    }

    @Override
    public void storeDword(Address base, int displacement, Vector value) {
        store(Size.DWORD.bytes(), base, displacement, value);
    }

    @Override
    public void storeQword(Address base, int displacement, Vector value) {
        store(Size.QWORD.bytes(), base, displacement, value);
    }

    @Override
    public void storeInteger(Address base, int displacement, Int value) {
        Bits register = (Bits) value;
        MemorySegment to = at(base, displacement, register.size.bytes());
        if (register.size == Size.DWORD) {
            to.set(INT, 0, (int) register.bits);
        } else {
            to.set(LONG, 0, register.bits);
        }
    }

    @Override
    public void prefetcht0(Address base, int displacement) {
    }

    @Override
    public Address scratch(int bytes) {
        return address(Arena.ofAuto().allocate(bytes, Width.XMM.bytes()));
    }

    @Override
    public Address table(long... constants) {
        return address(MemorySegment.ofArray(VectorInstruction.lanes(constants)).asReadOnly());
    }

    @Override
    public <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body) {
        List<T> current = variables;
        List<Address> addresses = data;
        int remaining = ((Times) count).times;
        do {
            current = body.apply(addresses, current);
            addresses = addresses.stream().map(address -> advanced((Location) address, stride)).toList();
        } while (--remaining != 0);
        return current;
    }

    static Address advanced(Location location, int stride) {
        return new Location(location.segment, location.offset + stride);
    }
}
