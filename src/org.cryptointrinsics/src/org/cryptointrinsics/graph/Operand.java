package org.cryptointrinsics.graph;

import java.util.Objects;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;

import jdk.graal.compiler.nodes.ValueNode;

/** A value of a kernel that is being made a graph: computed by a node, or to be read by the instruction that uses it. */
sealed interface Operand {

    /** A vector has a width and no size, an integer the other way round. */
    record Type(Width width, Size size) {
        static Type of(Width width) {
            return new Type(Objects.requireNonNull(width), null);
        }

        static Type of(Size size) {
            return new Type(null, Objects.requireNonNull(size));
        }
    }

    Type type();

    record Value(Type type, ValueNode node) implements Operand {
    }

    record Memory(Type type, ValueNode base, int displacement) implements Operand {
    }

    record VectorConstant(Type type, byte[] bytes) implements Operand {
    }

    record IntConstant(Type type, int value) implements Operand {
    }
}
