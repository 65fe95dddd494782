package org.cryptointrinsics.graph;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage.RegisterEffect;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;

/** The stub that hashes whole messages with a kernel, linked and compiled as {@link CompiledKernel}. Thread-safe. */
public final class CompiledMessageKernel {

    private final MessageStub stub;
    private final StubEntry entry;

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param kernel a kernel of {@code algorithm}
     */
    public CompiledMessageKernel(DigestAlgorithm algorithm, Kernel kernel, String name, Counters counters, CompilerContext context) {
        HotSpotForeignCallDescriptor descriptor = MessageStub.descriptor(name);
        HotSpotForeignCallLinkage linkage = context.foreignCalls().registerStubCall(descriptor, RegisterEffect.COMPUTES_REGISTERS_KILLED);
        stub = new MessageStub(context, linkage, algorithm, kernel, counters);
        linkage.setCompiledStub(stub);
        entry = new StubEntry(descriptor, kernel, context);
    }

    /** Makes {@code call} a call to this stub, too. To be done before a call to it is compiled. */
    public void bind(HotSpotForeignCallLinkage call) {
        call.setCompiledStub(stub);
    }

    /**
     * Calls the stub, from outside of compiled code.
     *
     * @param initialState address of the initial chaining value, in words, outside of the heap
     * @param prefix address of a block before the message, outside of the heap, or 0
     * @param message address of the message, outside of the heap
     * @param length of the message in bytes
     * @param suffix the first byte after the message
     * @param digest address for the digest, outside of the heap
     * @param digestBytes the length of the digest, a multiple of 4, at most that of the chaining value
     */
    public void hash(long initialState, long prefix, long message, int length, int suffix, long digest, int digestBytes) {
        entry.call(initialState, prefix, message, length, suffix, digest, digestBytes);
    }
}
