package org.cryptointrinsics.linkage;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.stub.Counters;
import org.cryptointrinsics.stub.HmacStub;

/** The {@link HmacStub} of a kernel. Thread-safe. */
public final class CompiledHmac extends CompiledStub {

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param kernel a kernel of {@code algorithm}
     */
    public CompiledHmac(DigestAlgorithm algorithm, DigestKernel kernel, String name, Counters counters, CompilerContext context) {
        super(HmacStub.descriptor(name), kernel, context, linkage -> new HmacStub(context, linkage, algorithm, kernel, counters));
    }

    /**
     * Calls the stub, from outside of compiled code. All addresses are outside of the heap.
     *
     * @param initialState address of the initial chaining value, in words
     * @param innerKey address of the key with the inner pad, a block
     * @param outerKey address of the key with the outer pad, a block
     * @param message address of the message
     * @param length of the message in bytes
     * @param suffix the first byte after a message
     * @param result address for the result, which may be that of the message
     * @param resultBytes the length of the result, a multiple of 4, that of the digest or less
     * @param sum address of what the results of all iterations are added to by XOR, or 0
     * @param iterations how often, at least once; each of them but the first is of the result before
     */
    public void hmac(long initialState, long innerKey, long outerKey, long message, int length, int suffix, long result, int resultBytes, long sum, int iterations) {
        call(initialState, innerKey, outerKey, message, length, suffix, result, resultBytes, sum, iterations);
    }
}
