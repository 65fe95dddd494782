package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.Clearing;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.message.Hash;
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

/** The machine code of {@link Hash}. */
public final class HashStub extends KernelSnippetStub {

    private final Hash program;

    public HashStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestAlgorithm algorithm, DigestKernel kernel) {
        super("hash", Signature.HASH, context, linkage, kernel);
        program = new Hash(algorithm, kernel);
    }

    /**
     * The signature of the stub, see {@link Hash#execute}; it returns true. It may be called again: what it writes to is nothing that anybody has seen yet.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.NO_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class, long.class, int.class, int.class, long.class, int.class);
    }

    /** Becomes a {@link KernelCallNode}; returns true. */
    static native boolean execute(Word initialState, Word message, int length, int suffix, Word digest, int digestBytes);

    @Snippet
    private static boolean hash(Word initialState, Word message, int length, int suffix, Word digest, int digestBytes) {
        return execute(initialState, message, length, suffix, digest, digestBytes);
    }

    @Override
    ValueNode append(GraphAppender appender, StubArguments arguments) {
        appendProgram(appender, Clearing.MEMORY, machine -> program.execute(machine, arguments.address(Argument.INITIAL_STATE), arguments.address(Argument.MESSAGE),
                        arguments.count(Argument.LENGTH), arguments.count(Argument.SUFFIX), arguments.address(Argument.RESULT), arguments.count(Argument.RESULT_LENGTH)));
        return done(appender);
    }
}
