package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.GraphMessageMachine.Clearing;
import org.cryptointrinsics.graph.Operand;
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

    // Where arguments are on the stack.
    private static final int AT_INITIAL_STATE = Signature.HMAC.offset(Argument.INITIAL_STATE);
    private static final int AT_INNER_KEY = Signature.HMAC.offset(Argument.INNER_KEY);
    private static final int AT_OUTER_KEY = Signature.HMAC.offset(Argument.OUTER_KEY);
    private static final int AT_MESSAGE = Signature.HMAC.offset(Argument.MESSAGE);
    private static final int AT_LENGTH = Signature.HMAC.offset(Argument.LENGTH);
    private static final int AT_SUFFIX = Signature.HMAC.offset(Argument.SUFFIX);
    private static final int AT_RESULT = Signature.HMAC.offset(Argument.RESULT);
    private static final int AT_RESULT_LENGTH = Signature.HMAC.offset(Argument.RESULT_LENGTH);
    private static final int AT_SUM = Signature.HMAC.offset(Argument.SUM);
    private static final int AT_ITERATIONS = Signature.HMAC.offset(Argument.ITERATIONS);

    private final Hmac program;

    public HmacStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestAlgorithm algorithm, DigestKernel kernel) {
        super("hmac", context, linkage, kernel);
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
    static native boolean execute(Word initialState, Word innerKey, Word outerKey, Word message, int length, int suffix, Word result, int resultBytes, Word sum, int iterations);

    @Snippet
    private static boolean hmac(Word arguments) {
        return execute(address(arguments, AT_INITIAL_STATE), address(arguments, AT_INNER_KEY), address(arguments, AT_OUTER_KEY), address(arguments, AT_MESSAGE),
                        integer(arguments, AT_LENGTH), integer(arguments, AT_SUFFIX), address(arguments, AT_RESULT), integer(arguments, AT_RESULT_LENGTH),
                        address(arguments, AT_SUM), integer(arguments, AT_ITERATIONS));
    }

    @Override
    ValueNode append(GraphAppender appender, ValueNode... arguments) {
        appendProgram(appender, Clearing.FRAME, machine -> program.execute(machine, Operand.ofAddress(arguments[0]), Operand.ofAddress(arguments[1]),
                        Operand.ofAddress(arguments[2]), Operand.ofAddress(arguments[3]), Operand.ofCount(arguments[4]), Operand.ofCount(arguments[5]),
                        Operand.ofAddress(arguments[6]), Operand.ofCount(arguments[7]), Operand.ofAddress(arguments[8]), Operand.ofCount(arguments[9])));
        return done(appender);
    }
}
