package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.Clearing;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.message.Hmac;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.word.Word;

/** The machine code of {@link Hmac}. */
public final class HmacStub extends KernelSnippetStub {

    private final Hmac program;

    public HmacStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestAlgorithm algorithm, DigestKernel kernel) {
        super("hmac", Signature.HMAC, context, linkage, kernel);
        program = new Hmac(algorithm, kernel);
    }

    /**
     * The signature of the stub: {@code boolean (long arguments)}, the address of the arguments of {@link Signature#HMAC}; it returns true. It may not be called again: the sum may
     * be seen.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class);
    }

    /** Becomes a {@link KernelCallNode}; returns true. */
    static native boolean execute(Word arguments);

    @Snippet
    private static boolean hmac(Word arguments) {
        return execute(arguments);
    }

    @Override
    ValueNode append(GraphAppender appender, StubArguments arguments) {
        appendProgram(appender, Clearing.FRAME, machine -> program.execute(machine, arguments.address(Argument.INITIAL_STATE), arguments.address(Argument.INNER_KEY),
                        arguments.address(Argument.OUTER_KEY), arguments.address(Argument.MESSAGE), arguments.count(Argument.LENGTH), arguments.count(Argument.SUFFIX),
                        arguments.address(Argument.RESULT), arguments.count(Argument.RESULT_LENGTH), arguments.address(Argument.SUM), arguments.count(Argument.ITERATIONS)));
        return done(appender);
    }
}
