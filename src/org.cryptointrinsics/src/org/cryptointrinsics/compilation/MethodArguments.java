package org.cryptointrinsics.compilation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.Signature;
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
    /** The next one; the first is the receiver. */
    private int next = 1;
    private final Map<Argument, ValueNode> values = new EnumMap<>(Argument.class);
    /** Of addresses, as they were given. */
    private final Map<Argument, ValueNode> bases = new EnumMap<>(Argument.class);
    private final Map<Argument, ValueNode> offsets = new EnumMap<>(Argument.class);

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

    private ValueNode integer(int value) {
        return ConstantNode.forInt(value, appender.graph());
    }

    private ValueNode constant(long value) {
        return ConstantNode.forLong(value, appender.graph());
    }

    // The next parameter, in the order in which the method declares them.

    private ValueNode next() {
        return arguments[next++];
    }

    /** A number. */
    MethodArguments number(Argument argument) {
        return put(argument, next());
    }

    /** A number that the method has none for. */
    MethodArguments number(Argument argument, int value) {
        return put(argument, integer(value));
    }

    /** The address of the first element of an array. */
    MethodArguments array(Argument argument, JavaKind element) {
        return put(argument, elements(next(), element));
    }

    /** The same, and the length of the array in bytes. */
    MethodArguments bytes(Argument argument, Argument length) {
        ValueNode array = next();
        return put(argument, elements(array, JavaKind.Byte)).put(length, length(array));
    }

    /** What a base tells and the address in it, which comes next, as those of {@code Unsafe}. */
    MethodArguments address(Argument argument) {
        ValueNode base = next();
        ValueNode offset = next();
        bases.put(argument, base);
        offsets.put(argument, offset);
        return put(argument, address(base, offset));
    }

    /** The address of an {@code int}, and a {@code long} behind it, which come next. */
    MethodArguments twelveBytes(Argument argument) {
        ValueNode frame = appender.append(new AllocaNode(context.providers().getWordTypes(), 2 * Long.BYTES, Long.BYTES));
        store(frame, 0, next());
        store(frame, Integer.BYTES, next());
        return put(argument, frame);
    }

    /** The address behind other data that a base tells, so many bytes as another argument says. */
    MethodArguments behind(Argument argument, Argument data, Argument length) {
        ValueNode bytes = SignExtendNode.create(get(length), Long.SIZE, NodeView.DEFAULT);
        return put(argument, address(bases.get(data), appender.append(AddNode.create(offsets.get(data), bytes, NodeView.DEFAULT))));
    }

    private MethodArguments put(Argument argument, ValueNode value) {
        values.put(argument, value);
        return this;
    }

    ValueNode get(Argument argument) {
        return values.get(argument);
    }

    /** What a stub is called with: those in registers, and the address of the others, which are stored in the frame of the method. */
    ValueNode[] of(Signature signature) {
        List<ValueNode> called = new ArrayList<>(signature.inRegisters().stream().map(argument -> values.getOrDefault(argument, constant(0))).toList());
        if (!signature.onStack().isEmpty()) {
            ValueNode frame = appender.append(new AllocaNode(context.providers().getWordTypes(), signature.onStack().size() * Long.BYTES, Long.BYTES));
            signature.onStack().stream().filter(values::containsKey).forEach(argument -> store(frame, signature.offset(argument), get(argument)));
            called.add(frame);
        }
        return called.toArray(ValueNode[]::new);
    }

    private ValueNode elements(ValueNode array, JavaKind element) {
        return address(array, constant(context.providers().getMetaAccess().getArrayBaseOffset(element)));
    }

    private ValueNode length(ValueNode array) {
        int offset = context.foreignCalls().getRuntime().getVMConfig().arrayLengthOffsetInBytes;
        OffsetAddressNode address = appender.append(new OffsetAddressNode(array, constant(offset)));
        ReadNode length = new ReadNode(address, NamedLocationIdentity.ARRAY_LENGTH_LOCATION, StampFactory.forKind(JavaKind.Int), BarrierType.NONE, MemoryOrderMode.PLAIN);
        // There is no check for null that it might wait for.
        length.setForceFixed(true);
        return appender.append(length);
    }

    private ValueNode address(ValueNode base, ValueNode offset) {
        return appender.append(new ComputeObjectAddressNode(base, offset));
    }

    private void store(ValueNode frame, long offset, ValueNode value) {
        OffsetAddressNode address = appender.append(new OffsetAddressNode(frame, constant(offset)));
        appender.append(new WriteNode(address, NamedLocationIdentity.OFF_HEAP_LOCATION, value, BarrierType.NONE, MemoryOrderMode.PLAIN));
    }
}
