package org.cryptointrinsics.proof.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.SymbolicMeanings;
import org.cryptointrinsics.proof.Variables;
import org.cryptointrinsics.proof.code.AddressSpace.Placed;
import org.cryptointrinsics.proof.code.Processor.End;
import org.cryptointrinsics.proof.code.Processor.Reached;
import org.cryptointrinsics.proof.code.Processor.Returned;
import org.cryptointrinsics.proof.code.Processor.Undecided;

/**
 * Proves what code does, for any data at any address: it reads and writes what it is given, its frame, and constants of its own, and leaves the stack and the
 * registers that are HotSpot's as they were.
 */
final class CodeProof {

    /** What the stack pointer is a multiple of before a call. */
    private static final int STACK_ALIGNMENT = 4;
    private static final int THREAD_BYTES = 1 << 11;
    private static final LongPredicate NOWHERE = _ -> false;
    private static final int HEADER_BYTES = 16;
    private static final int LANE = Integer.SIZE;

    private final Variables variables;
    private final SymbolicMeanings meanings;
    private final Code code;
    private final Bits stackPointer;
    private final Bits caller;
    private final Bits[] registersBefore = new Bits[Operands.REGISTERS];
    private final Bits[] vectorsBefore = new Bits[VectorUnit.REGISTERS];
    private final Bits thread;
    /** Of the receiver. */
    private final Bits header;
    /** What HotSpot compares it with. */
    private final Bits inlineCache;
    private final Bits frameBefore;

    CodeProof(Variables variables, SymbolicMeanings meanings, Code code) {
        // It has the return address, which the call has pushed.
        this(variables, meanings, code, Bits.of(Long.BYTES, STACK_ALIGNMENT));
    }

    /** @param lowBits of the stack pointer, when code is entered */
    CodeProof(Variables variables, SymbolicMeanings meanings, Code code, Bits lowBits) {
        this.variables = variables;
        this.meanings = meanings;
        this.code = code;
        stackPointer = Bits.concatenate(List.of(lowBits, variables.publicInput(Long.SIZE - lowBits.width())));
        caller = variables.publicInput(Long.SIZE);
        // Methods alone look at it.
        thread = variables.hotSpotInput(code.convention().isMethod() ? THREAD_BYTES * Byte.SIZE : 0);
        header = variables.hotSpotInput(HEADER_BYTES * Byte.SIZE);
        inlineCache = variables.hotSpotInput(HEADER_BYTES * Byte.SIZE);
        frameBefore = variables.publicInput(code.frameBytes() * Byte.SIZE);
        Arrays.setAll(registersBefore, _ -> variables.publicInput(Long.SIZE));
        Arrays.setAll(vectorsBefore, _ -> variables.publicInput(VectorUnit.BITS));
        registersBefore[Operands.RSP] = stackPointer;
        if (code.convention().heapBase() != null) {
            registersBefore[CallingConvention.HEAP_BASE] = Bits.of(code.convention().heapBase(), Long.SIZE);
        }
    }

    /** An execution. */
    final class Execution {

        private final Region frame = new Region("the frame", frameBefore, true);
        /** The return address, and arguments. */
        private final Region callersFrame;
        private final List<Region> kept;
        private final List<Region> others;
        private final Operands operands;
        private final Processor processor;
        /** All registers, as in {@link #state}. */
        private final List<Bits> registersAtEntry;

        Execution(Arguments arguments) {
            this(arguments.placed(), List.of(), arguments.values());
        }

        /**
         * @param kept memory that may be written
         * @param others memory that may be there in addition
         */
        Execution(List<Placed> kept, List<Placed> others, List<Bits> arguments) {
            this.kept = kept.stream().map(Placed::region).toList();
            this.others = others.stream().map(Placed::region).toList();
            AddressSpace memory = new AddressSpace(variables);
            memory.place(variables.subtract(stackPointer, Bits.of(code.frameBytes(), Long.SIZE)), frame);
            List<Bits> behind = new ArrayList<>(List.of(caller));
            arguments.stream().skip(code.convention().arguments().size()).forEach(behind::add);
            // Arguments there are the callee's.
            callersFrame = new Region("the caller's frame", Bits.concatenate(behind), !code.convention().isMethod());
            memory.place(stackPointer, callersFrame);
            if (code.convention().isMethod()) {
                memory.place(arguments.getFirst(), new Region("the header of the receiver", header, false));
                memory.place(registersBefore[CallingConvention.RAX], new Region("the inline cache", inlineCache, false));
                memory.place(registersBefore[CallingConvention.THREAD], new Region("the thread", thread, false));
            }
            kept.forEach(memory::place);
            others.forEach(memory::place);
            operands = new Operands(variables, code, memory, frame, registersBefore);
            processor = new Processor(variables, meanings, code, operands);
            for (int i = 0; i < VectorUnit.REGISTERS; i++) {
                processor.vectors().set(i, vectorsBefore[i]);
            }
            for (int i = 0; i < Math.min(code.convention().arguments().size(), arguments.size()); i++) {
                operands.set(code.convention().arguments().get(i), arguments.get(i));
            }
            registersAtEntry = Stream.concat(operands.registers().stream(), processor.vectors().registers().stream()).toList();
        }

        List<Region> kept() {
            return kept;
        }

        End run(long from, LongPredicate until) {
            return processor.run(from, until);
        }

        /** Executes from the entry on. Callers may enter behind HotSpot's check of the receiver, too, so that what that leaves may be anything. */
        End enter(LongPredicate until) {
            if (code.entry() != code.verifiedEntry()) {
                List<Bits> before = state();
                End end = run(code.entry(), address -> address == code.verifiedEntry());
                if (!end.equals(new Reached(code.verifiedEntry()))) {
                    throw new ProofException("does not come to its verified entry, but " + end);
                }
                List<Bits> after = state();
                for (int i = 0; i < after.size(); i++) {
                    if (!after.get(i).equals(before.get(i))) {
                        if (i >= Operands.REGISTERS || i == Operands.RSP) {
                            throw new ProofException("does more than a check before its verified entry");
                        }
                        operands.set(i, variables.publicInput(Long.SIZE));
                    }
                }
                processor.forgetFlags();
            }
            if (code.convention().isMethod()) {
                // Where there is no inline cache.
                operands.set(CallingConvention.RAX, variables.publicInput(Long.SIZE));
            }
            return run(code.verifiedEntry(), until);
        }

        /** The addresses of the instructions so far. */
        Set<Long> executed() {
            return Set.copyOf(processor.executed());
        }

        /** See {@link Processor#declassify}. */
        void declassify(Bits value, boolean isZero) {
            processor.declassify(value, isZero);
        }

        /** Registers, frames, and what may be written. */
        List<Bits> state() {
            List<Bits> state = new ArrayList<>();
            IntStream.range(0, Operands.REGISTERS).forEach(i -> state.add(operands.get(i)));
            IntStream.range(0, VectorUnit.REGISTERS).forEach(i -> state.add(processor.vectors().get(i)));
            state.add(frame.content());
            state.add(callersFrame.content());
            kept.forEach(region -> state.add(region.content()));
            return state;
        }

        /** Goes on where another execution is, with a state. */
        void goOnWithin(Execution other, List<Bits> state) {
            processor.goOnWithin(other.processor);
            IntStream.range(0, Operands.REGISTERS).forEach(i -> operands.set(i, state.get(i)));
            IntStream.range(0, VectorUnit.REGISTERS).forEach(i -> processor.vectors().set(i, state.get(Operands.REGISTERS + i)));
            int next = Operands.REGISTERS + VectorUnit.REGISTERS;
            frame.begin(state.get(next));
            callersFrame.begin(state.get(next + 1));
            for (int i = 0; i < kept.size(); i++) {
                kept.get(i).begin(state.get(next + 2 + i));
            }
        }

        /** Asserts that nothing in frames, nor in vector registers, depends on what is secret. */
        void assertCleared() {
            List<Bits> bytes = frame.content().split(Byte.SIZE);
            for (int i = 0; i < bytes.size(); i++) {
                if (!variables.isPublic(bytes.get(i))) {
                    throw new ProofException("leaves what is secret in its frame, " + (bytes.size() - i) + " bytes below the return address");
                }
            }
            if (!variables.isPublic(callersFrame.content())) {
                throw new ProofException("leaves what is secret in its caller's frame");
            }
            for (int i = 0; i < VectorUnit.REGISTERS; i++) {
                if (!variables.isPublic(processor.vectors().get(i))) {
                    throw new ProofException("leaves what is secret in vector register " + i);
                }
            }
        }

        /**
         * Asserts that the caller goes on as it is to.
         *
         * @param registers what is to be in those that are kept, as in {@link #state}
         */
        void assertReturned(End end, Bits result, List<Bits> registers) {
            if (!(end instanceof Returned(Bits address))) {
                throw new ProofException("does not return, but " + end);
            }
            assertEqual("the return address", caller, address);
            processor.assertHotSpotIsElsewhere();
            for (Region region : others) {
                if (region.isWritable() && !variables.isPublic(region.content())) {
                    throw new ProofException("leaves what is secret in " + region);
                }
            }
            assertEqual("the stack pointer", variables.add(stackPointer, Bits.of(Long.BYTES, Long.SIZE)), operands.get(Operands.RSP));
            for (int register : code.convention().kept()) {
                assertEqual("register " + register, registers.get(register), operands.get(register));
            }
            for (int register : code.convention().keptVectors()) {
                assertEqual("vector register " + register, CallingConvention.kept(registers.get(Operands.REGISTERS + register)),
                                CallingConvention.kept(processor.vectors().get(register)));
            }
            assertEqual("the result", result, operands.get(CallingConvention.RAX).part(0, result.width()));
        }
    }

    private void assertEqual(String what, Bits expected, Bits actual) {
        Claim.assertEqual(variables, what, expected, actual);
    }

    /** Executes what has no loop but those that always go round as often. */
    void execute(Execution execution, Bits result) {
        execution.assertReturned(execution.enter(NOWHERE), result, execution.registersAtEntry);
    }

    /** Code with a loop that goes round any number of times, at least once. */
    interface Loop {

        /** @param isNext whether the execution is as if it had gone round once before */
        Execution enter(boolean isNext);

        /** Goes on in the loop with data. */
        Execution goOn();

        /** How often the loop goes round. */
        Bits count();

        /** Asserts that the memory is what it is to be. */
        void assertResult(Execution execution);
    }

    /**
     * By induction: what the loop is entered with becomes, when it has gone round, what it is entered with for the rest. Lanes that are not what they would be then do not matter:
     * it is proved that they may be any.
     */
    void executeLoop(Loop loop, Bits result) {
        Ways ways = ways(loop);
        Execution first = loop.enter(false);
        List<Bits> entered = state(first, ways.head);
        List<Bits> next = state(loop.enter(true), ways.head);
        Map<List<Integer>, Bits> anyLanes = new HashMap<>();
        for (int known = -1; known < anyLanes.size();) {
            known = anyLanes.size();
            List<Bits> any = with(entered, anyLanes);
            Execution again = loop.goOn();
            again.goOnWithin(first, any);
            branch(again.run(ways.head, NOWHERE));
            if (ways.again != ways.head && !again.run(ways.again, address -> address == ways.head).equals(new Reached(ways.head))) {
                throw new ProofException("does not go on at the loop");
            }
            Execution last = loop.goOn();
            last.goOnWithin(first, any);
            assertCounts(branch(last.run(ways.head, NOWHERE)), loop.count(), ways);
            List<Bits> kept = kept(first.registersAtEntry, entered, any, again.state(), last.registersAtEntry);
            last.assertReturned(last.run(ways.out, NOWHERE), result, kept);
            loop.assertResult(last);
            otherLanes(next, again.state()).forEach(lane -> anyLanes.computeIfAbsent(lane, _ -> variables.input(LANE)));
        }
    }

    /**
     * What registers have to have in the end. Those that neither what comes before the loop nor its body changes have what they have where the loop begins, whatever that is;
     * others have to be restored to what they had at the entry.
     */
    private static List<Bits> kept(List<Bits> atEntry, List<Bits> entered, List<Bits> any, List<Bits> again, List<Bits> atOtherEntry) {
        return IntStream.range(0, atEntry.size()).mapToObj(
                        i -> entered.get(i).equals(atEntry.get(i)) && again.get(i).equals(any.get(i)) ? any.get(i) : atOtherEntry.get(i)).toList();
    }

    private static Undecided branch(End end) {
        if (end instanceof Undecided branch) {
            return branch;
        }
        throw new ProofException("has no loop, but " + end);
    }

    /** The loop ends if and only if it has gone round as often as it is to. */
    private void assertCounts(Undecided branch, Bits count, Ways ways) {
        long ifZero = branch.condition() == Flags.IF_ZERO ? branch.target() : branch.next();
        boolean isZero = branch.condition() == Flags.IF_ZERO || branch.condition() == Flags.IF_NOT_ZERO;
        long otherwise = branch.condition() == Flags.IF_ZERO ? branch.next() : branch.target();
        if (!isZero || ifZero != ways.out || otherwise != ways.again || !branch.flags().result().equals(variables.subtract(count, Bits.of(1, count.width())))) {
            throw new ProofException("has a loop that does not go round as often as it is to");
        }
    }

    /**
     * How code goes on at the end of a loop.
     *
     * @param head where the loop begins
     * @param again what leads there
     * @param out what comes after it
     */
    private record Ways(long head, long again, long out) {
    }

    private Ways ways(Loop loop) {
        Undecided branch = branch(loop.goOn().enter(NOWHERE));
        for (boolean isTaken : new boolean[]{true, false}) {
            long again = isTaken ? branch.target() : branch.next();
            Execution execution = loop.goOn();
            branch(execution.enter(NOWHERE));
            Set<Long> body = execution.executed();
            long out = isTaken ? branch.next() : branch.target();
            if (body.contains(again)) {
                return new Ways(again, again, out);
            }
            if (execution.run(again, body::contains) instanceof Reached(long head)) {
                return new Ways(head, again, out);
            }
        }
        throw new ProofException("has no loop");
    }

    private List<Bits> state(Execution execution, long head) {
        End end = execution.enter(address -> address == head);
        if (!end.equals(new Reached(head))) {
            throw new ProofException("does not come to the loop, but " + end);
        }
        return execution.state();
    }

    private static List<List<Integer>> otherLanes(List<Bits> expected, List<Bits> actual) {
        List<List<Integer>> lanes = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            if (!expected.get(i).equals(actual.get(i))) {
                List<Bits> right = expected.get(i).split(LANE);
                List<Bits> wrong = actual.get(i).split(LANE);
                for (int j = 0; j < right.size(); j++) {
                    if (!right.get(j).equals(wrong.get(j))) {
                        lanes.add(List.of(i, j));
                    }
                }
            }
        }
        return lanes;
    }

    private static List<Bits> with(List<Bits> state, Map<List<Integer>, Bits> lanes) {
        List<Bits> changed = new ArrayList<>();
        for (int i = 0; i < state.size(); i++) {
            List<Bits> parts = new ArrayList<>(state.get(i).split(LANE));
            for (int j = 0; j < parts.size(); j++) {
                parts.set(j, lanes.getOrDefault(List.of(i, j), parts.get(j)));
            }
            changed.add(Bits.concatenate(parts));
        }
        return changed;
    }
}
