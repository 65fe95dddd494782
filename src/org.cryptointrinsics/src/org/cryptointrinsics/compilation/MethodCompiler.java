package org.cryptointrinsics.compilation;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.cryptointrinsics.graph.Clearing;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.GraphMachine;
import org.cryptointrinsics.graph.Operand;
import org.cryptointrinsics.graph.StubCallNode;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.stub.FunctionStub;

import jdk.graal.compiler.code.CompilationResult;
import jdk.graal.compiler.core.GraalCompiler;
import jdk.graal.compiler.core.common.CompilationIdentifier;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.debug.DebugContext;
import jdk.graal.compiler.debug.DebugHandlersFactory;
import jdk.graal.compiler.debug.DebugOptions;
import jdk.graal.compiler.hotspot.HotSpotBackend;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.lir.asm.CompilationResultBuilderFactory;
import jdk.graal.compiler.lir.phases.LIRSuites;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.GraphState.StageFlag;
import jdk.graal.compiler.nodes.GraphState;
import jdk.graal.compiler.nodes.ReturnNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.options.OptionValues;
import jdk.graal.compiler.phases.BasePhase;
import jdk.graal.compiler.phases.OptimisticOptimizations;
import jdk.graal.compiler.phases.PhaseSuite;
import jdk.graal.compiler.phases.Speculative;
import jdk.graal.compiler.phases.common.DisableOverflownCountedLoopsPhase;
import jdk.graal.compiler.phases.tiers.HighTierContext;
import jdk.graal.compiler.phases.tiers.Suites;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.DefaultProfilingInfo;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.TriState;

/** Compiles graphs that were not made from bytecodes as the code of methods. */
final class MethodCompiler {

    private MethodCompiler() {
    }

    /** A method of the signature of a stub that does nothing but call it. Bytecodes that call the method do not reach this code. */
    static InstalledCode call(HotSpotForeignCallLinkage stub, Kernel kernel, ResolvedJavaMethod method, CompilerContext context) {
        return compile(method, context, context.backend(kernel), false, appender -> {
            HotSpotForeignCallDescriptor descriptor = stub.getDescriptor();
            ValueNode[] arguments = new ValueNode[descriptor.getArgumentTypes().length];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = appender.parameter(i, StampFactory.forKind(JavaKind.fromJavaClass(descriptor.getArgumentTypes()[i])));
            }
            ValueNode result = appender.append(new StubCallNode(stub, arguments));
            appender.append(new ReturnNode(descriptor.getResultType() == void.class ? null : result));
        });
    }

    /**
     * {@link CompressMethod}: the kernel itself.
     *
     * @param word an element of the chaining value
     */
    static InstalledCode kernel(DigestKernel kernel, JavaKind word, ResolvedJavaMethod method, CompilerContext context) {
        return compile(method, context, context.backend(kernel), true, appender -> {
            MethodArguments arguments = new MethodArguments(appender, context, method);
            arguments.array(Argument.STATE, word).address(Argument.INPUT).number(Argument.BLOCKS);
            append(kernel, appender, context, Clearing.MEMORY, machine -> kernel.compress(machine, Operand.ofAddress(arguments.get(Argument.STATE)),
                            Operand.ofAddress(arguments.get(Argument.INPUT)), Operand.ofCount(arguments.get(Argument.BLOCKS))));
        });
    }

    /**
     * {@link PermutationMethod}, {@link ParallelPermutationMethod}, {@link FunctionMethod}: the kernel itself.
     *
     * @param element that of an array
     */
    static InstalledCode function(Kernel kernel, JavaKind element, FunctionStub.Function function, ResolvedJavaMethod method, CompilerContext context) {
        return compile(method, context, context.backend(kernel), true, appender -> {
            MethodArguments arguments = new MethodArguments(appender, context, method);
            List<Argument> taken = Signature.ARRAYS.inRegisters().subList(0, function.addresses());
            taken.forEach(argument -> arguments.array(argument, element));
            append(kernel, appender, context, function.clearing(),
                            machine -> function.body().accept(machine, taken.stream().map(arguments::get).<Address> map(Operand::ofAddress).toList()));
        });
    }

    private static void append(Kernel kernel, GraphAppender appender, CompilerContext context, Clearing clearing, Consumer<GraphMachine> execution) {
        GraphMachine.append(appender, Requirements.of(kernel, context.cpu()), context, true, clearing, execution);
        appender.append(new ReturnNode(ConstantNode.forBoolean(true, appender.graph())));
    }

    /**
     * A method that calls a stub, and returns what that returns.
     *
     * @param spareBytes how much more of the stack there has to be, so that the caller does not overflow it afterwards
     * @param arguments makes the stub's arguments of those of the method
     */
    static InstalledCode stubCall(HotSpotForeignCallLinkage stub, Signature signature, Kernel kernel, ResolvedJavaMethod method, CompilerContext context, int spareBytes,
                    Consumer<MethodArguments> arguments) {
        return compile(method, context, context.backend(kernel), true, spareBytes, appender -> {
            MethodArguments values = new MethodArguments(appender, context, method);
            arguments.accept(values);
            appender.append(new ReturnNode(appender.append(new StubCallNode(stub, values.of(signature)))));
        });
    }

    private static InstalledCode compile(ResolvedJavaMethod method, CompilerContext context, HotSpotBackend backend, boolean install,
                    Consumer<GraphAppender> body) {
        return compile(method, context, backend, install, 0, body);
    }

    /**
     * @param install whether the code becomes what the method is compiled to
     * @param spareBytes as of {@link #stubCall}
     */
    private static InstalledCode compile(ResolvedJavaMethod method, CompilerContext context, HotSpotBackend backend, boolean install, int spareBytes,
                    Consumer<GraphAppender> body) {
        OptionValues options = context.options();
        try (DebugContext debug = debug(method, options)) {
            CompilationIdentifier id = CompilationIdentifier.INVALID_COMPILATION_ID;
            GraphAppender appender = new GraphAppender(debug, method, id);
            body.accept(appender);

            Suites suites = suites(backend, options);
            LIRSuites lirSuites = backend.getSuites().getDefaultLIRSuites(options);
            // Installed code is named after its method.
            CompilationResult result = new CompilationResult(id, install ? null : method.format("%H.%n")) {
                /** Makes HotSpot go on after a fault, such as at the end of a truncated mapped file, and throw an InternalError soon after. */
                @Override
                public boolean hasUnsafeAccess() {
                    return true;
                }

                /** Has the code touch the stack as far down, when it is entered. */
                @Override
                public int getMaxInterpreterFrameSize() {
                    return spareBytes;
                }
            };
            GraalCompiler.compile(new GraalCompiler.Request<>(appender.graph(), method, context.providers(), backend,
                            backend.getSuites().getDefaultGraphBuilderSuite(), OptimisticOptimizations.NONE, DefaultProfilingInfo.get(TriState.UNKNOWN), suites,
                            lirSuites, result, CompilationResultBuilderFactory.Default, false));
            return backend.createInstalledCode(debug, method, result, null, install);
        }
    }

    /** What tells and dumps, as for stubs, if Graal's option {@code DebugStubsAndSnippets} says so. */
    private static DebugContext debug(ResolvedJavaMethod method, OptionValues options) {
        if (!DebugOptions.DebugStubsAndSnippets.getValue(options)) {
            return DebugContext.disabled(options);
        }
        DebugContext.Description description = new DebugContext.Description(method, method.format("%h.%n"));
        return new DebugContext.Builder(options, DebugHandlersFactory.LOADER).description(description).build();
    }

    /** Those that Graal compiles stubs with: without frame states, there is no high tier and no speculation. */
    private static Suites suites(HotSpotBackend backend, OptionValues options) {
        Suites suites = backend.getSuites().getDefaultSuites(options, backend.getTarget().arch).copy();
        suites.getMidTier().removeSubTypePhases(Speculative.class);
        suites.getLowTier().removeSubTypePhases(Speculative.class);
        PhaseSuite<HighTierContext> highTier = new PhaseSuite<>();
        highTier.appendPhase(new DisableOverflownCountedLoopsPhase());
        highTier.appendPhase(new NoLoweringPhase());
        return new Suites(highTier, suites.getMidTier(), suites.getLowTier());
    }

    /** Stands for the lowering of a graph that has nothing to lower in the high tier. */
    private static final class NoLoweringPhase extends BasePhase<HighTierContext> {

        @Override
        public Optional<NotApplicable> notApplicableTo(GraphState graphState) {
            return ALWAYS_APPLICABLE;
        }

        @Override
        protected void run(StructuredGraph graph, HighTierContext context) {
        }

        @Override
        public void updateGraphState(GraphState graphState) {
            super.updateGraphState(graphState);
            graphState.setAfterStage(StageFlag.HIGH_TIER_LOWERING);
        }
    }
}
