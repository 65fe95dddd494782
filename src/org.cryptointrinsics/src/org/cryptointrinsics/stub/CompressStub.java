package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.Clearing;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.kernel.DigestKernel;
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

/** The machine code of a kernel of a digest, and nothing else. */
public final class CompressStub extends KernelSnippetStub {

    private final DigestKernel kernel;

    public CompressStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestKernel kernel) {
        super("compressBlocks", Signature.COMPRESS, context, linkage, kernel);
        this.kernel = kernel;
    }

    /**
     * The signature of a kernel's stub: {@code void (long state, long data, int blocks)}, see {@link DigestKernel#compress}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        // The data may lie anywhere, the state in an int[] or, for tests, outside of the heap.
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, void.class, long.class, long.class, int.class);
    }

    /** Becomes a {@link KernelCallNode}; returns true. */
    static native boolean compress(Word state, Word data, int blocks);

    @Snippet
    private static void compressBlocks(Word state, Word data, int blocks) {
        compress(state, data, blocks);
    }

    @Override
    ValueNode append(GraphAppender appender, StubArguments arguments) {
        append(appender, Clearing.MEMORY,
                        machine -> kernel.compress(machine, arguments.address(Argument.STATE), arguments.address(Argument.INPUT), arguments.count(Argument.BLOCKS)));
        return done(appender);
    }
}
