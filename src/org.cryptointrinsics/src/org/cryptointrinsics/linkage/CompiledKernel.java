package org.cryptointrinsics.linkage;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.stub.KernelStub;

import jdk.vm.ci.meta.JavaKind;

/** The {@link KernelStub} of a kernel, and the kernel as the code of a method. Thread-safe. */
public final class CompiledKernel extends CompiledStub {

    private final DigestKernel kernel;
    private final CompilerContext context;

    /**
     * Links {@code kernel}.
     *
     * @param name a Java identifier that no other stub is named by: Graal finds their code by it
     */
    public CompiledKernel(DigestKernel kernel, String name, CompilerContext context) {
        super(KernelStub.descriptor(name), kernel, context, linkage -> new KernelStub(context, linkage, kernel));
        this.kernel = kernel;
        this.context = context;
    }

    @Override
    public DigestKernel kernel() {
        return kernel;
    }

    /**
     * Compiles the kernel once more, as a method. Unlike the stub, that survives a fault when it reads the data.
     *
     * @param word the size of an element of the chaining value
     */
    public CompressMethod method(Size word) {
        return CompressMethod.create(method -> MethodCompiler.kernel(kernel, element(word), method, context));
    }

    /** The permutation as a method; of a {@link SpongeKernel} only. */
    public PermutationMethod permutationMethod() {
        return PermutationMethod.create(method -> MethodCompiler.permutation((SpongeKernel) kernel, method, context));
    }

    /** The permutation of several states as a method; of a {@link ParallelSpongeKernel} with vectors of that width only. */
    public ParallelPermutationMethod permutationMethod(Width width) {
        return ParallelPermutationMethod.create(method -> MethodCompiler.permutation((ParallelSpongeKernel) kernel, width, method, context));
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
        call(state, data, blocks);
    }
}
