package org.cryptointrinsics.selection;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.linkage.CompiledHash;
import org.cryptointrinsics.linkage.CompiledHmac;
import org.cryptointrinsics.linkage.CompiledKernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.stub.HmacArgument;

import jdk.internal.misc.Unsafe;

/** A variant of the intrinsic for a digest. Thread-safe. */
public final class DigestVariant extends Variant {

    /** Whose multiples have bits set and clear everywhere. */
    private static final long PATTERN = 0x9E3779B97F4A7C15L;

    private final DigestAlgorithm algorithm;
    private final CompiledKernel kernel;
    private final CompiledHash hash;
    private final CompiledHmac hmac;
    private CompressMethod method;
    private PermutationMethod permutationMethod;
    private final Map<Width, ParallelPermutationMethod> parallelMethods = new EnumMap<>(Width.class);

    public DigestVariant(DigestAlgorithm algorithm, CompiledKernel kernel, CompiledHash hash, CompiledHmac hmac) {
        super(kernel);
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.hash = hash;
        this.hmac = hmac;
    }

    public CompiledKernel kernel() {
        return kernel;
    }

    /** What hashes whole messages. */
    CompiledHash hash() {
        return hash;
    }

    /** What computes HMAC of whole messages. */
    CompiledHmac hmac() {
        return hmac;
    }

    /** The kernel as a method. */
    synchronized CompressMethod method() {
        if (method == null) {
            method = kernel.method(algorithm.word());
        }
        return method;
    }

    /** What permutes two states, of a digest of FIPS 202. */
    synchronized PermutationMethod permutationMethod() {
        if (permutationMethod == null) {
            permutationMethod = kernel.permutationMethod();
        }
        return permutationMethod;
    }

    /** What permutes several states, or null if the kernel has no such vectors. */
    synchronized ParallelPermutationMethod permutationMethod(Width width) {
        boolean isThere = kernel.kernel() instanceof ParallelSpongeKernel parallel && parallel.widths().contains(width);
        return isThere ? parallelMethods.computeIfAbsent(width, kernel::permutationMethod) : null;
    }

    @Override
    boolean passesSelfTest() throws Exception {
        return algorithm.passesSelfTest(this::compress);
    }

    private void compress(MemorySegment state, MemorySegment data, int blocks) {
        boolean isInt = algorithm.word() == Size.DWORD;
        Object words = isInt ? state.toArray(ValueLayout.JAVA_INT) : state.toArray(ValueLayout.JAVA_LONG);
        call(method(), () -> method().test(words, null, data.address(), blocks));
        MemorySegment.copy(words, 0, state, isInt ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG, 0, Array.getLength(words));
    }

    /**
     * How {@link #permutationMethod} fails its self-test, or null if it passes: it is to do what is done where blocks of zeros are absorbed. To be asked only if there is no
     * {@link #failure}.
     */
    String permutationFailure() {
        return selfTest(() -> {
            long[][] states = states(2);
            long[][] expected = permuted(states);
            call(permutationMethod(), () -> permutationMethod().permuteTwo(states[0], states[1]));
            return Arrays.deepEquals(expected, states);
        });
    }

    /** As {@link #permutationFailure}, of what permutes several states. */
    String permutationFailure(Width width) {
        return selfTest(() -> {
            int count = width.bytes() / Long.BYTES;
            long[][] states = states(count);
            long[] lanes = interleaved(states);
            call(permutationMethod(width), () -> permutationMethod(width).permuteSeveral(lanes));
            return Arrays.equals(interleaved(permuted(states)), lanes);
        });
    }

    private static long[] interleaved(long[][] states) {
        long[] lanes = new long[states.length * states[0].length];
        Arrays.setAll(lanes, i -> states[i % states.length][i / states.length]);
        return lanes;
    }

    private long[][] states(int count) {
        long[][] states = new long[count][algorithm.stateBytes() / Long.BYTES];
        for (int i = 0; i < count; i++) {
            Arrays.setAll(states[i], lane -> lane * PATTERN);
            states[i][0] = i;
        }
        return states;
    }

    /** As a block of zeros leaves each. */
    private long[][] permuted(long[][] states) {
        byte[] zeros = new byte[algorithm.blockBytes()];
        return Stream.of(states).map(long[]::clone).peek(state -> call(method(), () -> method().test(state, zeros, Unsafe.ARRAY_BYTE_BASE_OFFSET, 1))).toArray(long[][]::new);
    }

    /** How {@link #hash} fails its self-test, or null if it passes. */
    String hashFailure() {
        return selfTest(() -> algorithm.passesHashSelfTest((initialState, message, digest) -> hash.hash(initialState.address(), message.address(),
                        (int) message.byteSize(), algorithm.suffix(), digest.address(), (int) digest.byteSize())));
    }

    /** How {@link #hmac} fails its self-test, or null if it passes; to be asked only if there is no {@link #failure}. */
    String hmacFailure() {
        return selfTest(() -> algorithm.passesHmacSelfTest((initialState, innerKey, outerKey, message, result, sum, iterations) -> hmac.hmac(
                        Map.of(HmacArgument.INITIAL_STATE, initialState.address(), HmacArgument.INNER_KEY, innerKey.address(), HmacArgument.OUTER_KEY, outerKey.address(),
                                        HmacArgument.MESSAGE, message.address(), HmacArgument.LENGTH, message.byteSize(), HmacArgument.SUFFIX, (long) algorithm.suffix(),
                                        HmacArgument.RESULT, result.address(), HmacArgument.RESULT_LENGTH, result.byteSize(), HmacArgument.SUM, sum.address(),
                                        HmacArgument.ITERATIONS, (long) iterations)), this::compress));
    }
}
