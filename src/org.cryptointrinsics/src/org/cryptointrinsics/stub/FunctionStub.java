package org.cryptointrinsics.stub;

import java.util.List;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Kernel;
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
    private final int addresses;

    /** Executes the function on a machine. */
    @FunctionalInterface
    public interface Function {
        void execute(Machine machine, List<Address> addresses);
    }

    /**
     * @param addresses how many the function takes, at most four
     */
    public FunctionStub(CompilerContext context, HotSpotForeignCallLinkage linkage, Kernel kernel, int addresses, Function function) {
        super("call", Signature.ARRAYS, context, linkage, kernel);
        this.addresses = addresses;
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
        append(appender, machine -> function.execute(machine, Signature.ARRAYS.inRegisters().stream().limit(addresses).map(arguments::address).toList()));
        return done(appender);
    }
}
