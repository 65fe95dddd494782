package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.kernel.DigestKernel;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.CompilationIdentifier;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.core.target.Backend;
import jdk.graal.compiler.debug.DebugContext;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.hotspot.stubs.Stub;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.nodes.ReturnNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * The machine code of a kernel, called as a leaf: it has no frame state and no safepoint, so that the addresses it is given stay valid while it runs.
 */
public final class KernelStub extends Stub {

    private final CompilerContext context;
    private final DigestKernel kernel;
    private final Counters counters;

    /**
     * @param counters what to count calls and blocks in, or null
     */
    public KernelStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestKernel kernel, Counters counters) {
        super(context.options(), context.providers(), linkage);
        this.context = context;
        this.kernel = kernel;
        this.counters = counters;
    }

    /**
     * The signature of a kernel's stub: {@code void (long state, long data, int blocks)}, see {@link DigestKernel#compress}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        // The data may lie anywhere, the state in an int[] or, for tests, outside of the heap.
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, void.class, long.class, long.class, int.class);
    }

    @Override
    public synchronized InstalledCode getCode(Backend ignored) {
        return super.getCode(context.backend(kernel));
    }

    @Override
    protected StructuredGraph getGraph(DebugContext debug, CompilationIdentifier compilationId) {
        GraphAppender appender = new GraphAppender(debug, StubMethods.of(linkage.getDescriptor(), providers), compilationId);
        StructuredGraph graph = appender.graph();
        ValueNode state = KernelGraph.parameter(graph, 0, StampFactory.forKind(JavaKind.Long));
        ValueNode data = KernelGraph.parameter(graph, 1, StampFactory.forKind(JavaKind.Long));
        ValueNode blocks = KernelGraph.parameter(graph, 2, StampFactory.forKind(JavaKind.Int));
        Counters.append(counters, appender, blocks);
        KernelGraph.append(appender, kernel, context, false, state, data, blocks);
        appender.append(new ReturnNode(null));
        return graph;
    }

    @Override
    protected ResolvedJavaMethod getInstalledCodeOwner() {
        return null;
    }

    @Override
    protected Object debugScopeContext() {
        return kernel.variant();
    }
}
