package org.cryptointrinsics.test;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.graph.CompiledMessageKernel;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** The stubs that hash whole messages, with every variant of every digest that the CPU has. */
@RunWith(Parameterized.class)
public class MessageKernelTest {

    private static final int LONGEST = 3 * 256;

    private final DigestAlgorithm algorithm;
    private final Kernel kernel;
    private final Random random = new Random(LONGEST);
    private CompiledMessageKernel stub;

    @Parameters(name = "{0} {1}")
    public static List<Object[]> variants() {
        return KernelTest.variants();
    }

    public MessageKernelTest(DigestAlgorithm algorithm, @SuppressWarnings("unused") String variant, Kernel kernel) {
        this.algorithm = algorithm;
        this.kernel = kernel;
    }

    @Before
    public void compile() {
        assumeTrue("missing features", Requirements.of(kernel, Stubs.CONTEXT.cpu()).missing().isEmpty());
        stub = Stubs.compileForMessages(algorithm, kernel);
    }

    private static MemorySegment edge(MemorySegment page, long bytes, boolean atEnd) {
        return page.asSlice(atEnd ? page.byteSize() - bytes : 0, bytes);
    }

    /** Each argument at either end of memory with nothing around it; nothing but the digest is written. */
    @Test
    public void allLengths() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment statePage = Pages.guarded(Pages.SIZE, arena);
            MemorySegment messagePage = Pages.guarded(Pages.SIZE, arena);
            MemorySegment digestPage = Pages.guarded(Pages.SIZE, arena);
            MessageDigest reference = MessageDigest.getInstance(algorithm.standardName());
            for (int length = 0; length <= LONGEST; length++) {
                byte[] message = new byte[length];
                random.nextBytes(message);
                byte[] expected = reference.digest(message);
                for (boolean atEnd : new boolean[]{false, true}) {
                    MemorySegment state = algorithm.copyInitialState(edge(statePage, algorithm.stateBytes(), atEnd));
                    byte[] initialState = state.toArray(ValueLayout.JAVA_BYTE);
                    MemorySegment data = edge(messagePage, length, atEnd).copyFrom(MemorySegment.ofArray(message));
                    for (int digestBytes = Integer.BYTES; digestBytes <= expected.length; digestBytes += Integer.BYTES) {
                        byte[] canaries = new byte[Pages.SIZE];
                        random.nextBytes(canaries);
                        digestPage.copyFrom(MemorySegment.ofArray(canaries));
                        MemorySegment digest = edge(digestPage, digestBytes, atEnd);
                        stub.hash(state.address(), 0, data.address(), length, algorithm.suffix(), digest.address(), digestBytes);
                        assertArrayEquals("length " + length, Arrays.copyOf(expected, digestBytes), digest.toArray(ValueLayout.JAVA_BYTE));
                        digest.copyFrom(MemorySegment.ofArray(canaries).asSlice(digest.address() - digestPage.address(), digestBytes));
                        assertArrayEquals(canaries, digestPage.toArray(ValueLayout.JAVA_BYTE));
                    }
                    assertArrayEquals(initialState, state.toArray(ValueLayout.JAVA_BYTE));
                    assertArrayEquals(message, data.toArray(ValueLayout.JAVA_BYTE));
                }
            }
        }
    }

    @Test
    public void digestOfAnEmptyMessageNeedsNoMemory() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = algorithm.copyInitialState(arena.allocate(algorithm.stateBytes()));
            byte[] expected = MessageDigest.getInstance(algorithm.standardName()).digest();
            MemorySegment digest = arena.allocate(expected.length);
            stub.hash(state.address(), 0, 0, 0, algorithm.suffix(), digest.address(), expected.length);
            assertArrayEquals(expected, digest.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    /** As if it were a part of the message. */
    @Test
    public void prefixComesFirst() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = algorithm.copyInitialState(arena.allocate(algorithm.stateBytes()));
            MemorySegment page = Pages.guarded(Pages.SIZE, arena);
            MessageDigest reference = MessageDigest.getInstance(algorithm.standardName());
            for (int length = 0; length <= LONGEST; length++) {
                byte[] all = new byte[algorithm.blockBytes() + length];
                random.nextBytes(all);
                byte[] expected = reference.digest(all);
                MemorySegment digest = arena.allocate(expected.length);
                MemorySegment prefix = edge(page, algorithm.blockBytes(), length % 2 == 0).copyFrom(MemorySegment.ofArray(all).asSlice(0, algorithm.blockBytes()));
                MemorySegment message = arena.allocate(Math.max(1, length)).asSlice(0, length).copyFrom(MemorySegment.ofArray(all).asSlice(algorithm.blockBytes()));
                stub.hash(state.address(), prefix.address(), message.address(), length, algorithm.suffix(), digest.address(), expected.length);
                assertArrayEquals("length " + length, expected, digest.toArray(ValueLayout.JAVA_BYTE));
            }
        }
    }
}
