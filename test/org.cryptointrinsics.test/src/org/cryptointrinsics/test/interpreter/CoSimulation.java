package org.cryptointrinsics.test.interpreter;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

import org.cryptointrinsics.compilation.CompiledKernel;
import org.cryptointrinsics.interpreter.Interpreter;

/** Executes a kernel's stub on this CPU and the kernel in the interpreter, from the same random memory, and compares what they make of it. */
public final class CoSimulation {

    private static final int MARGIN = 64;
    /** The first and last values of lanes, signed and unsigned. */
    private static final long[] EDGES = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0x80000000_80000000L, 0x7FFFFFFF_7FFFFFFFL, 0x00000001_00000001L};

    private final CompiledKernel kernel;
    private final int stateBytes;
    private final int dataBytes;
    private final int blocks;
    private final Random random;

    /** @param blocks what the kernel is given as the number of blocks */
    public CoSimulation(CompiledKernel kernel, int stateBytes, int dataBytes, int blocks, Random random) {
        this.kernel = kernel;
        this.stateBytes = stateBytes;
        this.dataBytes = dataBytes;
        this.blocks = blocks;
        this.random = random;
    }

    /** Names what is at an offset of the state. */
    @FunctionalInterface
    public interface Naming {
        String nameAt(int offset);
    }

    public void compare(int rounds, Naming naming) {
        for (int round = 0; round < rounds; round++) {
            compare(data(round), naming);
        }
    }

    private byte[] data(int round) {
        byte[] data = new byte[dataBytes];
        MemorySegment longs = MemorySegment.ofArray(data);
        for (int i = 0; i < dataBytes / Long.BYTES; i++) {
            long value = switch (round) {
                case 0 -> 0;
                case 1 -> -1;
                case 2, 3, 4, 5 -> EDGES[random.nextInt(EDGES.length)];
                default -> random.nextLong();
            };
            longs.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * Long.BYTES, value);
        }
        return data;
    }

    private void compare(byte[] data, Naming naming) {
        byte[] initialState = new byte[stateBytes + 2 * MARGIN];
        random.nextBytes(initialState);
        byte[] expected = byInterpreter(initialState, data);
        byte[] actual = byStub(initialState, data);
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] != actual[i]) {
                int offset = i - MARGIN;
                String place = offset < 0 || offset >= stateBytes ? "beside the state" : naming.nameAt(offset) + ", byte at " + offset;
                // Where one of them answers otherwise now, the compiler of that one, or this machine, is at fault.
                String onceMore = "; once more, the interpreter says " + byInterpreter(initialState, data)[i] + ", the stub " + byStub(initialState, data)[i];
                assertEquals(place + onceMore, expected[i], actual[i]);
            }
        }
    }

    private byte[] byInterpreter(byte[] initialState, byte[] data) {
        byte[] state = initialState.clone();
        Interpreter.compress(kernel.kernel(), MemorySegment.ofArray(state).asSlice(MARGIN, stateBytes), MemorySegment.ofArray(data), blocks);
        return state;
    }

    private byte[] byStub(byte[] initialState, byte[] data) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = copy(arena, initialState);
            MemorySegment dataCopy = copy(arena, data);
            kernel.compress(state.address() + MARGIN, dataCopy.address(), blocks);
            assertArrayEquals("data", data, dataCopy.toArray(ValueLayout.JAVA_BYTE));
            return state.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /** At any alignment. */
    private MemorySegment copy(Arena arena, byte[] bytes) {
        MemorySegment memory = arena.allocate(bytes.length + 64, 64).asSlice(random.nextInt(64), bytes.length);
        return memory.copyFrom(MemorySegment.ofArray(bytes));
    }
}
