package org.cryptointrinsics.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;

import jdk.graal.compiler.core.common.type.Stamp;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.nodes.AbstractMergeNode;
import jdk.graal.compiler.nodes.BeginNode;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.EndNode;
import jdk.graal.compiler.nodes.FixedWithNextNode;
import jdk.graal.compiler.nodes.IfNode;
import jdk.graal.compiler.nodes.LogicNode;
import jdk.graal.compiler.nodes.LoopBeginNode;
import jdk.graal.compiler.nodes.LoopEndNode;
import jdk.graal.compiler.nodes.LoopExitNode;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.ProfileData.BranchProbabilityData;
import jdk.graal.compiler.nodes.StructuredGraph;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.ValuePhiNode;
import jdk.graal.compiler.nodes.ValueProxyNode;
import jdk.graal.compiler.nodes.calc.AddNode;
import jdk.graal.compiler.nodes.calc.IntegerEqualsNode;

/** Makes a kernel a graph: each instruction becomes an {@link InstructionNode}, in program order; loops become Graal's. */
public sealed class GraphMachine implements Machine permits GraphMessageMachine {

    /** A loop over blocks is expected to go round that often. */
    private static final BranchProbabilityData LAST_ROUND = BranchProbabilityData.injected(0.01);

    /** For VPERM2I128: the low half of the first source, and that of the second one as the high half. */
    private static final int BOTH_LOW_HALVES = 0x20;

    final GraphAppender appender;
    final StructuredGraph graph;
    private final Set<CpuFeature> cpu;
    private final boolean allEvex;
    private final boolean mayFault;
    private final Clearing clearing;
    private final List<ScratchNode> scratches = new ArrayList<>();
    /** What the kernel begins after. */
    private final FixedWithNextNode start;

    public GraphMachine(GraphAppender appender, Set<CpuFeature> cpu, boolean allEvex, boolean mayFault, Clearing clearing) {
        this.appender = appender;
        this.graph = appender.graph();
        this.cpu = cpu;
        this.allEvex = allEvex;
        this.mayFault = mayFault;
        this.clearing = clearing;
        start = appender.last();
    }

    /**
     * Appends instructions of a kernel.
     *
     * @param requirements those of the kernel
     * @param mayFault whether the data may be in a mapped file that becomes shorter
     * @param instructions gives them to a machine
     */
    public static void append(GraphAppender appender, Requirements requirements, CompilerContext context, boolean mayFault, Clearing clearing,
                    Consumer<GraphMachine> instructions) {
        append(appender, requirements, context, () -> new GraphMachine(appender, context.cpu(), requirements.allEvex(), mayFault, clearing), instructions);
    }

    /**
     * Appends instructions.
     *
     * @param machine makes a machine that appends them
     */
    static <M extends GraphMachine> void append(GraphAppender appender, Requirements requirements, CompilerContext context, Supplier<M> machine, Consumer<? super M> instructions) {
        if (requirements.mixesLegacy() && context.cpu().contains(CpuFeature.AVX)) {
            appender.append(new ClearUpperHalvesNode());
        }
        M made = machine.get();
        instructions.accept(made);
        made.end();
        if (requirements.usesUpperHalves()) {
            appender.append(new ClearUpperHalvesNode());
        }
    }

    /** Clears; nothing of what there was is used afterwards. */
    final void end() {
        Operation.OnVectors zero = operation(VectorInstruction.PXOR, Width.XMM, 0);
        switch (clearing) {
            case MEMORY -> scratches.forEach(scratch -> clear(Operand.ofAddress(scratch), scratch.bytes()));
            case FRAME -> {
                appender.append(new ClearFrameNode(zero, operation(VectorInstruction.MOVDQU_STORE, Width.XMM, 0)));
                appender.append(new ClearVectorsNode(zero));
            }
            case VECTORS -> appender.append(new ClearVectorsNode(zero));
        }
    }

    @Override
    public Operand apply(VectorInstruction instruction, int immediate, Vector... sources) {
        return apply(operation(instruction, operand(sources[0]).type().width(), immediate), sources);
    }

    @Override
    public Operand apply(ScalarInstruction instruction, int immediate, Int... sources) {
        return apply(new Operation.OnIntegers(instruction, operand(sources[0]).type().size(), immediate), sources);
    }

    private Operation.OnVectors operation(VectorInstruction instruction, Width width, int immediate) {
        Scheme scheme = Requirements.scheme(instruction, width, cpu, allEvex);
        return new Operation.OnVectors(instruction, scheme, width, immediate, Requirements.scheme(VectorInstruction.MOVDQU, width, cpu, allEvex));
    }

    private Operand apply(Operation operation, Value[] sources) {
        List<ValueNode> registers = new ArrayList<>();
        for (int i = 0; i < sources.length - 1; i++) {
            registers.add(inRegister(sources[i]));
        }
        Operand last = operand(sources[sources.length - 1]);
        if (!operation.takes(last)) {
            registers.add(inRegister(last));
            last = null;
        }
        return value(operand(sources[0]).type(), operation, registers, last);
    }

    private Operand value(Operand.Type type, Operation operation, List<ValueNode> registers, Operand last) {
        Stamp stamp = type.width() != null ? Operation.stamp(type.width()) : Operation.stamp(type.size());
        return new Operand.InRegister(type, appender.append(new InstructionNode(operation, stamp, registers, last)));
    }

    static Operand operand(Value value) {
        return (Operand) value;
    }

    static ValueNode node(Address address) {
        return ((Operand.NodeAddress) address).node();
    }

    /** An address in a register. */
    ValueNode addressInRegister(Address address) {
        return node(address) instanceof ScratchNode scratch ? appender.append(new ScratchAddressNode(scratch)) : node(address);
    }

    static ValueNode node(Count count) {
        return Operand.node(count);
    }

    ValueNode inRegister(Value source) {
        return switch (operand(source)) {
            case Operand.InRegister value -> value.node();
            case Operand.IntConstant constant -> ConstantNode.forInt(constant.value(), graph);
            case Operand.InMemory _, Operand.VectorConstant _ -> ((Operand.InRegister) load(operand(source))).node();
        };
    }

    @Override
    public Operand load(Vector constant) {
        return load(operand(constant));
    }

    private Operand load(Operand operand) {
        Operand.Type type = operand.type();
        if (type.width() != null) {
            return value(type, operation(VectorInstruction.MOVDQU, type.width(), 0), List.of(), operand);
        }
        return value(type, new Operation.OnIntegers(ScalarInstruction.MOV, type.size(), 0), List.of(), operand);
    }

    @Override
    public Operand constant(byte[] bytes) {
        return new Operand.VectorConstant(Operand.Type.of(Width.ofBytes(bytes.length)), bytes);
    }

    @Override
    public Operand constant(int value) {
        return new Operand.IntConstant(Operand.Type.of(Size.DWORD), value);
    }

    @Override
    public Count count(int times) {
        return Operand.ofCount(ConstantNode.forInt(times, graph));
    }

    @Override
    public Operand load(Width width, Address base, int displacement) {
        return load(memory(width, base, displacement));
    }

    @Override
    public Operand load(Size size, Address base, int displacement) {
        return load(memory(size, base, displacement));
    }

    @Override
    public Operand memory(Width width, Address base, int displacement) {
        return new Operand.InMemory(Operand.Type.of(width), node(base), displacement);
    }

    @Override
    public Operand memory(Size size, Address base, int displacement) {
        return new Operand.InMemory(Operand.Type.of(size), node(base), displacement);
    }

    @Override
    public Operand loadDword(Address base, int displacement) {
        return value(Operand.Type.of(Width.XMM), operation(VectorInstruction.MOVD, Width.XMM, 0), List.of(), memory(Size.DWORD, base, displacement));
    }

    @Override
    public Vector loadByQwords(Width width, Address base, int displacement) {
        if (mayFault) {
            return load(width, base, displacement);
        }
        Operand low = loadLow(width, base, displacement);
        return width == Width.XMM ? low : vperm2i128(low, loadLow(width, base, displacement + Width.XMM.bytes()), BOTH_LOW_HALVES);
    }

    @Override
    public Operand loadLow(Width width, Address base, int displacement) {
        // In VEX and EVEX, loads of less clear the rest; the legacy scheme has no wider vectors.
        if (mayFault) {
            // After a fault HotSpot looks for the next instruction, and crashes if it does not know this one, as MOVHPS.
            return value(Operand.Type.of(width), operation(VectorInstruction.MOVDQU, Width.XMM, 0), List.of(), memory(Width.XMM, base, displacement));
        }
        Operand high = memory(Size.QWORD, base, displacement + Size.QWORD.bytes());
        return value(Operand.Type.of(width), operation(VectorInstruction.MOVHPS, Width.XMM, 0), List.of(inRegister(loadQword(base, displacement))), high);
    }

    @Override
    public Operand loadQword(Address base, int displacement) {
        return value(Operand.Type.of(Width.XMM), operation(VectorInstruction.MOVQ, Width.XMM, 0), List.of(), memory(Size.QWORD, base, displacement));
    }

    @Override
    public Operand loadBroadcast(Width width, Address base, int displacement) {
        if (width == Width.XMM) {
            return load(width, base, displacement);
        }
        return value(Operand.Type.of(width), operation(VectorInstruction.VBROADCASTI32X4, width, 0), List.of(), memory(width, base, displacement));
    }

    @Override
    public Vector loadQwordBroadcast(Width width, Address base, int displacement) {
        return value(Operand.Type.of(width), operation(VectorInstruction.VPBROADCASTQ, width, 0), List.of(), memory(width, base, displacement));
    }

    @Override
    public void storeLow(Address base, int displacement, Vector value) {
        store(operation(VectorInstruction.MOVDQU_STORE, Width.XMM, 0), base, displacement, value);
    }

    @Override
    public void storeVector(Address base, int displacement, Vector value) {
        store(operation(VectorInstruction.MOVDQU_STORE, operand(value).type().width(), 0), base, displacement, value);
    }

    @Override
    public void storeDword(Address base, int displacement, Vector value) {
        store(operation(VectorInstruction.MOVD_STORE, operand(value).type().width(), 0), base, displacement, value);
    }

    @Override
    public void storeQword(Address base, int displacement, Vector value) {
        store(operation(VectorInstruction.MOVQ_STORE, operand(value).type().width(), 0), base, displacement, value);
    }

    @Override
    public void storeInteger(Address base, int displacement, Int value) {
        store(new Operation.OnIntegers(ScalarInstruction.MOV_STORE, operand(value).type().size(), 0), base, displacement, value);
    }

    private void store(Operation operation, Address base, int displacement, Value value) {
        appender.append(new InstructionNode(operation, StampFactory.forVoid(), List.of(inRegister(value)), new Operand.InMemory(operand(value).type(), node(base), displacement)));
    }

    @Override
    public void prefetcht0(Address base, int displacement) {
        Operand line = memory(Size.DWORD, base, displacement);
        appender.append(new InstructionNode(new Operation.OnIntegers(ScalarInstruction.PREFETCHT0, Size.DWORD, 0), StampFactory.forVoid(), List.of(), line));
    }

    @Override
    public Address scratch(int bytes) {
        // Not within a loop: it is cleared behind that.
        ScratchNode scratch = appender.insert(start, new ScratchNode(bytes));
        scratches.add(scratch);
        return Operand.ofAddress(scratch);
    }

    @Override
    public Address table(long... constants) {
        return Operand.ofAddress(appender.append(new TableNode(constants)));
    }

    @Override
    public <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body) {
        ValueNode rounds = node(count);
        if (rounds.isJavaConstant() && rounds.asJavaConstant().asInt() == 1) {
            return body.apply(data, variables);
        }
        List<ValueNode> initial = variables.stream().map(this::inRegister).toList();
        List<ValueNode> first = data.stream().map(this::addressInRegister).toList();
        LoopBeginNode loop = beginLoop();

        List<ValuePhiNode> addresses = first.stream().map(address -> phi(loop, address)).toList();
        ValuePhiNode remaining = phi(loop, rounds);
        List<ValuePhiNode> phis = new ArrayList<>();
        List<Operand> current = new ArrayList<>();
        for (int i = 0; i < variables.size(); i++) {
            ValuePhiNode phi = phi(loop, initial.get(i));
            phis.add(phi);
            current.add(new Operand.InRegister(operand(variables.get(i)).type(), phi));
        }
        List<ValueNode> next = new ArrayList<>();
        for (T variable : body.apply(addresses.stream().<Address>map(Operand::ofAddress).toList(), cast(current))) {
            next.add(inRegister(variable));
        }
        for (ValuePhiNode address : addresses) {
            address.addInput(appender.append(new AddNode(address, ConstantNode.forLong(stride, graph))));
        }
        ValueNode oneLess = appender.append(new AddNode(remaining, ConstantNode.forInt(-1, graph)));
        remaining.addInput(oneLess);

        LogicNode done = appender.append(new IntegerEqualsNode(oneLess, ConstantNode.forInt(0, graph)));
        LoopExitNode exit = graph.add(new LoopExitNode(loop));
        BeginNode again = graph.add(new BeginNode());
        again.setNext(graph.add(new LoopEndNode(loop)));
        appender.append(new IfNode(done, exit, again, LAST_ROUND));
        appender.continueAt(exit);

        List<Operand> result = new ArrayList<>();
        for (int i = 0; i < phis.size(); i++) {
            phis.get(i).addInput(next.get(i));
            result.add(new Operand.InRegister(current.get(i).type(), graph.addWithoutUnique(new ValueProxyNode(next.get(i), exit))));
        }
        return cast(result);
    }

    /** Begins a loop; what is appended next is its body. */
    final LoopBeginNode beginLoop() {
        EndNode entry = appender.append(new EndNode());
        LoopBeginNode loop = graph.add(new LoopBeginNode());
        loop.addForwardEnd(entry);
        // A leaf stub has no frame state to stop with.
        loop.setLoopEndSafepoint(LoopBeginNode.SafepointState.MUST_NEVER_SAFEPOINT);
        loop.setLoopExitSafepoint(LoopBeginNode.SafepointState.MUST_NEVER_SAFEPOINT);
        appender.continueAt(loop);
        return loop;
    }

    @Override
    public void weave(Runnable some, Runnable others) {
        FixedWithNextNode start = appender.last();
        some.run();
        FixedWithNextNode middle = appender.last();
        others.run();
        appender.weave(start, middle);
    }

    ValuePhiNode phi(AbstractMergeNode merge, ValueNode first) {
        ValuePhiNode phi = graph.addWithoutUnique(new ValuePhiNode(first.stamp(NodeView.DEFAULT).unrestricted(), merge));
        phi.addInput(first);
        return phi;
    }

    /** On this machine a variable, vector or integer, is always an {@link Operand}. */
    @SuppressWarnings("unchecked")
    private static <T extends Value> List<T> cast(List<Operand> operands) {
        return (List<T>) operands;
    }
}
