package org.cryptointrinsics.test.kernel;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assume.assumeFalse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.interpreter.MessageInterpreter;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** The programs for whole messages in the interpreter, on any CPU, with every variant of every digest. */
@RunWith(Parameterized.class)
public class MessageProgramTest {

    private static final int STEP = 7;

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;
    private final MessageDigest reference;
    private final Random random = new Random(STEP);

    @Parameters(name = "{0} {1}")
    public static List<Object[]> variants() {
        return KernelTest.variants();
    }

    public MessageProgramTest(DigestAlgorithm algorithm, @SuppressWarnings("unused") String variant, DigestKernel kernel) throws NoSuchAlgorithmException {
        assumeFalse("is the same on every CPU", Reference.FEW);
        this.algorithm = algorithm;
        this.kernel = kernel;
        reference = MessageDigest.getInstance(algorithm.standardName());
    }

    private MemorySegment random(Arena arena, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
    }

    private MemorySegment initialState(Arena arena) {
        return algorithm.copyInitialState(arena.allocate(algorithm.stateBytes()));
    }

    private static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    public void digests() {
        for (int length = 0; length <= 2 * algorithm.blockBytes() + 1; length++) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment message = random(arena, length);
                byte[] expected = reference.digest(bytes(message));
                int digestBytes = expected.length - length % (expected.length / Integer.BYTES) * Integer.BYTES;
                MemorySegment digest = arena.allocate(digestBytes);
                MessageInterpreter.hash(algorithm, kernel, initialState(arena).asReadOnly(), message.asReadOnly(), algorithm.suffix(), digest);
                assertArrayEquals("length " + length, Arrays.copyOf(expected, digestBytes), bytes(digest));
            }
        }
    }

    @Test
    public void hmac() {
        for (int length = 0; length <= 2 * algorithm.blockBytes() + 1; length += STEP) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment innerKey = random(arena, algorithm.blockBytes());
                MemorySegment outerKey = random(arena, algorithm.blockBytes());
                MemorySegment message = random(arena, length);
                MemorySegment result = arena.allocate(reference.getDigestLength());
                MemorySegment sum = random(arena, reference.getDigestLength());
                byte[] expectedSum = bytes(sum);
                byte[] expected = bytes(message);
                int iterations = 1 + length % 3;
                for (int i = 0; i < iterations; i++) {
                    reference.update(bytes(innerKey));
                    byte[] inner = reference.digest(expected);
                    reference.update(bytes(outerKey));
                    expected = reference.digest(inner);
                    for (int j = 0; j < expected.length; j++) {
                        expectedSum[j] ^= expected[j];
                    }
                }
                for (MemorySegment sumOrNone : List.of(MemorySegment.NULL, sum)) {
                    MessageInterpreter.hmac(algorithm, kernel, initialState(arena).asReadOnly(), innerKey.asReadOnly(), outerKey.asReadOnly(), message.asReadOnly(),
                                    algorithm.suffix(), result, sumOrNone, iterations);
                    assertArrayEquals("length " + length, expected, bytes(result));
                }
                assertArrayEquals("sum for length " + length, expectedSum, bytes(sum));
            }
        }
    }
}
