package org.cryptointrinsics.linkage;

/** Computes HMAC (FIPS 198-1) of whole messages. */
public abstract class HmacMethod extends MessageMethod {

    /**
     * Computes HMAC of a message, then of that result, and so on.
     *
     * @param initialState the initial chaining value, an {@code int[]} or a {@code long[]} in the words of the algorithm
     * @param innerKey the key with the inner pad, a block
     * @param outerKey the key with the outer pad, a block
     * @param length of the message in bytes
     * @param suffix the first byte after a message
     * @param result may be the message
     * @param resultBytes the length of the result in bytes, a multiple of 4, at most that of the digest
     * @param sumBase what has the sum, or null
     * @param sum where, as addresses of {@code Unsafe}, what all results are added to by XOR, as long as they are; 0 without a base if there is none
     * @param iterations at least 1; a thread does not stop at a safepoint meanwhile
     * @return whether that was done; if not, nothing was
     */
    @Inlined
    public final boolean hmac(Object initialState, byte[] innerKey, byte[] outerKey, byte[] message, int length, int suffix, byte[] result, int resultBytes,
                    Object sumBase, long sum, int iterations) {
        int stripe = Counters.stripe();
        int blocks = allBlocks(length, iterations);
        boolean isDone = execute(initialState, innerKey, outerKey, message, length, suffix, result, resultBytes, sumBase, sum, iterations);
        if (isDone) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += blocks;
        }
        return isDone;
    }

    /** The kernel, uncounted. */
    protected abstract boolean execute(Object initialState, byte[] innerKey, byte[] outerKey, byte[] message, int length, int suffix, byte[] result, int resultBytes,
                    Object sumBase, long sum, int iterations);

    /** The two of the key, the message, and a digest; then two digests for each iteration. */
    @Inlined
    final int allBlocks(int length, int iterations) {
        return 2 + blocks(length) + 1 + 2 * (iterations - 1);
    }
}
