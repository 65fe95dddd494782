package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.word.Word;

/** Hashes a whole message. */
public final class HashStub extends MessageStub {

    public HashStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestAlgorithm algorithm, DigestKernel kernel) {
        super("hash", context, linkage, algorithm, kernel);
    }

    /**
     * The signature of the stub; it returns true. It may be called again: what it writes to is nothing that anybody has seen yet. Its arguments are
     * <ul>
     * <li>address of the initial chaining value, in words
     * <li>address of the message, its length in bytes, and the first byte after it
     * <li>address for the digest, and its length, a multiple of 4, at most that of the chaining value
     * </ul>
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.NO_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class, long.class, int.class, int.class, long.class, int.class);
    }

    @Snippet
    private static boolean hash(Word initialState, Word message, int length, int suffix, Word digest, int digestBytes, @ConstantParameter DigestAlgorithm algorithm) {
        int stateBytes = algorithm.stateBytes();
        int blockBytes = algorithm.blockBytes();
        Word state = AllocaNode.alloca(frameBytes(stateBytes), Long.BYTES);
        Word padded = AllocaNode.alloca(2 * blockBytes, Long.BYTES);
        copyState(initialState, state, stateBytes);
        int paddedBytes = pad(padded, message, length, 0, suffix, algorithm);

        Word data = message;
        int blocks = length / blockBytes;
        // One kernel, in a loop, instead of two.
        for (boolean isPadded = false;; isPadded = true) {
            if (isPadded) {
                data = padded;
                blocks = paddedBytes / blockBytes;
            }
            if (blocks != 0) {
                compress(state, data, blocks);
            }
            if (isPadded) {
                break;
            }
        }

        writeDigest(state, digest, digestBytes, algorithm);
        clearPadded(padded, paddedBytes, blockBytes);
        clear(state, frameBytes(stateBytes));
        return true;
    }
}
