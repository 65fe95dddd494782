package org.cryptointrinsics.stub;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.Operand;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Argument.Kind;
import org.cryptointrinsics.linkage.Signature;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.memory.BarrierType;
import jdk.graal.compiler.core.common.memory.MemoryOrderMode;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.extended.JavaReadNode;
import jdk.graal.compiler.nodes.memory.address.OffsetAddressNode;
import jdk.vm.ci.meta.JavaKind;

/** The arguments of a stub by their names, whether they are in registers or on the stack. */
final class StubArguments {

    private final Map<Argument, ValueNode> values = new EnumMap<>(Argument.class);

    /**
     * Appends loads of those on the stack.
     *
     * @param parameters those in registers, in the order of {@link Signature#inRegisters}; then the address of the others, if there are any
     */
    StubArguments(Signature signature, GraphAppender appender, List<ValueNode> parameters) {
        List<Argument> inRegisters = signature.inRegisters();
        for (int i = 0; i < inRegisters.size(); i++) {
            values.put(inRegisters.get(i), parameters.get(i));
        }
        for (Argument argument : signature.onStack()) {
            OffsetAddressNode address = appender.append(new OffsetAddressNode(parameters.getLast(), ConstantNode.forLong(signature.offset(argument), appender.graph())));
            JavaKind kind = argument.kind() == Kind.INT ? JavaKind.Int : JavaKind.Long;
            values.put(argument, appender.append(new JavaReadNode(kind, address, LocationIdentity.any(), BarrierType.NONE, MemoryOrderMode.PLAIN, false)));
        }
    }

    Address address(Argument argument) {
        return Operand.ofAddress(values.get(argument));
    }

    Count count(Argument argument) {
        return Operand.ofCount(values.get(argument));
    }
}
