package org.cryptointrinsics.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.aes.AesGcm;

/**
 * A kernel for AES-GCM with wide vectors that does without VAES and VPCLMULQDQ: AES and multiplications are done in each 128 bits, by way of memory. So CPUs that
 * lack them can execute what stubs do with wide vectors.
 */
final class LaneByLane extends AesGcm {

    LaneByLane(Width width, int vectors) {
        super(width, vectors);
    }

    @Override
    public <V, I, A> void loadKey(Machine<V, I, A> m, int rounds, A sessionKey, A memory) {
        super.loadKey(new LaneMachine<>(m), rounds, sessionKey, memory);
    }

    @Override
    public <V, I, A> void begin(Machine<V, I, A> m, int rounds, A memory) {
        super.begin(new LaneMachine<>(m), rounds, memory);
    }

    @Override
    public <V, I, A> void end(Machine<V, I, A> m, A memory, A tag) {
        super.end(new LaneMachine<>(m), memory, tag);
    }

    @Override
    public <V, I, A> void computePowers(Machine<V, I, A> m, A memory) {
        super.computePowers(new LaneMachine<>(m), memory);
    }

    @Override
    public <V, I, A> void computeFewPowers(Machine<V, I, A> m, A memory) {
        super.computeFewPowers(new LaneMachine<>(m), memory);
    }

    @Override
    public <V, I, A> void ghashChunks(Machine<V, I, A> m, A memory, A data, I chunks) {
        super.ghashChunks(new LaneMachine<>(m), memory, data, chunks);
    }

    @Override
    public <V, I, A> void ghashVectors(Machine<V, I, A> m, A memory, A highest, A powers, A data, I count) {
        super.ghashVectors(new LaneMachine<>(m), memory, highest, powers, data, count);
    }

    @Override
    public <V, I, A> void ghashBlocks(Machine<V, I, A> m, A memory, A powers, A data, I blocks) {
        super.ghashBlocks(new LaneMachine<>(m), memory, powers, data, blocks);
    }

    @Override
    public <V, I, A> void gctrChunks(Machine<V, I, A> m, int rounds, boolean isFromTwo, A memory, A in, A out, I chunks) {
        super.gctrChunks(new LaneMachine<>(m), rounds, isFromTwo, memory, in, out, chunks);
    }

    @Override
    public <V, I, A> void gctrVectors(Machine<V, I, A> m, int rounds, boolean isEncryption, A memory, A in, A out, A copy, I count) {
        super.gctrVectors(new LaneMachine<>(m), rounds, isEncryption, memory, in, out, copy, count);
    }

    @Override
    public <V, I, A> void gctrBlocks(Machine<V, I, A> m, int rounds, boolean isEncryption, A memory, A in, A out, A copy, I count) {
        super.gctrBlocks(new LaneMachine<>(m), rounds, isEncryption, memory, in, out, copy, count);
    }

    @Override
    public <V, I, A> void encrypt(Machine<V, I, A> m, int rounds, boolean isFromTwo, A memory, A in, A out, A last, I chunks) {
        super.encrypt(new LaneMachine<>(m), rounds, isFromTwo, memory, in, out, last, chunks);
    }

    @Override
    public <V, I, A> void decrypt(Machine<V, I, A> m, int rounds, boolean isFromTwo, A memory, A in, A out, A lastIn, A lastOut, I chunks) {
        super.decrypt(new LaneMachine<>(m), rounds, isFromTwo, memory, in, out, lastIn, lastOut, chunks);
    }

    @Override
    public <V, I, A> void clear(Machine<V, I, A> m, A memory) {
        super.clear(new LaneMachine<>(m), memory);
    }

    private record Vector<V>(Width width, V value) {
    }

    /** Knows how wide vectors are. */
    private static final class LaneMachine<V, I, A> implements Machine<Vector<V>, I, A> {

        private static final Set<VectorInstruction> BY_LANES = Set.of(VectorInstruction.AESENC, VectorInstruction.AESENCLAST, VectorInstruction.PCLMULQDQ);

        private final Machine<V, I, A> machine;
        /** For two sources; the first one is replaced by the result. */
        private final A memory;

        LaneMachine(Machine<V, I, A> machine) {
            this.machine = machine;
            memory = machine.scratch(2 * Width.ZMM.bytes());
        }

        @Override
        public Vector<V> apply(VectorInstruction instruction, int immediate, List<Vector<V>> sources) {
            Width width = sources.getFirst().width;
            if (width == Width.XMM || !BY_LANES.contains(instruction)) {
                return new Vector<>(width, machine.apply(instruction, immediate, sources.stream().map(Vector::value).toList()));
            }
            for (int i = 0; i < sources.size(); i++) {
                machine.storeVector(memory, i * Width.ZMM.bytes(), sources.get(i).value);
            }
            for (int lane = 0; lane < width.bytes(); lane += Width.XMM.bytes()) {
                int offset = lane;
                List<V> lanes = IntStream.range(0, sources.size()).mapToObj(i -> machine.load(Width.XMM, memory, i * Width.ZMM.bytes() + offset)).toList();
                machine.storeVector(memory, lane, machine.apply(instruction, immediate, lanes));
            }
            return load(width, memory, 0);
        }

        @Override
        public I apply(ScalarInstruction instruction, int immediate, List<I> sources) {
            return machine.apply(instruction, immediate, sources);
        }

        @Override
        public Vector<V> constant(byte[] bytes) {
            return new Vector<>(Width.ofBytes(bytes.length), machine.constant(bytes));
        }

        @Override
        public I constant(int value) {
            return machine.constant(value);
        }

        @Override
        public Vector<V> load(Width width, A base, int displacement) {
            return new Vector<>(width, machine.load(width, base, displacement));
        }

        @Override
        public I load(Size size, A base, int displacement) {
            return machine.load(size, base, displacement);
        }

        @Override
        public Vector<V> memory(Width width, A base, int displacement) {
            return new Vector<>(width, machine.memory(width, base, displacement));
        }

        @Override
        public I memory(Size size, A base, int displacement) {
            return machine.memory(size, base, displacement);
        }

        @Override
        public Vector<V> loadDword(A base, int displacement) {
            return new Vector<>(Width.XMM, machine.loadDword(base, displacement));
        }

        @Override
        public Vector<V> loadByQwords(Width width, A base, int displacement) {
            return new Vector<>(width, machine.loadByQwords(width, base, displacement));
        }

        @Override
        public Vector<V> loadQword(A base, int displacement) {
            return new Vector<>(Width.XMM, machine.loadQword(base, displacement));
        }

        @Override
        public Vector<V> loadLow(Width width, A base, int displacement) {
            return new Vector<>(width, machine.loadLow(width, base, displacement));
        }

        @Override
        public Vector<V> loadBroadcast(Width width, A base, int displacement) {
            return new Vector<>(width, machine.loadBroadcast(width, base, displacement));
        }

        @Override
        public void storeLow(A base, int displacement, Vector<V> value) {
            machine.storeLow(base, displacement, value.value);
        }

        @Override
        public void storeVector(A base, int displacement, Vector<V> value) {
            machine.storeVector(base, displacement, value.value);
        }

        @Override
        public void storeDword(A base, int displacement, Vector<V> value) {
            machine.storeDword(base, displacement, value.value);
        }

        @Override
        public void storeQword(A base, int displacement, Vector<V> value) {
            machine.storeQword(base, displacement, value.value);
        }

        @Override
        public void storeInteger(A base, int displacement, I value) {
            machine.storeInteger(base, displacement, value);
        }

        @Override
        public void prefetcht0(A base, int displacement) {
            machine.prefetcht0(base, displacement);
        }

        @Override
        public A scratch(int bytes) {
            return machine.scratch(bytes);
        }

        @Override
        public A table(long... constants) {
            return machine.table(constants);
        }

        /** AES-GCM has no variables but vectors. */
        @Override
        @SuppressWarnings("unchecked")
        public <T> List<T> repeat(I count, List<A> data, int stride, List<T> variables, BiFunction<List<A>, List<T>, List<T>> body) {
            List<Vector<V>> vectors = (List<Vector<V>>) variables;
            List<Width> widths = vectors.stream().map(Vector::width).toList();
            List<V> result = machine.repeat(count, data, stride, values(vectors), (addresses, current) -> values((List<Vector<V>>) body.apply(addresses,
                            (List<T>) vectors(widths, current))));
            return (List<T>) vectors(widths, result);
        }

        private static <V> List<V> values(List<Vector<V>> vectors) {
            return vectors.stream().map(Vector::value).toList();
        }

        private static <V> List<Vector<V>> vectors(List<Width> widths, List<V> values) {
            List<Vector<V>> vectors = new ArrayList<>();
            for (int i = 0; i < widths.size(); i++) {
                vectors.add(new Vector<>(widths.get(i), values.get(i)));
            }
            return vectors;
        }
    }
}
