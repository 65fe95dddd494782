package org.cryptointrinsics.stub;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.cryptointrinsics.graph.GraphAppender;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.type.StampFactory;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.calc.SignExtendNode;
import jdk.graal.compiler.nodes.java.LoweredAtomicReadAndAddNode;
import jdk.graal.compiler.nodes.memory.address.OffsetAddressNode;

/** Counts what a stub does, if it is compiled to. */
public final class Counters {

    private static final int CALLS = 0;
    private static final int BLOCKS = Long.BYTES;

    private final MemorySegment memory = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);

    /** Where they are. */
    public MemorySegment memory() {
        return memory;
    }

    /** How often the stub was called. */
    public long calls() {
        return memory.get(ValueLayout.JAVA_LONG, CALLS);
    }

    /** How many blocks the stub has compressed. */
    public long blocks() {
        return memory.get(ValueLayout.JAVA_LONG, BLOCKS);
    }

    /**
     * Appends what counts a call.
     *
     * @param counters may be null
     */
    public static void append(Counters counters, GraphAppender appender, ValueNode blocks) {
        if (counters != null) {
            counters.add(appender, CALLS, ConstantNode.forLong(1, appender.graph()));
            counters.add(appender, BLOCKS, appender.append(SignExtendNode.create(blocks, Long.SIZE, NodeView.DEFAULT)));
        }
    }

    private void add(GraphAppender appender, int offset, ValueNode delta) {
        ValueNode base = ConstantNode.forIntegerStamp(StampFactory.forInteger(Long.SIZE), memory.address(), appender.graph());
        OffsetAddressNode address = appender.append(new OffsetAddressNode(base, ConstantNode.forLong(offset, appender.graph())));
        appender.append(new LoweredAtomicReadAndAddNode(address, LocationIdentity.any(), delta));
    }
}
