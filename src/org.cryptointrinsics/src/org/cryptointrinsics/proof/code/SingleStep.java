package org.cryptointrinsics.proof.code;

import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.SymbolicMeanings;
import org.cryptointrinsics.proof.Variables;
import org.cryptointrinsics.proof.code.Processor.End;
import org.cryptointrinsics.proof.code.Processor.Reached;

/** Executes a few instructions with numbers, as {@link Processor} does in proofs, so that it can be compared with a CPU. */
public final class SingleStep {

    /**
     * What there is before, and afterwards.
     *
     * @param registers 16, by number
     * @param memory what may be accessed; what lies in it below the stack pointer may not be read
     */
    public record State(long[] registers, byte[] memory) {
    }

    /** Afterwards; of flags, null is what a proof does not know. */
    public record Outcome(State state, Boolean zero, Boolean sign, Boolean carry, Boolean overflow) {
    }

    private SingleStep() {
    }

    /**
     * Executes instructions up to the end of the last one.
     *
     * @param address where they are
     * @param memory where the memory is
     * @throws ProofException if one of them is none of a proof, or uses what is not known
     */
    public static Outcome execute(long address, byte[] instructions, long memory, State before) {
        Variables variables = new Variables();
        Region region = new Region("the memory", Bits.of(before.memory), true);
        AddressSpace space = new AddressSpace(variables);
        space.place(Bits.of(memory, Long.SIZE), region);
        Bits[] registers = new Bits[Operands.REGISTERS];
        for (int i = 0; i < registers.length; i++) {
            registers[i] = Bits.of(before.registers[i], Long.SIZE);
        }
        Code code = Code.of(address, instructions);
        Operands operands = new Operands(variables, code, space, region, registers);
        Processor processor = new Processor(variables, new SymbolicMeanings(variables), code, operands);
        for (int i = 0; i < VectorUnit.REGISTERS; i++) {
            processor.vectors().set(i, Bits.of(0, VectorUnit.BITS));
        }
        long end = address + instructions.length;
        End reached = processor.run(address, at -> at == end);
        if (!reached.equals(new Reached(end))) {
            throw new ProofException("does not come to its end, but " + reached);
        }
        long[] after = new long[registers.length];
        for (int i = 0; i < after.length; i++) {
            after[i] = Flags.number(operands.get(i));
        }
        State state = new State(after, region.content().bytes());
        Flags flags = processor.flags();
        return flags == null ? new Outcome(state, null, null, null, null) : new Outcome(state, flags.zero(), flags.sign(), flags.carry(), flags.overflow());
    }
}
