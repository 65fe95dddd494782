package org.cryptointrinsics.graph;

import java.util.function.Consumer;

import org.cryptointrinsics.graph.KernelCallNode.Method;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;

import jdk.graal.compiler.core.common.type.Stamp;
import jdk.graal.compiler.core.common.type.StampPair;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.ParameterNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** The graph of a kernel, without what depends on how it is called. */
final class KernelGraph {

    private KernelGraph() {
    }

    static ValueNode parameter(StructuredGraph graph, int index, Stamp stamp) {
        return graph.addWithoutUnique(new ParameterNode(index, StampPair.createSingle(stamp)));
    }

    /**
     * Appends the kernel's instructions; for the arguments see {@link Kernel#compress}.
     *
     * @param counters what to count calls and blocks in, or null
     * @param mayFault whether the data may be in a mapped file that becomes shorter
     */
    static void append(GraphAppender appender, Kernel kernel, CompilerContext context, Counters counters, ValueNode state, ValueNode data, ValueNode blocks,
                    boolean mayFault) {
        if (counters != null) {
            counters.appendTo(appender, blocks);
        }
        append(appender, kernel, context, mayFault, machine -> kernel.compress(machine, state, data, new Operand.Value(Operand.Type.of(Size.DWORD), blocks)));
    }

    /**
     * Appends the instructions that {@code call} stands for; what is done for two blocks counts as two calls.
     *
     * @return whether the kernel has the method; if not, nothing is appended
     */
    static boolean append(GraphAppender appender, Kernel kernel, CompilerContext context, Counters counters, KernelCallNode call) {
        ValueNode[] arguments = call.arguments.toArray(ValueNode[]::new);
        if (call.method == Method.COMPRESS) {
            append(appender, kernel, context, counters, arguments[0], arguments[1], arguments[2], false);
            return true;
        }
        if (!(kernel instanceof HmacKernel hmacKernel)) {
            return false;
        }
        boolean areTwo = call.method == Method.COMPRESS_TWO;
        if (counters != null) {
            for (int i = 0; i < (areTwo ? 2 : 1); i++) {
                counters.appendTo(appender, ConstantNode.forInt(1, appender.graph()));
            }
        }
        append(appender, kernel, context, false, machine -> {
            if (areTwo) {
                hmacKernel.compressTwo(machine, arguments[0], arguments[1], arguments[2], arguments[3]);
            } else {
                hmacKernel.compressDigest(machine, arguments[0], arguments[1]);
            }
        });
        return true;
    }

    private static void append(GraphAppender appender, Kernel kernel, CompilerContext context, boolean mayFault, Consumer<GraphMachine> instructions) {
        Requirements requirements = Requirements.of(kernel, context.cpu());
        if (requirements.mixesLegacy() && context.cpu().contains(CPUFeature.AVX)) {
            appender.append(new ClearUpperHalvesNode());
        }
        GraphMachine machine = new GraphMachine(appender, context.cpu(), requirements.allEvex(), mayFault);
        instructions.accept(machine);
        machine.clearScratch();
        if (requirements.usesUpperHalves()) {
            appender.append(new ClearUpperHalvesNode());
        }
    }
}
