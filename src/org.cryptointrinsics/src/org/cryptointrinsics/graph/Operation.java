package org.cryptointrinsics.graph;

import org.cryptointrinsics.instruction.Encoder;
import org.cryptointrinsics.instruction.Encoder.Register;
import org.cryptointrinsics.instruction.Encoder.RegisterOrMemory;
import org.cryptointrinsics.instruction.Form;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

import jdk.graal.compiler.core.common.type.Stamp;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.vector.nodes.simd.SimdStamp;
import jdk.vm.ci.amd64.AMD64Kind;
import jdk.vm.ci.meta.JavaKind;

/** An instruction with everything but its registers: what a node carries from the graph to the machine code. */
sealed interface Operation {

    Form form();

    /** Whether the destination register is also the first source. */
    boolean overwrites();

    /** The kind of register that the result, or the value stored, is in; the result may be in a wider one, the rest of which is cleared. */
    AMD64Kind kind();

    /** Whether the last source may be {@code operand} as it is, not loaded into a register first. */
    default boolean takes(Operand operand) {
        return switch (operand) {
            case Operand.InRegister _ -> false;
            // In the legacy scheme a vector in memory would have to be aligned.
            case Operand.InMemory _ -> form().allowsMemorySource() && !(this instanceof OnVectors vector && vector.scheme == Scheme.LEGACY);
            case Operand.VectorConstant _ -> this instanceof OnVectors vector && form().allowsMemorySource() && Encoder.allowsRipRelative(vector.instruction, vector.scheme);
            case Operand.IntConstant _ -> this instanceof OnIntegers scalar && scalar.instruction.allowsConstantSource();
        };
    }

    /**
     * Emits the instruction.
     *
     * @param destination number of the destination register, {@link Encoder#NONE} for a store
     * @param sources numbers of the source registers, without the last source where {@code last} is it
     * @param last the last source where {@link Form#allowsMemorySource}; for a store, where to
     */
    void emit(Encoder encoder, int destination, int[] sources, RegisterOrMemory last);

    /** Emits a copy from one register to another of this operation's {@link #kind}. */
    void emitMove(Encoder encoder, int destination, int source);

    static AMD64Kind kind(Width width) {
        return switch (width) {
            case XMM -> AMD64Kind.V128_QWORD;
            case YMM -> AMD64Kind.V256_QWORD;
            case ZMM -> AMD64Kind.V512_QWORD;
        };
    }

    static Stamp stamp(Width width) {
        return SimdStamp.broadcast(StampFactory.forKind(JavaKind.Long), width.bytes() / Long.BYTES);
    }

    static Stamp stamp(Size size) {
        return StampFactory.forKind(size == Size.DWORD ? JavaKind.Int : JavaKind.Long);
    }

    /**
     * @param moveScheme how a copy from register to register is encoded
     */
    record OnVectors(VectorInstruction instruction, Scheme scheme, Width width, int immediate, Scheme moveScheme) implements Operation {

        @Override
        public Form form() {
            return instruction.form();
        }

        @Override
        public boolean overwrites() {
            return form().overwrites(scheme);
        }

        @Override
        public AMD64Kind kind() {
            return Operation.kind(width);
        }

        @Override
        public void emit(Encoder encoder, int destination, int[] sources, RegisterOrMemory last) {
            switch (form()) {
                case RVM, RVMI -> encoder.emitShort(instruction, scheme, width, destination, sources[0], last, immediate);
                case RM, RX, RMI, RRM -> encoder.emitShort(instruction, scheme, width, destination, Encoder.NONE, last, immediate);
                case RRVM, RRVMI -> encoder.emitShort(instruction, scheme, width, destination, sources[1], last, immediate);
                case RM0 -> encoder.emitShort(instruction, scheme, width, destination, Encoder.NONE, new Register(sources[1]), immediate);
                case VMI -> {
                    Register source = new Register(overwrites() ? destination : sources[0]);
                    encoder.emitShort(instruction, scheme, width, Encoder.NONE, destination, source, immediate);
                }
                case MR -> encoder.emitShort(instruction, scheme, width, sources[0], Encoder.NONE, last, immediate);
                case M, X -> throw new IllegalStateException("no vector instruction has the form " + form());
            }
        }

        @Override
        public void emitMove(Encoder encoder, int destination, int source) {
            encoder.emitShort(VectorInstruction.MOVDQU, moveScheme, width, destination, Encoder.NONE, new Register(source), 0);
        }
    }

    record OnIntegers(ScalarInstruction instruction, Size size, int immediate) implements Operation {

        @Override
        public Form form() {
            return instruction.form();
        }

        @Override
        public boolean overwrites() {
            return form().overwrites(instruction.scheme());
        }

        @Override
        public AMD64Kind kind() {
            return size == Size.DWORD ? AMD64Kind.DWORD : AMD64Kind.QWORD;
        }

        @Override
        public void emit(Encoder encoder, int destination, int[] sources, RegisterOrMemory last) {
            switch (form()) {
                case RVM -> encoder.emit(instruction, size, destination, sources[0], last, immediate);
                case RM, RMI -> encoder.emit(instruction, size, destination, Encoder.NONE, last, immediate);
                case M, VMI -> encoder.emit(instruction, size, Encoder.NONE, Encoder.NONE, new Register(destination), immediate);
                case MR -> encoder.emit(instruction, size, sources[0], Encoder.NONE, last, immediate);
                case X -> encoder.emit(instruction, size, Encoder.NONE, Encoder.NONE, last, immediate);
                case RX, RVMI, RM0, RRM, RRVM, RRVMI -> throw new IllegalStateException("no scalar instruction has the form " + form());
            }
        }

        @Override
        public void emitMove(Encoder encoder, int destination, int source) {
            encoder.emit(ScalarInstruction.MOV, size, destination, Encoder.NONE, new Register(source), 0);
        }
    }
}
