package org.cryptointrinsics.linkage;

import java.util.Map;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.stub.Counters;
import org.cryptointrinsics.stub.HmacArgument;
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
     * Calls the stub, from outside of compiled code.
     *
     * @param arguments all; addresses are outside of the heap
     */
    public void hmac(Map<HmacArgument, Long> arguments) {
        callWith(arguments);
    }
}
