package org.cryptointrinsics.linkage;

import java.util.Map;
import java.util.TreeMap;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.memory.BarrierType;
import jdk.graal.compiler.core.common.memory.MemoryOrderMode;
import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.nodes.ComputeObjectAddressNode;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.NamedLocationIdentity;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.calc.AddNode;
import jdk.graal.compiler.nodes.calc.IntegerLessThanNode;
import jdk.graal.compiler.nodes.calc.IsNullNode;
import jdk.graal.compiler.nodes.calc.SignExtendNode;
import jdk.graal.compiler.nodes.memory.ReadNode;
import jdk.graal.compiler.nodes.memory.WriteNode;
import jdk.graal.compiler.nodes.memory.address.OffsetAddressNode;
import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.Unsafe;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.MetaUtil;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * The arguments of a method, in a graph without a safepoint: addresses stay valid. The receiver is the first. At the beginning, the method returns that it has done nothing where
 * one of the scopes is closed that it is given.
 */
final class MethodArguments {

    private static final long STATE_OF_SCOPE = Unsafe.getUnsafe().objectFieldOffset(MemorySessionImpl.class, KernelMethod.STATE_OF_SCOPE);
    private static final String SCOPE = MetaUtil.toInternalName(MemorySessionImpl.class.getName());

    private final GraphAppender appender;
    private final CompilerContext context;
    private final ValueNode[] arguments;

    MethodArguments(GraphAppender appender, CompilerContext context, ResolvedJavaMethod method) {
        this.appender = appender;
        this.context = context;
        JavaKind[] kinds = method.getSignature().toParameterKinds(true);
        arguments = new ValueNode[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            arguments[i] = appender.parameter(i, kinds[i] == JavaKind.Object ? StampFactory.object() : StampFactory.forKind(kinds[i].getStackKind()));
        }
        for (int i = 1; i < kinds.length; i++) {
            if (method.getSignature().getParameterType(i - 1, method.getDeclaringClass()).getName().equals(SCOPE)) {
                returnIfClosed(arguments[i]);
            }
        }
    }

    /** @param scope may be null */
    private void returnIfClosed(ValueNode scope) {
        appender.unless(IsNullNode.create(scope), () -> {
            OffsetAddressNode address = appender.append(new OffsetAddressNode(scope, constant(STATE_OF_SCOPE)));
            ReadNode state = new ReadNode(address, LocationIdentity.any(), StampFactory.forKind(JavaKind.Int), BarrierType.NONE, MemoryOrderMode.PLAIN);
            // It stays behind the check for null.
            state.setForceFixed(true);
            appender.returnIf(IntegerLessThanNode.create(appender.append(state), integer(0), NodeView.DEFAULT), integer(0));
        });
    }

    ValueNode get(int index) {
        return arguments[index];
    }

    ValueNode integer(int value) {
        return ConstantNode.forInt(value, appender.graph());
    }

    ValueNode constant(long value) {
        return ConstantNode.forLong(value, appender.graph());
    }

    /** The address of the first element of an array. */
    ValueNode elements(int index, JavaKind element) {
        return address(arguments[index], constant(context.providers().getMetaAccess().getArrayBaseOffset(element)));
    }

    /** The length of an array. */
    ValueNode length(int index) {
        int offset = context.foreignCalls().getRuntime().getVMConfig().arrayLengthOffsetInBytes;
        OffsetAddressNode address = appender.append(new OffsetAddressNode(arguments[index], constant(offset)));
        ReadNode length = new ReadNode(address, NamedLocationIdentity.ARRAY_LENGTH_LOCATION, StampFactory.forKind(JavaKind.Int), BarrierType.NONE, MemoryOrderMode.PLAIN);
        // There is no check for null that it might wait for.
        length.setForceFixed(true);
        return appender.append(length);
    }

    /** What a base tells and the address in it, which comes next, as those of {@code Unsafe}. */
    ValueNode address(int index) {
        return address(arguments[index], arguments[index + 1]);
    }

    /** As {@link #address(int)}, so many bytes behind it. */
    ValueNode addressBehind(int index, ValueNode bytes) {
        return address(arguments[index], appender.append(AddNode.create(arguments[index + 1], SignExtendNode.create(bytes, Long.SIZE, NodeView.DEFAULT), NodeView.DEFAULT)));
    }

    private ValueNode address(ValueNode base, ValueNode offset) {
        return appender.append(new ComputeObjectAddressNode(base, offset));
    }

    /** Stores arguments of a stub, eight bytes each, in the frame of the method; returns their address. */
    ValueNode inFrame(Map<? extends Enum<?>, ValueNode> values) {
        Map<Enum<?>, ValueNode> inOrder = new TreeMap<>(values);
        int last = values.keySet().stream().mapToInt(Enum::ordinal).max().orElseThrow();
        ValueNode frame = appender.append(new AllocaNode(context.providers().getWordTypes(), (last + 1) * Long.BYTES, Long.BYTES));
        inOrder.forEach((argument, value) -> store(frame, (long) argument.ordinal() * Long.BYTES, value));
        return frame;
    }

    /** Stores an {@code int}, and a {@code long} behind it, in the frame of the method; returns their address. */
    ValueNode inFrame(int first, int second) {
        ValueNode frame = appender.append(new AllocaNode(context.providers().getWordTypes(), 2 * Long.BYTES, Long.BYTES));
        store(frame, 0, arguments[first]);
        store(frame, Integer.BYTES, arguments[second]);
        return frame;
    }

    private void store(ValueNode frame, long offset, ValueNode value) {
        OffsetAddressNode address = appender.append(new OffsetAddressNode(frame, constant(offset)));
        appender.append(new WriteNode(address, NamedLocationIdentity.OFF_HEAP_LOCATION, value, BarrierType.NONE, MemoryOrderMode.PLAIN));
    }
}
