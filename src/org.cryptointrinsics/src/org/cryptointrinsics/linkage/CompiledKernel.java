package org.cryptointrinsics.linkage;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.stub.Counters;
import org.cryptointrinsics.stub.KernelStub;

import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.hotspot.HotSpotResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** The {@link KernelStub} of a kernel, and the kernel as the code of a method. Thread-safe. */
public final class CompiledKernel extends CompiledStub {

    private final DigestKernel kernel;
    private final CompilerContext context;
    private final Counters counters;

    /**
     * Links {@code kernel}.
     *
     * @param name a Java identifier that no other stub is named by: Graal finds their code by it
     * @param counters what to count calls and blocks in, or null
     */
    public CompiledKernel(DigestKernel kernel, String name, Counters counters, CompilerContext context) {
        super(KernelStub.descriptor(name), kernel, context, linkage -> new KernelStub(context, linkage, kernel, counters));
        this.kernel = kernel;
        this.counters = counters;
        this.context = context;
    }

    @Override
    public DigestKernel kernel() {
        return kernel;
    }

    /**
     * Compiles the kernel once more, as the code of a method. Unlike the stub, such code survives a fault when it reads the data: HotSpot throws an
     * {@code InternalError} soon after.
     *
     * @param method a static method {@code boolean (int[] state, long data, int blocks)}, or one that takes a {@code long[]}; its bytecodes are what is executed without this code
     * @return the code, which returns true
     */
    public InstalledCode installAs(ResolvedJavaMethod method) {
        // HotSpot crashes if it gets code for a method that was not linked.
        method.getDeclaringClass().initialize();
        ((HotSpotResolvedJavaMethod) method).setNotInlinableOrCompilable();
        return MethodCompiler.kernel(kernel, method, counters, context);
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
