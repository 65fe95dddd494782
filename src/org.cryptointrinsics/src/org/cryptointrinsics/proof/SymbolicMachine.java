package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;

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
import org.cryptointrinsics.proof.LoopEntry.Lane;
import org.cryptointrinsics.proof.Region.Location;

/** Executes a kernel with any data. Memory is in {@linkplain Region regions}, of which every access is checked. Loops that go round any number of times do so once. */
public sealed class SymbolicMachine implements Machine permits SymbolicMessageMachine {

    /** Of a loop that goes round any number of times, at least once. */
    static final Count ANY = Number.UNKNOWN;

    private static final String OWN = "memory of its own";

    record Register(Bits bits) implements Vector, Int {
    }

    /** Read by the instruction that uses it. */
    private record InMemory(Location location, int length) implements Vector, Int {
    }

    /** Of memory. */
    private record Access(Region region, int offset, int length, boolean isStore) {
        boolean conflictsWith(Access other) {
            return region == other.region && offset < other.offset + other.length && other.offset < offset + length && (isStore || other.isStore);
        }
    }

    /** Ends an execution at a loop. */
    private static final class AtLoop extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient LoopEntry entry;

        AtLoop(LoopEntry entry) {
            super(null, null, false, false);
            this.entry = entry;
        }
    }

    final Variables variables;
    private final SymbolicMeanings meanings;
    private final List<Region> kept = new ArrayList<>();
    /** What the loop goes on with; null if the execution ends there. */
    private LoopEntry entry;
    private List<Address> current;
    private List<Bits> after;
    private List<Bits> memoryAfter;
    /** Of instructions that are woven with others; otherwise null. */
    private List<Access> accesses;

    public SymbolicMachine(Variables variables, SymbolicMeanings meanings) {
        this.variables = variables;
        this.meanings = meanings;
        variables.countExecution();
    }

    /** Memory that is the same each time that a loop goes round. */
    public Region kept(String name, Bits content) {
        Region region = new Region(name, content, true);
        kept.add(region);
        return region;
    }

    /** What {@code execution} of a kernel on this machine comes to its only loop with that goes round any number of times. */
    LoopEntry entry(Runnable execution) {
        try {
            execution.run();
        } catch (AtLoop e) {
            return e.entry;
        }
        throw new ProofException("has no loop");
    }

    /**
     * Has the loop that goes round any number of times do so once with what it was entered with in another execution, whatever it is entered with in this one: what is known before
     * the loop is of no use in it.
     *
     * @param stride by how much addresses advance
     * @param before the addresses that the loop is entered with
     * @param data the addresses for this time
     */
    void goOn(LoopEntry from, int stride, List<Address> before, List<Address> data) {
        if (!from.data().equals(before) || from.stride() != stride) {
            throw new ProofException("does not take one after the other");
        }
        entry = from;
        current = data;
    }

    /** The variables that the loop was left with. */
    List<Bits> after() {
        return after;
    }

    /** The lanes of variables that are not what they would be if the loop was entered with {@code next}. */
    Set<Lane> otherLanes(LoopEntry next) {
        Set<Lane> others = new HashSet<>();
        for (int i = 0; i < after.size(); i++) {
            List<Bits> actual = after.get(i).split(Lane.BITS);
            List<Bits> expected = next.variables().get(i).split(Lane.BITS);
            for (int j = 0; j < actual.size(); j++) {
                if (!actual.get(j).equals(expected.get(j))) {
                    others.add(new Lane(i, j));
                }
            }
        }
        return others;
    }

    /**
     * Asserts that the next time goes on as if the loop was entered with {@code next}: variables are the same, and memory is, but for what is written before it is read.
     *
     * @param isOther lanes that may be any
     */
    void assertGoesOn(LoopEntry next, Predicate<Lane> isOther) {
        for (Lane lane : otherLanes(next)) {
            if (!isOther.test(lane)) {
                int from = lane.number() * Lane.BITS;
                Claim.assertEqual(variables, lane + " of the loop", next.variables().get(lane.variable()).part(from, Lane.BITS), after.get(lane.variable()).part(from, Lane.BITS));
            }
        }
        for (int i = 0; i < kept.size(); i++) {
            Region region = kept.get(i);
            for (int j = 0; j < region.size(); j++) {
                boolean isSame = memoryAfter.get(i).part(j * Byte.SIZE, Byte.SIZE).equals(next.memory().get(i).part(j * Byte.SIZE, Byte.SIZE));
                if (!isSame && (region.isRead(j) || !region.isWritten(j) && !isOwn(region))) {
                    throw new ProofException("byte " + j + " of " + region + " is not what the loop would be entered with");
                }
            }
        }
    }

    private boolean isOwn(Region region) {
        return region.toString().equals(OWN);
    }

    final Bits bits(Value value) {
        return value instanceof InMemory memory ? load(memory.location, memory.length) : ((Register) value).bits;
    }

    private List<Bits> bits(List<? extends Value> values) {
        return values.stream().map(this::bits).toList();
    }

    private void note(Location location, int length, boolean isStore) {
        if (accesses != null) {
            accesses.add(new Access(location.region(), location.offset(), length, isStore));
        }
    }

    private Bits load(Location location, int length) {
        note(location, length, false);
        return location.region().load(location.offset(), length);
    }

    final Register load(int length, int width, Address base, int displacement) {
        return new Register(load(((Location) base).plus(displacement), length).extend(width * Byte.SIZE));
    }

    final void store(Address base, int displacement, Bits value) {
        Location location = ((Location) base).plus(displacement);
        note(location, value.width() / Byte.SIZE, true);
        location.region().store(location.offset(), value);
    }

    @Override
    public Vector apply(VectorInstruction instruction, int immediate, Vector... sources) {
        return new Register(meanings.apply(instruction, immediate, bits(List.of(sources))));
    }

    @Override
    public Int apply(ScalarInstruction instruction, int immediate, Int... sources) {
        return new Register(meanings.apply(instruction, immediate, bits(List.of(sources))));
    }

    @Override
    public Vector constant(byte[] bytes) {
        return new Register(Bits.of(bytes));
    }

    @Override
    public Int constant(int value) {
        return new Register(Bits.of(value, Integer.SIZE));
    }

    @Override
    public Count count(int times) {
        return Number.of(times);
    }

    @Override
    public Vector load(Width width, Address base, int displacement) {
        return load(width.bytes(), width.bytes(), base, displacement);
    }

    @Override
    public Int load(Size size, Address base, int displacement) {
        return load(size.bytes(), size.bytes(), base, displacement);
    }

    private static InMemory memory(int length, Address base, int displacement) {
        return new InMemory(((Location) base).plus(displacement), length);
    }

    @Override
    public Vector memory(Width width, Address base, int displacement) {
        return memory(width.bytes(), base, displacement);
    }

    @Override
    public Int memory(Size size, Address base, int displacement) {
        return memory(size.bytes(), base, displacement);
    }

    @Override
    public Vector loadDword(Address base, int displacement) {
        return load(Size.DWORD.bytes(), Width.XMM.bytes(), base, displacement);
    }

    @Override
    public Vector loadQword(Address base, int displacement) {
        return load(Size.QWORD.bytes(), Width.XMM.bytes(), base, displacement);
    }

    @Override
    public Vector loadByQwords(Width width, Address base, int displacement) {
        return load(width, base, displacement);
    }

    @Override
    public Vector loadLow(Width width, Address base, int displacement) {
        return load(Width.XMM.bytes(), width.bytes(), base, displacement);
    }

    @Override
    public Vector loadBroadcast(Width width, Address base, int displacement) {
        return apply(VectorInstruction.VBROADCASTI32X4, 0, loadLow(width, base, displacement));
    }

    @Override
    public Vector loadQwordBroadcast(Width width, Address base, int displacement) {
        return apply(VectorInstruction.VPBROADCASTQ, 0, load(Size.QWORD.bytes(), width.bytes(), base, displacement));
    }

    @Override
    public void storeLow(Address base, int displacement, Vector value) {
        store(base, displacement, bits(value).part(0, Width.XMM.bytes() * Byte.SIZE));
    }

    @Override
    public void storeVector(Address base, int displacement, Vector value) {
        store(base, displacement, bits(value));
    }

    @Override
    public void storeDword(Address base, int displacement, Vector value) {
        store(base, displacement, bits(value).part(0, Integer.SIZE));
    }

    @Override
    public void storeQword(Address base, int displacement, Vector value) {
        store(base, displacement, bits(value).part(0, Long.SIZE));
    }

    @Override
    public void storeInteger(Address base, int displacement, Int value) {
        store(base, displacement, bits(value));
    }

    @Override
    public void prefetcht0(Address base, int displacement) {
        // Changes nothing.
    }

    @Override
    public Address scratch(int bytes) {
        return kept(OWN, variables.input(bytes * Byte.SIZE)).address();
    }

    @Override
    public Address table(long... constants) {
        return new Region("a table", Bits.of(VectorInstruction.lanes(constants)), false).address();
    }

    @Override
    public <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> first, BiFunction<List<Address>, List<T>, List<T>> body) {
        if (count == null) {
            throw new ProofException("has a loop, but no number of times");
        }
        Number times = (Number) count;
        if (!times.isKnown()) {
            return repeatOnce(data, stride, first, body);
        }
        List<T> variablesOfLoop = first;
        for (int i = 0; i < times.constant(); i++) {
            int advance = i * stride;
            variablesOfLoop = inRegisters(body.apply(data.stream().<Address> map(address -> ((Location) address).plus(advance)).toList(), variablesOfLoop));
        }
        return variablesOfLoop;
    }

    /** Values are what they are now. */
    @SuppressWarnings("unchecked")
    private <T extends Value> List<T> inRegisters(List<T> values) {
        return values.stream().map(value -> (T) new Register(bits(value))).toList();
    }

    @SuppressWarnings("unchecked")
    private <T extends Value> List<T> repeatOnce(List<Address> data, int stride, List<T> first, BiFunction<List<Address>, List<T>, List<T>> body) {
        if (after != null) {
            throw new ProofException("has more than one loop that goes round any number of times");
        }
        if (entry == null) {
            throw new AtLoop(new LoopEntry(data, stride, bits(first), kept.stream().map(Region::content).toList()));
        }
        Iterator<Bits> memory = entry.memory().iterator();
        kept.forEach(region -> region.begin(memory.next()));
        data.forEach(address -> ((Location) address).region().close());
        List<T> last = inRegisters(body.apply(current, entry.variables().stream().map(bits -> (T) new Register(bits)).toList()));
        after = bits(last);
        memoryAfter = kept.stream().map(Region::content).toList();
        return last;
    }

    /** In whichever order the instructions of both are executed, it comes to the same. */
    @Override
    public void weave(Runnable some, Runnable others) {
        List<Access> before = accesses;
        List<Access> ofSome = new ArrayList<>();
        accesses = ofSome;
        some.run();
        List<Access> ofOthers = new ArrayList<>();
        accesses = ofOthers;
        others.run();
        accesses = before;
        for (Access a : ofSome) {
            for (Access b : ofOthers) {
                if (a.conflictsWith(b)) {
                    throw new ProofException("weaves instructions that access the same bytes of " + a.region);
                }
            }
        }
        if (before != null) {
            before.addAll(ofSome);
            before.addAll(ofOthers);
        }
    }
}
