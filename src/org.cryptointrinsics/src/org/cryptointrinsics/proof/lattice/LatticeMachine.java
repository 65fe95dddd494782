package org.cryptointrinsics.proof.lattice;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.proof.PartialMachine;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.lattice.LatticeMeanings.Part;

/** Executes a kernel with any {@linkplain Coefficient coefficients}, and sees to it that none becomes too large. Vectors and memory are parts of 16 bits of numbers. */
final class LatticeMachine extends PartialMachine {

    private record Parts(List<Part> list) implements Vector {
    }

    /** Read by the instruction that uses it. */
    private record InMemory(Location location, int bytes) implements Vector {
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
    protected Address plus(Address address, int bytes) {
        return ((Location) address).plus(bytes);
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
}
