package org.cryptointrinsics.graph;

import java.util.Set;

import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;

import jdk.graal.compiler.code.CompilationResult;
import jdk.graal.compiler.core.GraalCompiler;
import jdk.graal.compiler.core.common.CompilationIdentifier;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.core.common.type.StampPair;
import jdk.graal.compiler.debug.DebugContext;
import jdk.graal.compiler.hotspot.HotSpotBackend;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage.RegisterEffect;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.graal.compiler.lir.asm.CompilationResultBuilderFactory;
import jdk.graal.compiler.lir.phases.LIRSuites;
import jdk.graal.compiler.nodes.ParameterNode;
import jdk.graal.compiler.nodes.ReturnNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.extended.ForeignCallNode;
import jdk.graal.compiler.options.OptionValues;
import jdk.graal.compiler.phases.OptimisticOptimizations;
import jdk.graal.compiler.phases.Speculative;
import jdk.graal.compiler.phases.tiers.Suites;
import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.code.InvalidInstalledCodeException;
import jdk.vm.ci.meta.DefaultProfilingInfo;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.TriState;

/**
 * The stub of a kernel, linked on creation, compiled when {@link #code} or a call to it is first compiled. Thread-safe.
 */
public final class CompiledKernel {

    private final Kernel kernel;
    private final CompilerContext context;
    private final HotSpotForeignCallDescriptor descriptor;
    private final KernelStub stub;
    private InstalledCode entry;

    /**
     * Links {@code kernel}. Graal's table of foreign calls is not synchronized: link before the first compilation.
     *
     * @param name a name that no other foreign call has
     * @param counters what to count calls and blocks in, or null
     */
    public CompiledKernel(Kernel kernel, String name, Counters counters, CompilerContext context) {
        this.kernel = kernel;
        this.context = context;
        descriptor = KernelStub.descriptor(name);
        HotSpotForeignCallLinkage linkage = context.foreignCalls().registerStubCall(descriptor, RegisterEffect.COMPUTES_REGISTERS_KILLED);
        stub = new KernelStub(context, linkage, kernel, counters);
        linkage.setCompiledStub(stub);
    }

    public Kernel kernel() {
        return kernel;
    }

    /** The features that this kernel needs and may not use, empty if it can be compiled. */
    public Set<CPUFeature> missingFeatures() {
        return Requirements.of(kernel, context.cpu()).missing();
    }

    /** Makes {@code call} a call to this kernel, too. To be done before a call to it is compiled. */
    public void bind(HotSpotForeignCallLinkage call) {
        call.setCompiledStub(stub);
    }

    /** What to call in a graph; {@code void (long state, long data, int blocks)}, see {@link Kernel#compress}. */
    public HotSpotForeignCallDescriptor descriptor() {
        return descriptor;
    }

    /** The machine code, compiled if it is not yet. */
    public byte[] code() {
        return stub.getCode().getCode();
    }

    /**
     * Calls the stub, from outside of compiled code.
     *
     * @param state address of the chaining value, outside of the heap
     * @param data address of the blocks, outside of the heap
     * @param blocks number of blocks, at least 1
     * @see Kernel#compress
     */
    public void compress(long state, long data, int blocks) {
        try {
            entry().executeVarargs(state, data, blocks);
        } catch (InvalidInstalledCodeException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized InstalledCode entry() {
        if (entry == null) {
            entry = compileEntry();
        }
        return entry;
    }

    /** The method in whose place {@link #entry} is called; its body is never executed. */
    @SuppressWarnings("unused")
    private static void entryPoint(long state, long data, int blocks) {
        throw new UnsupportedOperationException();
    }

    static ResolvedJavaMethod entryPoint(HotSpotProviders providers) {
        try {
            return providers.getMetaAccess().lookupJavaMethod(CompiledKernel.class.getDeclaredMethod("entryPoint", long.class, long.class, int.class));
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /** A method that does nothing but call the stub. */
    private InstalledCode compileEntry() {
        HotSpotBackend backend = context.backend(false);
        OptionValues options = context.options();
        HotSpotProviders providers = context.providers();
        ResolvedJavaMethod method = entryPoint(providers);
        DebugContext debug = DebugContext.disabled(options);
        CompilationIdentifier id = CompilationIdentifier.INVALID_COMPILATION_ID;
        KernelGraphKit kit = new KernelGraphKit(debug, method, providers, id, null);
        StructuredGraph graph = kit.getGraph();
        graph.getGraphState().forceDisableFrameStateVerification();
        ValueNode[] arguments = new ValueNode[3];
        for (int i = 0; i < arguments.length; i++) {
            JavaKind kind = i == 2 ? JavaKind.Int : JavaKind.Long;
            arguments[i] = graph.addWithoutUnique(new ParameterNode(i, StampPair.createSingle(StampFactory.forKind(kind))));
        }
        kit.append(new ForeignCallNode(descriptor, arguments));
        kit.append(new ReturnNode(null));

        Suites suites = backend.getSuites().getDefaultSuites(options, backend.getTarget().arch).copy();
        suites.getMidTier().removeSubTypePhases(Speculative.class);
        suites.getLowTier().removeSubTypePhases(Speculative.class);
        LIRSuites lirSuites = backend.getSuites().getDefaultLIRSuites(options);
        CompilationResult result = new CompilationResult(id, descriptor.getName());
        GraalCompiler.compile(new GraalCompiler.Request<>(graph, method, providers, backend, backend.getSuites().getDefaultGraphBuilderSuite(),
                        OptimisticOptimizations.NONE, DefaultProfilingInfo.get(TriState.UNKNOWN), suites, lirSuites, result,
                        CompilationResultBuilderFactory.Default, false));
        return backend.createInstalledCode(debug, method, result, null, false);
    }
}
