package org.cryptointrinsics.test.stub;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.cryptointrinsics.compilation.CompiledHash;
import org.cryptointrinsics.compilation.CompiledHmac;
import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Stubs;
import org.cryptointrinsics.test.instruction.Objdump;
import org.cryptointrinsics.test.kernel.KernelTest;
import org.junit.Before;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** The stubs for whole messages, with every variant of every digest that the CPU has. */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class MessageKernelTest {

    private static final int LONGEST = 3 * 256;

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;
    private final Random random = new Random(LONGEST);
    private CompiledHash stub;
    private CompiledHmac hmac;

    @Parameters(name = "{0} {1}")
    public static List<Object[]> variants() {
        return KernelTest.variants();
    }

    public MessageKernelTest(DigestAlgorithm algorithm, @SuppressWarnings("unused") String variant, DigestKernel kernel) {
        this.algorithm = algorithm;
        this.kernel = kernel;
    }

    @Before
    public void compile() {
        assumeTrue("missing features", Requirements.of(kernel, Stubs.CONTEXT.cpu()).missing().isEmpty());
        stub = Stubs.compileHash(algorithm, kernel);
        hmac = Stubs.compileHmac(algorithm, kernel);
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
                byte[] message = random(length);
                byte[] expected = reference.digest(message);
                for (boolean atEnd : new boolean[]{false, true}) {
                    MemorySegment state = algorithm.copyInitialState(edge(statePage, algorithm.stateBytes(), atEnd));
                    byte[] initialState = state.toArray(ValueLayout.JAVA_BYTE);
                    MemorySegment data = edge(messagePage, length, atEnd).copyFrom(MemorySegment.ofArray(message));
                    for (int digestBytes = Integer.BYTES; digestBytes <= expected.length; digestBytes += Integer.BYTES) {
                        byte[] canaries = random(Pages.SIZE);
                        digestPage.copyFrom(MemorySegment.ofArray(canaries));
                        MemorySegment digest = edge(digestPage, digestBytes, atEnd);
                        stub.hash(state.address(), data.address(), length, algorithm.suffix(), digest.address(), digestBytes);
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
            stub.hash(state.address(), 0, 0, algorithm.suffix(), digest.address(), expected.length);
            assertArrayEquals(expected, digest.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    /** HMAC by its definition, of messages of all lengths, several times; nothing but the result and the sum is written. */
    @Test
    public void hmacOfAllLengths() throws Exception {
        MessageDigest reference = MessageDigest.getInstance(algorithm.standardName());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = algorithm.copyInitialState(arena.allocate(algorithm.stateBytes()));
            MemorySegment[] pages = new MemorySegment[5];
            for (int i = 0; i < pages.length; i++) {
                pages[i] = Pages.guarded(Pages.SIZE, arena);
            }
            for (int length = 0; length <= LONGEST; length++) {
                boolean atEnd = length % 2 == 0;
                byte[] innerKey = random(algorithm.blockBytes());
                byte[] outerKey = random(algorithm.blockBytes());
                byte[] message = random(length);
                byte[] expectedSum = random(reference.getDigestLength());
                MemorySegment inner = edge(pages[0], innerKey.length, atEnd).copyFrom(MemorySegment.ofArray(innerKey));
                MemorySegment outer = edge(pages[1], outerKey.length, atEnd).copyFrom(MemorySegment.ofArray(outerKey));
                MemorySegment data = edge(pages[2], length, atEnd).copyFrom(MemorySegment.ofArray(message));
                MemorySegment result = edge(pages[3], expectedSum.length, atEnd);
                MemorySegment sum = edge(pages[4], expectedSum.length, atEnd).copyFrom(MemorySegment.ofArray(expectedSum));
                int iterations = 1 + length % 4;
                byte[] expected = message;
                for (int i = 0; i < iterations; i++) {
                    reference.update(innerKey);
                    byte[] digest = reference.digest(expected);
                    reference.update(outerKey);
                    expected = reference.digest(digest);
                    for (int j = 0; j < expected.length; j++) {
                        expectedSum[j] ^= expected[j];
                    }
                }
                Map<Argument, Long> arguments = arguments(state, inner, outer, data, result, iterations);
                hmac.call(arguments);
                assertArrayEquals("length " + length, expected, result.toArray(ValueLayout.JAVA_BYTE));
                result.fill((byte) 0);
                arguments.put(Argument.SUM, sum.address());
                hmac.call(arguments);
                assertArrayEquals("length " + length, expected, result.toArray(ValueLayout.JAVA_BYTE));
                assertArrayEquals("sum for length " + length, expectedSum, sum.toArray(ValueLayout.JAVA_BYTE));
                assertArrayEquals(innerKey, inner.toArray(ValueLayout.JAVA_BYTE));
                assertArrayEquals(outerKey, outer.toArray(ValueLayout.JAVA_BYTE));
                assertArrayEquals(message, data.toArray(ValueLayout.JAVA_BYTE));
            }
        }
    }

    /** All but a sum. */
    private Map<Argument, Long> arguments(MemorySegment state, MemorySegment innerKey, MemorySegment outerKey, MemorySegment message, MemorySegment result, int iterations) {
        return new EnumMap<>(Map.of(Argument.INITIAL_STATE, state.address(), Argument.INNER_KEY, innerKey.address(), Argument.OUTER_KEY, outerKey.address(),
                        Argument.MESSAGE, message.address(), Argument.LENGTH, message.byteSize(), Argument.SUFFIX, (long) algorithm.suffix(), Argument.RESULT,
                        result.address(), Argument.RESULT_LENGTH, result.byteSize(), Argument.SUM, 0L, Argument.ITERATIONS, (long) iterations));
    }

    /** Nor is anything of which the key or the message would follow left on the stack. */
    @Test
    public void framesAreCleared() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = algorithm.copyInitialState(arena.allocate(algorithm.stateBytes()));
            MemorySegment innerKey = arena.allocate(algorithm.blockBytes()).copyFrom(MemorySegment.ofArray(random(algorithm.blockBytes())));
            MemorySegment outerKey = arena.allocate(algorithm.blockBytes()).copyFrom(MemorySegment.ofArray(random(algorithm.blockBytes())));
            MemorySegment message = arena.allocate(algorithm.blockBytes() / 2).copyFrom(MemorySegment.ofArray(random(algorithm.blockBytes() / 2)));
            int length = (int) message.byteSize();
            MemorySegment result = arena.allocate(digestBytes());
            MemorySegment sum = arena.allocate(result.byteSize());
            ThreadStack stack = ThreadStack.after(() -> {
                stub.hash(state.address(), message.address(), length, algorithm.suffix(), result.address(), (int) result.byteSize());
                for (int iterations = 1; iterations < 4; iterations++) {
                    Map<Argument, Long> arguments = arguments(state, innerKey, outerKey, message, result, iterations);
                    arguments.put(Argument.SUM, sum.address());
                    hmac.call(arguments);
                }
            });
            assertFalse("message", stack.contains(message.toArray(ValueLayout.JAVA_BYTE)));
            for (MemorySegment key : List.of(innerKey, outerKey)) {
                assertFalse("key", stack.contains(key.toArray(ValueLayout.JAVA_BYTE)));
                MemorySegment chain = algorithm.copyInitialState(arena.allocate(algorithm.stateBytes()));
                Interpreter.compress(kernel, chain, key, 1);
                byte[] secret = chain.toArray(ValueLayout.JAVA_BYTE);
                // That many cannot be in a register that the VM saved.
                assertFalse("chaining value", stack.contains(Arrays.copyOf(secret, Math.min(secret.length, 32))));
            }
        }
    }

    /** What a key has left in vector registers would be on the stack after the next safepoint. */
    @Test
    public void vectorsAreCleared() throws Exception {
        assertTrue(Objdump.clearsVectors(hmac.code().getCode()));
    }

    /** As in PBKDF2. */
    @Test
    public void hmacMayReplaceTheMessage() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = algorithm.copyInitialState(arena.allocate(algorithm.stateBytes()));
            MemorySegment key = arena.allocate(algorithm.blockBytes());
            int length = digestBytes();
            MemorySegment message = arena.allocate(length).copyFrom(MemorySegment.ofArray(random(length)));
            MemorySegment expected = arena.allocate(length);
            hmac.call(arguments(state, key, key, message, expected, 7));
            hmac.call(arguments(state, key, key, message, message, 7));
            assertArrayEquals(expected.toArray(ValueLayout.JAVA_BYTE), message.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private int digestBytes() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(algorithm.standardName()).getDigestLength();
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
