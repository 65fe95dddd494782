package org.cryptointrinsics.stub;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

import org.cryptointrinsics.graph.Clearing;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.GraphMachine;
import org.cryptointrinsics.graph.GraphMessageMachine;
import org.cryptointrinsics.graph.KernelBackend;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.linkage.Signature;

import jdk.graal.compiler.code.CompilationResult;
import jdk.graal.compiler.core.GraalCompiler;
import jdk.graal.compiler.core.common.CompilationIdentifier;
import jdk.graal.compiler.core.target.Backend;
import jdk.graal.compiler.debug.DebugContext;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.stubs.SnippetStub;
import jdk.graal.compiler.lir.asm.CompilationResultBuilderFactory;
import jdk.graal.compiler.loop.phases.LoopFullUnrollPhase;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.FixedNode;
import jdk.graal.compiler.nodes.LoopBeginNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.extended.MembarNode;
import jdk.graal.compiler.nodes.loop.DefaultLoopPolicies;
import jdk.graal.compiler.nodes.spi.SnippetParameterInfo;
import jdk.graal.compiler.phases.OptimisticOptimizations;
import jdk.graal.compiler.phases.common.CanonicalizerPhase;
import jdk.graal.compiler.phases.tiers.Suites;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.code.Register;
import jdk.vm.ci.meta.DefaultProfilingInfo;
import jdk.vm.ci.meta.TriState;

/**
 * Machine code of a kernel or of a program: of a snippet that calls the one native method of its class, in whose place their instructions are put. It has no state but in its
 * frame, so that no object is needed. It is called as a leaf: there is no frame state and no safepoint, so that the addresses it is given stay valid while it runs.
 */
public abstract class KernelSnippetStub extends SnippetStub {

    private final Signature signature;
    private final CompilerContext context;
    private final Kernel kernel;
    /** Of the kernel, once the stub is compiled. */
    private Requirements requirements;

    /**
     * @param snippet the name of the method of this class whose machine code this is
     * @param signature what that method takes, and the native one: see {@link StubArguments#StubArguments}
     */
    KernelSnippetStub(String snippet, Signature signature, CompilerContext context, HotSpotForeignCallLinkage linkage, Kernel kernel) {
        super(snippet, context.options(), context.providers(), linkage);
        this.signature = signature;
        this.context = context;
        this.kernel = kernel;
    }

    /** Appends the instructions of the native method of the stub's own class; returns its result. */
    abstract ValueNode append(GraphAppender appender, StubArguments arguments);

    /** What a method returns that has nothing to tell. */
    static ValueNode done(GraphAppender appender) {
        return ConstantNode.forBoolean(true, appender.graph());
    }

    @Override
    protected final Object[] makeConstArgs(SnippetParameterInfo info) {
        return new Object[info.getParameterCount()];
    }

    final void append(GraphAppender appender, Clearing clearing, Consumer<GraphMachine> instructions) {
        GraphMachine.append(appender, requirements, context, false, clearing, instructions);
    }

    /** Appends instructions of a program; parameters as of {@link GraphMessageMachine#appendProgram}. */
    final void appendProgram(GraphAppender appender, Clearing clearing, Consumer<GraphMessageMachine> instructions) {
        GraphMessageMachine.appendProgram(appender, requirements, context, clearing, instructions);
    }

    @Override
    protected final StructuredGraph getGraph(DebugContext debug, CompilationIdentifier compilationId) {
        StructuredGraph graph = super.getGraph(debug, compilationId);
        for (LoopBeginNode loop : graph.getNodes(LoopBeginNode.TYPE)) {
            loop.setLoopEndSafepoint(LoopBeginNode.SafepointState.MUST_NEVER_SAFEPOINT);
            loop.setLoopExitSafepoint(LoopBeginNode.SafepointState.MUST_NEVER_SAFEPOINT);
        }
        for (KernelCallNode call : graph.getNodes().filter(KernelCallNode.class).snapshot()) {
            FixedNode next = call.next();
            call.setNext(null);
            GraphAppender appender = new GraphAppender(graph, call);
            // The kernel's instructions do not tell what they load and store.
            appender.append(new MembarNode(MembarNode.FenceKind.NONE));
            ValueNode result = append(appender, new StubArguments(signature, appender, call.arguments.snapshot()));
            appender.append(new MembarNode(MembarNode.FenceKind.NONE));
            appender.last().setNext(next);
            call.replaceAtUsages(result);
            graph.removeFixed(call);
        }
        return graph;
    }

    @Override
    protected final Suites createSuites() {
        Suites suites = super.createSuites();
        suites.getHighTier().appendPhase(new LoopFullUnrollPhase(CanonicalizerPhase.create(), new DefaultLoopPolicies()));
        return suites;
    }

    /** The general registers that it does not keep, once it is compiled. */
    public final Set<Register> destroyedRegisters() {
        Set<Register> destroyed = new HashSet<>();
        getDestroyedCallerRegisters().forEach(destroyed::add);
        return destroyed;
    }

    /** Compiles it, and installs nothing. */
    public final CompilationResult compile() {
        requirements = Requirements.of(kernel, context.cpu());
        KernelBackend backend = context.backend(requirements);
        try (DebugContext debug = DebugContext.disabled(options)) {
            CompilationIdentifier id = getStubCompilationId();
            StructuredGraph graph = getGraph(debug, id);
            CompilationResult result = new CompilationResult(id, toString());
            GraalCompiler.emitFrontEnd(context.providers(), backend, graph, context.providers().getSuites().getDefaultGraphBuilderSuite(), OptimisticOptimizations.ALL,
                            DefaultProfilingInfo.get(TriState.UNKNOWN), createSuites());
            backend.emitBackEnd(graph, this, getInstalledCodeOwner(), result, CompilationResultBuilderFactory.Default, null, getRegisterConfig(), createLIRSuites());
            return result;
        }
    }

    @Override
    public final synchronized InstalledCode getCode(Backend ignored) {
        if (requirements == null) {
            requirements = Requirements.of(kernel, context.cpu());
        }
        return super.getCode(context.backend(requirements));
    }
}
