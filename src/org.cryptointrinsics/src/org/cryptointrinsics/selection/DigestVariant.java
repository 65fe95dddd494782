package org.cryptointrinsics.selection;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.KernelSource;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;

import jdk.internal.misc.Unsafe;

/** A variant of the intrinsic for a digest. Thread-safe. */
public final class DigestVariant extends Variant {

    /** Whose multiples have bits set and clear everywhere. */
    private static final long PATTERN = 0x9E3779B97F4A7C15L;

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;
    private CompressMethod compress;

    public DigestVariant(DigestAlgorithm algorithm, DigestKernel kernel, KernelSource source) {
        super(algorithm.standardName(), kernel, source);
        this.algorithm = algorithm;
        this.kernel = kernel;
    }

    public DigestKernel kernel() {
        return kernel;
    }

    /** The kernel alone. */
    synchronized CompressMethod compress() {
        if (compress == null) {
            compress = source().compress(algorithm, kernel);
        }
        return compress;
    }

    /** What hashes whole messages. */
    HashMethod hash() {
        return source().hash(algorithm, kernel);
    }

    /** What computes HMAC of whole messages. */
    HmacMethod hmac() {
        return source().hmac(algorithm, kernel);
    }

    /** What permutes two states, where that is of use; else null. */
    PermutationMethod permuteTwo() {
        return algorithm.isOfSeveral() && kernel instanceof SpongeKernel sponge ? source().permuteTwo(algorithm, sponge) : null;
    }

    /** What permutes several states, or null if that is of no use, or the kernel has no such vectors. */
    ParallelPermutationMethod permuteSeveral(Width width) {
        boolean isWanted = algorithm.isOfSeveral() && kernel instanceof ParallelSpongeKernel parallel && parallel.widths().contains(width);
        return isWanted ? source().permuteSeveral(algorithm, (ParallelSpongeKernel) kernel, width) : null;
    }

    @Override
    boolean passesSelfTest() throws Exception {
        return DigestKnownAnswers.of(algorithm).passes(this::compress);
    }

    private void compress(MemorySegment state, MemorySegment data, int blocks) {
        Object words = words(state);
        call(compress(), () -> compress().test(words, null, data.address(), blocks));
        MemorySegment.copy(words, 0, state, algorithm.word() == Size.DWORD ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG, 0, Array.getLength(words));
    }

    // Self-tests of methods, to be asked for only if there is no failure.

    /** It is to do what is done where blocks of zeros are absorbed. */
    boolean passes(PermutationMethod method) {
        long[][] states = states(2);
        long[][] expected = permuted(states);
        call(method, () -> method.permuteTwo(states[0], states[1]));
        return Arrays.deepEquals(expected, states);
    }

    /** As of two states. */
    boolean passes(ParallelPermutationMethod method, Width width) {
        long[][] states = states(width.bytes() / Long.BYTES);
        long[] lanes = interleaved(states);
        call(method, () -> method.permuteSeveral(lanes));
        return Arrays.equals(interleaved(permuted(states)), lanes);
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
        return Stream.of(states).map(long[]::clone).peek(state -> call(compress(), () -> compress().test(state, zeros, Unsafe.ARRAY_BYTE_BASE_OFFSET, 1))).toArray(long[][]::new);
    }

    boolean passes(HashMethod method) throws Exception {
        return DigestKnownAnswers.of(algorithm).passesHash((initialState, message, digest) -> call(method,
                        () -> method.hash(words(initialState), message.toArray(ValueLayout.JAVA_BYTE), algorithm.suffix(), null, digest.address(), (int) digest.byteSize())));
    }

    boolean passes(HmacMethod method) throws Exception {
        return DigestKnownAnswers.of(algorithm).passesHmac((initialState, innerKey, outerKey, message, result, sum, iterations) -> {
            byte[] computed = new byte[(int) result.byteSize()];
            call(method, () -> method.hmac(words(initialState), innerKey.toArray(ValueLayout.JAVA_BYTE), outerKey.toArray(ValueLayout.JAVA_BYTE),
                            message.toArray(ValueLayout.JAVA_BYTE), (int) message.byteSize(), algorithm.suffix(), computed, computed.length, null, sum.address(), iterations));
            result.copyFrom(MemorySegment.ofArray(computed));
        }, this::compress);
    }

    private Object words(MemorySegment state) {
        return algorithm.word() == Size.DWORD ? state.toArray(ValueLayout.JAVA_INT) : state.toArray(ValueLayout.JAVA_LONG);
    }
}
