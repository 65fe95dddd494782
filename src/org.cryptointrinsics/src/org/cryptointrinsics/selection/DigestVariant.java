package org.cryptointrinsics.selection;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BooleanSupplier;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.CompiledHash;
import org.cryptointrinsics.linkage.CompiledHmac;
import org.cryptointrinsics.linkage.CompiledKernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.stub.HmacArgument;

import jdk.internal.misc.Unsafe;

/** A variant of the intrinsic for a digest. Thread-safe. */
public final class DigestVariant extends Variant {

    /** Of a call: HotSpot may throw away any code, for reasons that last for a moment. */
    private static final int MOST_ATTEMPTS = 10;
    /** Whose multiples have bits set and clear everywhere. */
    private static final long PATTERN = 0x9E3779B97F4A7C15L;

    private final DigestAlgorithm algorithm;
    private final CompiledKernel kernel;
    private final CompiledHash hash;
    private final CompiledHmac hmac;
    private CompressMethod method;
    private PermutationMethod permutationMethod;

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

    @Override
    boolean passesSelfTest() throws Exception {
        return algorithm.passesSelfTest(this::compress);
    }

    private void compress(MemorySegment state, MemorySegment data, int blocks) {
        boolean isInt = algorithm.word() == Size.DWORD;
        Object words = isInt ? state.toArray(ValueLayout.JAVA_INT) : state.toArray(ValueLayout.JAVA_LONG);
        call(method(), () -> method().compress(words, null, data.address(), blocks));
        MemorySegment.copy(words, 0, state, isInt ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG, 0, Array.getLength(words));
    }

    /**
     * @param call of the method, and whether that was executed
     */
    private static void call(KernelMethod method, BooleanSupplier call) {
        for (int i = 0; !call.getAsBoolean(); i++) {
            if (i == MOST_ATTEMPTS) {
                throw new IllegalStateException("HotSpot throws its code away");
            }
            method.compile();
        }
    }

    /**
     * How {@link #permutationMethod} fails its self-test, or null if it passes: it is to do what is done where blocks of zeros are absorbed. To be asked only if there is no
     * {@link #failure}.
     */
    String permutationFailure() {
        return selfTest(() -> {
            long[][] states = new long[2][algorithm.stateBytes() / Long.BYTES];
            long[][] expected = new long[2][];
            byte[] zeros = new byte[algorithm.blockBytes()];
            for (int i = 0; i < states.length; i++) {
                Arrays.setAll(states[i], lane -> lane * PATTERN);
                states[i][0] = i;
                long[] absorbed = states[i].clone();
                call(method(), () -> method().compress(absorbed, zeros, Unsafe.ARRAY_BYTE_BASE_OFFSET, 1));
                expected[i] = absorbed;
            }
            call(permutationMethod(), () -> permutationMethod().permuteTwo(states[0], states[1]));
            return Arrays.deepEquals(expected, states);
        });
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
