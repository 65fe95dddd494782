package org.cryptointrinsics.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Computed;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.Public;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.Value;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.memory.BarrierType;
import jdk.graal.compiler.core.common.memory.MemoryOrderMode;
import jdk.graal.compiler.nodes.BeginNode;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.EndNode;
import jdk.graal.compiler.nodes.IfNode;
import jdk.graal.compiler.nodes.LogicConstantNode;
import jdk.graal.compiler.nodes.LogicNode;
import jdk.graal.compiler.nodes.LoopBeginNode;
import jdk.graal.compiler.nodes.LoopEndNode;
import jdk.graal.compiler.nodes.LoopExitNode;
import jdk.graal.compiler.nodes.MergeNode;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.ProfileData.BranchProbabilityData;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.ValuePhiNode;
import jdk.graal.compiler.nodes.calc.AddNode;
import jdk.graal.compiler.nodes.calc.AndNode;
import jdk.graal.compiler.nodes.calc.ConditionalNode;
import jdk.graal.compiler.nodes.calc.IntegerEqualsNode;
import jdk.graal.compiler.nodes.calc.IntegerLessThanNode;
import jdk.graal.compiler.nodes.calc.LeftShiftNode;
import jdk.graal.compiler.nodes.calc.MulNode;
import jdk.graal.compiler.nodes.calc.NarrowNode;
import jdk.graal.compiler.nodes.calc.SignedDivNode;
import jdk.graal.compiler.nodes.calc.SubNode;
import jdk.graal.compiler.nodes.calc.UnsignedRightShiftNode;
import jdk.graal.compiler.nodes.calc.ZeroExtendNode;
import jdk.graal.compiler.nodes.extended.JavaReadNode;
import jdk.graal.compiler.nodes.extended.JavaWriteNode;
import jdk.graal.compiler.nodes.extended.MembarNode;
import jdk.graal.compiler.nodes.memory.address.OffsetAddressNode;
import jdk.graal.compiler.replacements.nodes.ReverseBytesNode;
import jdk.vm.ci.meta.JavaKind;

/** Makes a program for whole messages a graph: what it computes with lengths becomes Graal's nodes. */
public final class GraphMessageMachine extends GraphMachine implements MessageMachine {

    private static final int BYTE_MASK = 0xFF;

    /** A comparison. */
    private record NodeCondition(LogicNode node) implements Condition {
    }

    private GraphMessageMachine(GraphAppender appender, Set<CpuFeature> cpu, boolean allEvex, Clearing clearing) {
        super(appender, cpu, allEvex, false, clearing);
    }

    /**
     * Appends instructions of a program.
     *
     * @param requirements those of its kernel
     * @param instructions gives them to a machine
     */
    public static void appendProgram(GraphAppender appender, Requirements requirements, CompilerContext context, Clearing clearing, Consumer<GraphMessageMachine> instructions) {
        append(appender, requirements, context, () -> new GraphMessageMachine(appender, context.cpu(), requirements.allEvex(), clearing), instructions);
    }

    private Count count(ValueNode node) {
        return Operand.ofCount(appender.append(node));
    }

    private Operand integer(Size size, ValueNode node) {
        return new Operand.InRegister(Operand.Type.of(size), appender.append(node));
    }

    private ValueNode constantOf(int value) {
        return ConstantNode.forInt(value, graph);
    }

    private static LogicNode node(Condition condition) {
        return ((NodeCondition) condition).node;
    }

    private ValueNode node(Computed computed) {
        return switch (computed) {
            case Address address -> addressInRegister(address);
            case Count count -> node(count);
            case Value value -> inRegister(value);
        };
    }

    /** {@code node} as what {@code other} is. */
    @SuppressWarnings("unchecked")
    private static <T extends Computed> T alike(T other, ValueNode node) {
        return (T) switch (other) {
            case Address _ -> Operand.ofAddress(node);
            case Count _ -> Operand.ofCount(node);
            case Value value -> new Operand.InRegister(operand(value).type(), node);
        };
    }

    @Override
    public Count plus(Count a, Count b) {
        return count(AddNode.create(node(a), node(b), NodeView.DEFAULT));
    }

    @Override
    public Count minus(Count a, Count b) {
        return count(SubNode.create(node(a), node(b), NodeView.DEFAULT));
    }

    @Override
    public Count times(Count a, int factor) {
        return count(MulNode.create(node(a), constantOf(factor), NodeView.DEFAULT));
    }

    @Override
    public Count dividedBy(Count a, int divisor) {
        if (Integer.bitCount(divisor) == 1) {
            return count(UnsignedRightShiftNode.create(node(a), constantOf(Integer.numberOfTrailingZeros(divisor)), NodeView.DEFAULT));
        }
        return count(SignedDivNode.create(node(a), constantOf(divisor), null, NodeView.DEFAULT));
    }

    @Override
    public Count remainder(Count a, int divisor) {
        if (Integer.bitCount(divisor) == 1) {
            return count(AndNode.create(node(a), constantOf(divisor - 1), NodeView.DEFAULT));
        }
        return MessageMachine.super.remainder(a, divisor);
    }

    private ValueNode extended(ValueNode node) {
        return appender.append(ZeroExtendNode.create(node, Long.SIZE, NodeView.DEFAULT));
    }

    @Override
    public Address plus(Address base, Count offset) {
        return Operand.ofAddress(appender.append(AddNode.create(addressInRegister(base), extended(node(offset)), NodeView.DEFAULT)));
    }

    @Override
    public Condition isLess(Count a, Count b) {
        return new NodeCondition(appender.append(IntegerLessThanNode.create(node(a), node(b), NodeView.DEFAULT)));
    }

    @Override
    public Condition isZero(Count a) {
        return new NodeCondition(appender.append(IntegerEqualsNode.create(node(a), constantOf(0), NodeView.DEFAULT)));
    }

    private ValueNode conditional(Condition condition, ValueNode ifTrue, ValueNode ifFalse) {
        return appender.append(ConditionalNode.create(node(condition), ifTrue, ifFalse, NodeView.DEFAULT));
    }

    @Override
    public Count choose(Condition condition, Count ifTrue, Count ifFalse) {
        return Operand.ofCount(conditional(condition, node(ifTrue), node(ifFalse)));
    }

    @Override
    public Address choose(Condition condition, Address ifTrue, Address ifFalse) {
        return Operand.ofAddress(conditional(condition, addressInRegister(ifTrue), addressInRegister(ifFalse)));
    }

    @Override
    public Condition isSame(Address a, Address b) {
        return new NodeCondition(appender.append(IntegerEqualsNode.create(addressInRegister(a), addressInRegister(b), NodeView.DEFAULT)));
    }

    @Override
    public Condition reveal(Int value) {
        return new NodeCondition(appender.append(IntegerEqualsNode.create(inRegister(value), ConstantNode.forLong(0, graph), NodeView.DEFAULT)));
    }

    @Override
    public Address scratch(int bytes, int alignment) {
        ValueNode from = appender.append(AddNode.create(addressInRegister(scratch(bytes + alignment)), ConstantNode.forLong(alignment - 1, graph), NodeView.DEFAULT));
        return Operand.ofAddress(appender.append(AndNode.create(from, ConstantNode.forLong(-alignment, graph), NodeView.DEFAULT)));
    }

    @Override
    public void storeByte(Address base, int displacement, Int value) {
        OffsetAddressNode address = appender.append(new OffsetAddressNode(addressInRegister(base), ConstantNode.forLong(displacement, graph)));
        ValueNode narrow = appender.append(NarrowNode.create(inRegister(value), Integer.SIZE, NodeView.DEFAULT));
        appender.append(new JavaWriteNode(JavaKind.Byte, address, LocationIdentity.any(), narrow, BarrierType.NONE, false));
    }

    @Override
    public Condition isNull(Address address) {
        return new NodeCondition(appender.append(IntegerEqualsNode.create(node(address), ConstantNode.forLong(0, graph), NodeView.DEFAULT)));
    }

    @Override
    public <T extends Computed> List<T> choose(Condition condition, Supplier<List<T>> ifTrue, Supplier<List<T>> ifFalse) {
        if (node(condition) instanceof LogicConstantNode constant) {
            return (constant.getValue() ? ifTrue : ifFalse).get();
        }
        BeginNode holds = graph.add(new BeginNode());
        BeginNode otherwise = graph.add(new BeginNode());
        appender.append(new IfNode(node(condition), holds, otherwise, BranchProbabilityData.unknown()));
        MergeNode merge = graph.add(new MergeNode());
        List<T> first = branch(holds, merge, ifTrue);
        List<T> second = branch(otherwise, merge, ifFalse);
        appender.continueAt(merge);
        List<T> chosen = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            ValuePhiNode phi = phi(merge, node(first.get(i)));
            phi.addInput(node(second.get(i)));
            chosen.add(alike(first.get(i), phi));
        }
        return chosen;
    }

    /** Appends what is executed from {@code begin} to {@code merge}. */
    private <T extends Computed> List<T> branch(BeginNode begin, MergeNode merge, Supplier<List<T>> instructions) {
        appender.continueAt(begin);
        List<T> results = instructions.get().stream().map(result -> alike(result, node(result))).toList();
        merge.addForwardEnd(appender.append(new EndNode()));
        return results;
    }

    @Override
    public void loop(List<? extends Public> variables, Function<List<Public>, Next> body) {
        List<ValueNode> first = variables.stream().map(variable -> node((Computed) variable)).toList();
        LoopBeginNode loop = beginLoop();
        List<ValuePhiNode> phis = first.stream().map(variable -> phi(loop, variable)).toList();
        List<Public> current = new ArrayList<>();
        for (int i = 0; i < phis.size(); i++) {
            current.add(alike(variables.get(i), phis.get(i)));
        }
        Next next = body.apply(current);
        for (int i = 0; i < phis.size(); i++) {
            phis.get(i).addInput(node((Computed) next.variables().get(i)));
        }
        BeginNode again = graph.add(new BeginNode());
        again.setNext(graph.add(new LoopEndNode(loop)));
        LoopExitNode exit = graph.add(new LoopExitNode(loop));
        appender.append(new IfNode(node(next.again()), again, exit, BranchProbabilityData.unknown()));
        appender.continueAt(exit);
    }

    @Override
    public Int value(Count number) {
        return new Operand.InRegister(Operand.Type.of(Size.QWORD), extended(node(number)));
    }

    @Override
    public Int loadByte(Address base, int displacement) {
        OffsetAddressNode address = appender.append(new OffsetAddressNode(addressInRegister(base), ConstantNode.forLong(displacement, graph)));
        // Graal does not know what other instructions load and store.
        appender.append(new MembarNode(MembarNode.FenceKind.NONE));
        ValueNode read = appender.append(new JavaReadNode(JavaKind.Byte, address, LocationIdentity.any(), BarrierType.NONE, MemoryOrderMode.PLAIN, false));
        appender.append(new MembarNode(MembarNode.FenceKind.NONE));
        return integer(Size.QWORD, ZeroExtendNode.create(appender.append(AndNode.create(read, constantOf(BYTE_MASK), NodeView.DEFAULT)), Long.SIZE, NodeView.DEFAULT));
    }

    @Override
    public Int zeroExtend(Int value) {
        return new Operand.InRegister(Operand.Type.of(Size.QWORD), extended(inRegister(value)));
    }

    @Override
    public Int shiftLeft(Int value, Count bits) {
        return integer(operand(value).type().size(), LeftShiftNode.create(inRegister(value), node(bits), NodeView.DEFAULT));
    }

    @Override
    public Int shiftRight(Int value, Count bits) {
        return integer(operand(value).type().size(), UnsignedRightShiftNode.create(inRegister(value), node(bits), NodeView.DEFAULT));
    }

    @Override
    public Int reverseBytes(Int value) {
        return integer(operand(value).type().size(), new ReverseBytesNode(inRegister(value)));
    }
}
