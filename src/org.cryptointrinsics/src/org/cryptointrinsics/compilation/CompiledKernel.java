package org.cryptointrinsics.compilation;

import java.util.Map;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.stub.CompressStub;

import jdk.vm.ci.meta.JavaKind;

/** The {@link CompressStub} of a kernel. Thread-safe. */
public final class CompiledKernel extends CompiledStub {

    private final DigestKernel kernel;

    /**
     * Links {@code kernel}.
     *
     * @param name a Java identifier that no other stub is named by: Graal finds their code by it
     */
    public CompiledKernel(DigestKernel kernel, String name, CompilerContext context) {
        super(Signature.COMPRESS, CompressStub.descriptor(name), kernel, context, linkage -> new CompressStub(context, linkage, kernel));
        this.kernel = kernel;
    }

    @Override
    public DigestKernel kernel() {
        return kernel;
    }

    /** What an array of such words has. */
    static JavaKind element(Size word) {
        return word == Size.DWORD ? JavaKind.Int : JavaKind.Long;
    }

    /**
     * Calls the stub, from outside of compiled code.
     *
     * @param state address of the chaining value, outside of the heap
     * @param data address of the blocks, outside of the heap
     * @param blocks number of blocks, at least 1
     * @see DigestKernel#compress
     */
    public void compress(long state, long data, int blocks) {
        call(Map.of(Argument.STATE, state, Argument.INPUT, data, Argument.BLOCKS, (long) blocks));
    }
}
