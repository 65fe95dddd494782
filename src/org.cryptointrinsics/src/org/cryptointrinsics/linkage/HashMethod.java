package org.cryptointrinsics.linkage;

/** Hashes whole messages. */
public abstract class HashMethod extends MessageMethod {

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
    protected abstract boolean execute(Object initialState, byte[] message, int suffix, Object resultBase, long result, int resultBytes);
}
