package org.cryptointrinsics.stub;

import java.util.function.Consumer;

import org.cryptointrinsics.graph.ClearUpperHalvesNode;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.GraphMachine;
import org.cryptointrinsics.graph.Operand;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Requirements;

import jdk.graal.compiler.core.common.type.Stamp;
import jdk.graal.compiler.core.common.type.StampPair;
import jdk.graal.compiler.nodes.ParameterNode;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** The graph of a kernel, without what depends on how it is called. */
public final class KernelGraph {

    private KernelGraph() {
    }

    public static ValueNode parameter(StructuredGraph graph, int index, Stamp stamp) {
        return graph.addWithoutUnique(new ParameterNode(index, StampPair.createSingle(stamp)));
    }

    /**
     * Appends the kernel's instructions.
     *
     * @param mayFault whether the data may be in a mapped file that becomes shorter
     * @param arguments those of {@link DigestKernel#compress} but for the machine
     */
    public static void append(GraphAppender appender, DigestKernel kernel, CompilerContext context, boolean mayFault, ValueNode... arguments) {
        append(appender, Requirements.of(kernel, context.cpu()), context, mayFault,
                        machine -> kernel.compress(machine, Operand.ofAddress(arguments[0]), Operand.ofAddress(arguments[1]), Operand.ofCount(arguments[2])));
    }

    /**
     * Appends instructions of a kernel.
     *
     * @param requirements those of the kernel
     * @param mayFault whether the data may be in a mapped file that becomes shorter
     * @param instructions gives them to a machine
     */
    static void append(GraphAppender appender, Requirements requirements, CompilerContext context, boolean mayFault, Consumer<GraphMachine> instructions) {
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
