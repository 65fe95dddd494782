package org.cryptointrinsics.linkage;

import java.util.List;
import java.util.function.Function;

import org.cryptointrinsics.kernel.DigestAlgorithm;

import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** {@link org.cryptointrinsics.stub.HashStub} as a method. */
public abstract class HashMethod extends MessageMethod {

    @SuppressWarnings("unused") private static final List<Class<?>> SEVERAL = several(Template.class);

    /**
     * Hashes a message.
     *
     * @param initialState the initial chaining value, an {@code int[]} or a {@code long[]} in the words of the algorithm
     * @param message a thread does not stop at a safepoint while this is hashed
     * @param suffix the first byte after the message
     * @param resultBase what the digest is written to
     * @param result where in that, as addresses of {@code Unsafe}
     * @param resultBytes the length of the digest in bytes, a multiple of 4, at most that of the chaining value
     * @return whether that was done; if not, nothing was
     */
    @Inlined
    public final boolean hash(Object initialState, byte[] message, int suffix, Object resultBase, long result, int resultBytes) {
        int stripe = Counters.stripe();
        int blocks = blocks(message.length);
        boolean isDone = execute(initialState, message, suffix, resultBase, result, resultBytes);
        if (isDone) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += blocks;
        }
        return isDone;
    }

    /** The kernel, uncounted. */
    abstract boolean execute(Object initialState, byte[] message, int suffix, Object resultBase, long result, int resultBytes);

    static final class Template extends HashMethod {
        @Override
        boolean execute(Object initialState, byte[] message, int suffix, Object resultBase, long result, int resultBytes) {
            lost();
            return false;
        }
    }

    static HashMethod create(DigestAlgorithm algorithm, Function<ResolvedJavaMethod, InstalledCode> compilation) {
        return create(HashMethod.class, Template.class, algorithm, compilation);
    }
}
