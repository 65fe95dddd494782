package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;
import org.cryptointrinsics.proof.PartialMachine;
import org.cryptointrinsics.proof.ProofException;

/** Executes a kernel with any {@linkplain Limb limbs}, and sees to it that none becomes too large. Vectors and memory are lanes of 64 bits. */
final class LimbMachine extends PartialMachine {

    /** A vector. */
    record Lanes(List<Limb> list) implements Vector {
    }

    private record Location(Memory memory, int offset) implements Address {
    }

    /** What is at an address. Of what nobody has stored, nothing is known: it is null. */
    final class Memory {

        private final List<Limb> content;

        Memory(List<Limb> content) {
            this.content = new ArrayList<>(content);
        }

        Address address() {
            return new Location(this, 0);
        }

        List<Limb> content() {
            return content;
        }
    }

    /** Executes a loop of another kind than {@link #repeat}. */
    interface Loop {

        /**
         * @param data where the first address of the loop lies at first
         * @param first the variables that the loop is entered with
         * @param body executes the body once, in which all addresses are so many strides on
         * @return the variables after the loop
         */
        List<List<Limb>> execute(Memory data, List<List<Limb>> first, BiFunction<Integer, List<List<Limb>>, List<List<Limb>>> body);
    }

    private final LimbMeanings meanings;
    private final int timesOfLoop;
    private final Loop loop;
    private boolean isInLoop;

    LimbMachine(LimbMeanings meanings) {
        this(meanings, 0, null);
    }

    /**
     * @param loop executes the loop that goes round so many times
     */
    LimbMachine(LimbMeanings meanings, int timesOfLoop, Loop loop) {
        this.meanings = meanings;
        this.timesOfLoop = timesOfLoop;
        this.loop = loop;
    }

    static List<Limb> list(Value value) {
        return ((Lanes) value).list;
    }

    static Vector vector(List<Limb> lanes) {
        return new Lanes(lanes);
    }

    @Override
    protected Address plus(Address address, int bytes) {
        Location location = (Location) address;
        return new Location(location.memory, location.offset + bytes);
    }

    private static List<Limb> at(Address base, int displacement, int bytes) {
        Location location = (Location) base;
        int from = location.offset + displacement;
        if (from < 0 || from % Long.BYTES != 0 || from + bytes > location.memory.content.size() * Long.BYTES) {
            throw new ProofException("accesses bytes " + from + " to " + (from + bytes - 1) + " of memory of " + location.memory.content.size() * Long.BYTES);
        }
        return location.memory.content.subList(from / Long.BYTES, (from + bytes) / Long.BYTES);
    }

    static List<Limb> load(Address base, int displacement, int bytes) {
        List<Limb> loaded = at(base, displacement, bytes);
        if (loaded.contains(null)) {
            throw new ProofException("loads what it has not stored");
        }
        return List.copyOf(loaded);
    }

    void store(Address base, int displacement, List<Limb> lanes) {
        if (isInLoop) {
            // What it stores in one round, another one might find.
            throw new ProofException("stores in a loop");
        }
        Collections.copy(at(base, displacement, lanes.size() * Long.BYTES), lanes);
    }

    @Override
    public Vector apply(VectorInstruction instruction, int immediate, Vector... sources) {
        return new Lanes(meanings.apply(instruction, immediate, Stream.of(sources).map(LimbMachine::list).toList()));
    }

    @Override
    public Vector constant(byte[] bytes) {
        return new Lanes(LimbMeanings.constants(bytes));
    }

    @Override
    public Vector load(Width width, Address base, int displacement) {
        return new Lanes(load(base, displacement, width.bytes()));
    }

    @Override
    public Vector memory(Width width, Address base, int displacement) {
        return load(width, base, displacement);
    }

    @Override
    public Vector loadQword(Address base, int displacement) {
        return new Lanes(List.of(load(base, displacement, Long.BYTES).getFirst(), Limb.constant(BigInteger.ZERO)));
    }

    @Override
    public Vector loadBroadcast(Width width, Address base, int displacement) {
        List<Limb> lanes = load(base, displacement, Width.XMM.bytes());
        return new Lanes(IntStream.range(0, width.bytes() / Long.BYTES).mapToObj(i -> lanes.get(i % lanes.size())).toList());
    }

    @Override
    public Vector loadQwordBroadcast(Width width, Address base, int displacement) {
        return new Lanes(Collections.nCopies(width.bytes() / Long.BYTES, load(base, displacement, Long.BYTES).getFirst()));
    }

    @Override
    public void storeVector(Address base, int displacement, Vector value) {
        store(base, displacement, list(value));
    }

    @Override
    public void storeLow(Address base, int displacement, Vector value) {
        store(base, displacement, list(value).subList(0, Width.XMM.bytes() / Long.BYTES));
    }

    @Override
    public Address scratch(int bytes) {
        return new Memory(Collections.nCopies(bytes / Long.BYTES, null)).address();
    }

    @Override
    public Address table(long... constants) {
        return new Memory(LongStream.of(constants).mapToObj(constant -> Limb.constant(new BigInteger(Long.toUnsignedString(constant)))).toList()).address();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body) {
        if (times(count) != timesOfLoop) {
            return super.repeat(count, data, stride, variables, body);
        }
        Location begin = (Location) data.getFirst();
        if (begin.offset != 0) {
            throw new ProofException("has a loop that does not begin where its data do");
        }
        isInLoop = true;
        List<List<Limb>> last = loop.execute(begin.memory, variables.stream().map(LimbMachine::list).toList(), (round, lanes) -> {
            List<Address> addresses = data.stream().map(address -> plus(address, round * stride)).toList();
            return body.apply(addresses, lanes.stream().map(list -> (T) new Lanes(list)).toList()).stream().map(LimbMachine::list).toList();
        });
        isInLoop = false;
        return last.stream().map(list -> (T) new Lanes(list)).toList();
    }
}
