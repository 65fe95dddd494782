package org.cryptointrinsics.test.interpreter;

import java.util.List;
import java.util.Set;
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
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;

/**
 * A kernel for AES-GCM with wide vectors that does without VAES and VPCLMULQDQ: AES and multiplications are done in each 128 bits, by way of memory. So CPUs that
 * lack them can execute what stubs do with wide vectors.
 */
public final class LaneByLane extends AesGcmKernel {

    public LaneByLane(Width width, int vectors) {
        super(width, vectors);
    }

    @Override
    public void execute(Machine m, AesGcmFunction function, AesParameters parameters, List<Address> addresses, Count n) {
        super.execute(new LaneMachine(m), function, parameters, addresses, n);
    }

    private record OfWidth(Width width, Vector value) implements Vector {
    }

    /** Knows how wide vectors are. */
    private static final class LaneMachine implements Machine {

        private static final Set<VectorInstruction> BY_LANES = Set.of(VectorInstruction.AESENC, VectorInstruction.AESENCLAST, VectorInstruction.PCLMULQDQ);

        private final Machine machine;
        /** For two sources; the first one is replaced by the result. */
        private final Address memory;

        LaneMachine(Machine machine) {
            this.machine = machine;
            memory = machine.scratch(2 * Width.ZMM.bytes());
        }

        @Override
        public Vector apply(VectorInstruction instruction, int immediate, Vector... sources) {
            Width width = ((OfWidth) sources[0]).width;
            if (width == Width.XMM || !BY_LANES.contains(instruction)) {
                return new OfWidth(width, machine.apply(instruction, immediate, Stream.of(sources).map(LaneMachine::value).toArray(Vector[]::new)));
            }
            for (int i = 0; i < sources.length; i++) {
                machine.storeVector(memory, i * Width.ZMM.bytes(), value(sources[i]));
            }
            for (int lane = 0; lane < width.bytes(); lane += Width.XMM.bytes()) {
                int offset = lane;
                Vector[] lanes = IntStream.range(0, sources.length).mapToObj(i -> machine.load(Width.XMM, memory, i * Width.ZMM.bytes() + offset)).toArray(Vector[]::new);
                machine.storeVector(memory, lane, machine.apply(instruction, immediate, lanes));
            }
            return load(width, memory, 0);
        }

        @Override
        public Int apply(ScalarInstruction instruction, int immediate, Int... sources) {
            return machine.apply(instruction, immediate, sources);
        }

        @Override
        public Vector constant(byte[] bytes) {
            return new OfWidth(Width.ofBytes(bytes.length), machine.constant(bytes));
        }

        @Override
        public Int constant(int value) {
            return machine.constant(value);
        }

        @Override
        public Count count(int times) {
            return machine.count(times);
        }

        @Override
        public Vector load(Width width, Address base, int displacement) {
            return new OfWidth(width, machine.load(width, base, displacement));
        }

        @Override
        public Int load(Size size, Address base, int displacement) {
            return machine.load(size, base, displacement);
        }

        @Override
        public Vector memory(Width width, Address base, int displacement) {
            return new OfWidth(width, machine.memory(width, base, displacement));
        }

        @Override
        public Int memory(Size size, Address base, int displacement) {
            return machine.memory(size, base, displacement);
        }

        @Override
        public Vector loadDword(Address base, int displacement) {
            return new OfWidth(Width.XMM, machine.loadDword(base, displacement));
        }

        @Override
        public Vector loadByQwords(Width width, Address base, int displacement) {
            return new OfWidth(width, machine.loadByQwords(width, base, displacement));
        }

        @Override
        public Vector loadQword(Address base, int displacement) {
            return new OfWidth(Width.XMM, machine.loadQword(base, displacement));
        }

        @Override
        public Vector loadLow(Width width, Address base, int displacement) {
            return new OfWidth(width, machine.loadLow(width, base, displacement));
        }

        @Override
        public Vector loadBroadcast(Width width, Address base, int displacement) {
            return new OfWidth(width, machine.loadBroadcast(width, base, displacement));
        }

        @Override
        public Vector loadQwordBroadcast(Width width, Address base, int displacement) {
            return new OfWidth(width, machine.loadQwordBroadcast(width, base, displacement));
        }

        @Override
        public void storeLow(Address base, int displacement, Vector value) {
            machine.storeLow(base, displacement, value(value));
        }

        @Override
        public void storeVector(Address base, int displacement, Vector value) {
            machine.storeVector(base, displacement, value(value));
        }

        @Override
        public void storeDword(Address base, int displacement, Vector value) {
            machine.storeDword(base, displacement, value(value));
        }

        @Override
        public void storeQword(Address base, int displacement, Vector value) {
            machine.storeQword(base, displacement, value(value));
        }

        @Override
        public void storeInteger(Address base, int displacement, Int value) {
            machine.storeInteger(base, displacement, value);
        }

        @Override
        public void prefetcht0(Address base, int displacement) {
            machine.prefetcht0(base, displacement);
        }

        @Override
        public Address scratch(int bytes) {
            return machine.scratch(bytes);
        }

        @Override
        public Address table(long... constants) {
            return machine.table(constants);
        }

        /** AES-GCM has no variables but vectors. */
        @Override
        @SuppressWarnings("unchecked")
        public <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body) {
            List<Width> widths = variables.stream().map(variable -> ((OfWidth) variable).width).toList();
            List<Vector> result = machine.repeat(count, data, stride, values(variables),
                            (addresses, current) -> values(body.apply(addresses, (List<T>) vectors(widths, current))));
            return (List<T>) vectors(widths, result);
        }

        private static Vector value(Value vector) {
            return ((OfWidth) vector).value;
        }

        private static List<Vector> values(List<? extends Value> vectors) {
            return vectors.stream().map(LaneMachine::value).toList();
        }

        private static List<Vector> vectors(List<Width> widths, List<Vector> values) {
            return IntStream.range(0, widths.size()).<Vector>mapToObj(i -> new OfWidth(widths.get(i), values.get(i))).toList();
        }
    }
}
