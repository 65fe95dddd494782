package org.cryptointrinsics.proof.lattice;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.lattice.LatticeMeanings.Part;

/** Executes a kernel with any {@linkplain Coefficient coefficients}, and sees to it that none becomes too large. Vectors and memory are parts of 16 bits of numbers. */
final class LatticeMachine implements Machine {

    private record Parts(List<Part> list) implements Vector {
    }

    /** Read by the instruction that uses it. */
    private record InMemory(Location location, int bytes) implements Vector {
    }

    private record Times(int times) implements Count {
    }

    private record Location(Array array, int offset) implements Address {
        Location plus(int displacement) {
            return new Location(array, offset + displacement);
        }
    }

    /** An array of coefficients, or a table. */
    final class Array {

        private final String name;
        private final List<Part> parts = new ArrayList<>();
        private final boolean isWritable;

        Array(String name, List<Coefficient> numbers, boolean isWritable) {
            this.name = name;
            this.isWritable = isWritable;
            numbers.forEach(number -> parts.addAll(LatticeMeanings.parts(number)));
        }

        Address address() {
            return new Location(this, 0);
        }

        List<Coefficient> numbers(int bits) {
            return IntStream.range(0, parts.size() * LatticeMeanings.PART / bits).mapToObj(i -> meanings.number(parts, i * bits / LatticeMeanings.PART, bits)).toList();
        }

        private List<Part> at(int offset, int bytes) {
            if (offset < 0 || offset % Short.BYTES != 0 || offset + bytes > parts.size() * Short.BYTES) {
                throw new ProofException("accesses bytes " + offset + " to " + (offset + bytes - 1) + " of " + name + ", which has " + parts.size() * Short.BYTES);
            }
            return parts.subList(offset / Short.BYTES, (offset + bytes) / Short.BYTES);
        }
    }

    private static List<Part> list(Value value) {
        return value instanceof InMemory memory ? List.copyOf(memory.location.array.at(memory.location.offset, memory.bytes)) : ((Parts) value).list;
    }

    private final LatticeMeanings meanings;

    LatticeMachine(long modulus) {
        meanings = new LatticeMeanings(modulus);
    }

    @Override
    public Vector apply(VectorInstruction instruction, int immediate, Vector... sources) {
        return new Parts(meanings.apply(instruction, immediate, Stream.of(sources).map(LatticeMachine::list).toList()));
    }

    @Override
    public Vector constant(byte[] bytes) {
        return new Parts(meanings.constantParts(bytes));
    }

    @Override
    public Count count(int times) {
        return new Times(times);
    }

    @Override
    public Vector load(Width width, Address base, int displacement) {
        return new Parts(list(memory(width, base, displacement)));
    }

    @Override
    public Vector memory(Width width, Address base, int displacement) {
        return new InMemory(((Location) base).plus(displacement), width.bytes());
    }

    @Override
    public void storeVector(Address base, int displacement, Vector value) {
        Location location = ((Location) base).plus(displacement);
        if (!location.array.isWritable) {
            throw new ProofException("writes to " + location.array.name + ", which it may only read");
        }
        List<Part> parts = list(value);
        List<Part> memory = location.array.at(location.offset, parts.size() * Short.BYTES);
        for (int i = 0; i < parts.size(); i++) {
            memory.set(i, parts.get(i));
        }
    }

    @Override
    public Address table(long... constants) {
        Array table = new Array("a table", List.of(), false);
        table.parts.addAll(meanings.constantParts(VectorInstruction.lanes(constants)));
        return table.address();
    }

    @Override
    public <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body) {
        List<T> current = variables;
        for (int i = 0; i < ((Times) count).times; i++) {
            int advance = i * stride;
            current = body.apply(data.stream().<Address> map(address -> ((Location) address).plus(advance)).toList(), current);
        }
        return current;
    }

    private static ProofException unused() {
        return new ProofException("does what no kernel for polynomials does");
    }

    @Override
    public Int apply(ScalarInstruction instruction, int immediate, Int... sources) {
        throw unused();
    }

    @Override
    public Int constant(int value) {
        throw unused();
    }

    @Override
    public Int load(Size size, Address base, int displacement) {
        throw unused();
    }

    @Override
    public Int memory(Size size, Address base, int displacement) {
        throw unused();
    }

    @Override
    public Vector loadDword(Address base, int displacement) {
        throw unused();
    }

    @Override
    public Vector loadByQwords(Width width, Address base, int displacement) {
        throw unused();
    }

    @Override
    public Vector loadQword(Address base, int displacement) {
        throw unused();
    }

    @Override
    public Vector loadLow(Width width, Address base, int displacement) {
        throw unused();
    }

    @Override
    public Vector loadBroadcast(Width width, Address base, int displacement) {
        throw unused();
    }

    @Override
    public void storeLow(Address base, int displacement, Vector value) {
        throw unused();
    }

    @Override
    public void storeDword(Address base, int displacement, Vector value) {
        throw unused();
    }

    @Override
    public void storeQword(Address base, int displacement, Vector value) {
        throw unused();
    }

    @Override
    public void storeInteger(Address base, int displacement, Int value) {
        throw unused();
    }

    @Override
    public void prefetcht0(Address base, int displacement) {
        throw unused();
    }

    @Override
    public Address scratch(int bytes) {
        throw unused();
    }
}
