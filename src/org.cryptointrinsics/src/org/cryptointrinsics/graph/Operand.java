package org.cryptointrinsics.graph;

import java.util.Objects;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Vector;

import jdk.graal.compiler.nodes.ValueNode;

/** A value of a kernel that is being made a graph, vector or integer: computed by a node, or to be read by the instruction that uses it. */
public sealed interface Operand extends Vector, Int {

    /** A vector has a width and no size, an integer the other way round. */
    record Type(Width width, Size size) {
        static Type of(Width width) {
            return new Type(Objects.requireNonNull(width), null);
        }

        static Type of(Size size) {
            return new Type(null, Objects.requireNonNull(size));
        }
    }

    /** The address that a node computes. */
    record NodeAddress(ValueNode node) implements Address {
    }

    static Address ofAddress(ValueNode node) {
        return new NodeAddress(node);
    }

    /** The count that a node computes. */
    record NodeCount(ValueNode node) implements Count {
    }

    /**
     * @param node 32 bits
     */
    static Count ofCount(ValueNode node) {
        return new NodeCount(node);
    }

    /** The node that computes a count. */
    static ValueNode node(Count count) {
        return ((NodeCount) count).node;
    }

    Type type();

    /** Computed by a node. */
    record InRegister(Type type, ValueNode node) implements Operand {
    }

    /** Read from memory by the instruction that uses it. */
    record InMemory(Type type, ValueNode base, int displacement) implements Operand {
    }

    /** Read from the data section by the instruction that uses it. */
    record VectorConstant(Type type, byte[] bytes) implements Operand {
    }

    /** An immediate operand. */
    record IntConstant(Type type, int value) implements Operand {
    }
}
