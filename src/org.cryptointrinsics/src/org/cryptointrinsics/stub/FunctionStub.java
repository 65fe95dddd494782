package org.cryptointrinsics.stub;

import java.util.List;
import java.util.function.BiConsumer;

import org.cryptointrinsics.graph.Clearing;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.linkage.Signature;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.word.Word;

/** The machine code of a function of a kernel that takes addresses alone: a permutation, or a function of polynomials. */
public final class FunctionStub extends KernelSnippetStub {

    private final Function function;

    /**
     * A function.
     *
     * @param addresses how many it takes, at most four
     * @param body executes it on a machine
     */
    public record Function(int addresses, Clearing clearing, BiConsumer<Machine, List<Address>> body) {

        /** One that takes no keys. */
        public Function(int addresses, BiConsumer<Machine, List<Address>> body) {
            this(addresses, Clearing.MEMORY, body);
        }

        public static <F extends Enum<F> & KernelFunction> Function of(FunctionKernel<F> kernel, F function) {
            return new Function(function.arrays(), function.takesKeys() ? Clearing.FRAME : Clearing.MEMORY,
                            (machine, addresses) -> kernel.execute(machine, function, addresses));
        }
    }

    public FunctionStub(CompilerContext context, HotSpotForeignCallLinkage linkage, Kernel kernel, Function function) {
        super("call", Signature.ARRAYS, context, linkage, kernel);
        this.function = function;
    }

    /**
     * The signature of the stubs: {@code void (long, long, long, long)}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()}, name, void.class, long.class,
                        long.class, long.class, long.class);
    }

    /** Becomes a {@link KernelCallNode}; returns true. */
    static native boolean execute(Word first, Word second, Word third, Word fourth);

    @Snippet
    private static void call(Word first, Word second, Word third, Word fourth) {
        execute(first, second, third, fourth);
    }

    @Override
    ValueNode append(GraphAppender appender, StubArguments arguments) {
        append(appender, function.clearing,
                        machine -> function.body.accept(machine, Signature.ARRAYS.inRegisters().stream().limit(function.addresses).map(arguments::address).toList()));
        return done(appender);
    }
}
