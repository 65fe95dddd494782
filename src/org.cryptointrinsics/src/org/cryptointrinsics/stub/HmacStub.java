package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.word.Word;

/**
 * HMAC (FIPS 198-1) of a whole message, and, for PBKDF2 (RFC 8018, 5.2), of its result again and again. The two blocks of the key are compressed only once, and
 * at the same time where the kernel can do so.
 */
public final class HmacStub extends MessageStub {

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

    // What the kernel has done last.
    private static final int NOTHING = 0;
    private static final int INNER_KEY = 1;
    private static final int OUTER_KEY = 2;
    private static final int MESSAGE = 3;
    private static final int INNER = 4;
    private static final int OUTER = 5;

    public HmacStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestAlgorithm algorithm, DigestKernel kernel) {
        super("hmac", context, linkage, algorithm, kernel);
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

    @Snippet
    private static boolean hmac(Word arguments, @ConstantParameter DigestAlgorithm algorithm) {
        Word initialState = address(arguments, AT_INITIAL_STATE);
        Word innerKey = address(arguments, AT_INNER_KEY);
        Word outerKey = address(arguments, AT_OUTER_KEY);
        Word message = address(arguments, AT_MESSAGE);
        int length = integer(arguments, AT_LENGTH);
        int suffix = integer(arguments, AT_SUFFIX);
        Word result = address(arguments, AT_RESULT);
        int resultBytes = integer(arguments, AT_RESULT_LENGTH);
        Word sum = address(arguments, AT_SUM);
        int stateBytes = algorithm.stateBytes();
        int blockBytes = algorithm.blockBytes();
        int frameBytes = frameBytes(stateBytes);
        Word inner = AllocaNode.alloca(frameBytes, Long.BYTES);
        Word outer = AllocaNode.alloca(frameBytes, Long.BYTES);
        copyState(initialState, inner, stateBytes);
        copyState(initialState, outer, stateBytes);
        // What follows is done by the CPU while it waits for these rounds.
        int done = compressTwo(inner, innerKey, outer, outerKey) ? OUTER_KEY : NOTHING;
        Word innerCopy = AllocaNode.alloca(frameBytes, Long.BYTES);
        Word outerCopy = AllocaNode.alloca(frameBytes, Long.BYTES);
        Word sumOfStates = AllocaNode.alloca(frameBytes, Long.BYTES);
        Word padded = AllocaNode.alloca(2 * blockBytes, Long.BYTES);
        Word digest = AllocaNode.alloca(blockBytes, Long.BYTES);
        int paddedBytes = pad(padded, message, length, blockBytes, suffix, algorithm);
        clear(sumOfStates, frameBytes);
        clear(digest, blockBytes);
        if (resultBytes % Long.BYTES == 0) {
            digest.writeLong(resultBytes, (long) suffix, LocationIdentity.any());
        }
        end(digest.add(blockBytes - Long.BYTES), blockBytes + resultBytes, algorithm);

        int left = integer(arguments, AT_ITERATIONS);
        Word state = inner;
        Word data = innerKey;
        int blocks = 1;
        // One kernel, in a loop, instead of five.
        while (true) {
            if (done == INNER || done == OUTER) {
                if (done == OUTER) {
                    if (sum.notEqual(0)) {
                        addState(state, sumOfStates, stateBytes);
                    }
                    left--;
                    if (left == 0) {
                        break;
                    }
                }
                Word from = state;
                if (done == INNER) {
                    state = left == 1 ? outer : copyState(outer, outerCopy, stateBytes);
                    done = OUTER;
                } else {
                    state = left == 1 ? inner : copyState(inner, innerCopy, stateBytes);
                    done = INNER;
                }
                if (resultBytes == stateBytes && compressDigest(state, from)) {
                    continue;
                }
                int i = 0;
                for (; i <= resultBytes - Long.BYTES; i += Long.BYTES) {
                    digest.writeLong(i, digestLong(from, i, algorithm), LocationIdentity.any());
                }
                if (i < resultBytes) {
                    digest.writeLong(i, digestInt(from, i, algorithm) & 0xFFFF_FFFFL | (long) suffix << Integer.SIZE, LocationIdentity.any());
                }
                data = digest;
                blocks = 1;
            } else if (done == NOTHING) {
                done = INNER_KEY;
            } else if (done == INNER_KEY) {
                state = outer;
                data = outerKey;
                done = OUTER_KEY;
            } else {
                if (done == OUTER_KEY) {
                    state = left == 1 ? inner : copyState(inner, innerCopy, stateBytes);
                }
                if (done == OUTER_KEY && length >= blockBytes) {
                    data = message;
                    blocks = length / blockBytes;
                    done = MESSAGE;
                } else {
                    data = padded;
                    blocks = paddedBytes / blockBytes;
                    done = INNER;
                }
            }
            compress(state, data, blocks);
        }

        writeDigest(state, result, resultBytes, algorithm);
        if (sum.notEqual(0)) {
            for (int i = 0; i < resultBytes; i += Integer.BYTES) {
                sum.writeInt(i, sum.readInt(i, LocationIdentity.any()) ^ digestInt(sumOfStates, i, algorithm), LocationIdentity.any());
            }
        }
        clearFrame();
        clearVectors();
        return true;
    }

    /** {@code sum ^= state}. */
    private static void addState(Word state, Word sum, int stateBytes) {
        for (int i = 0; i <= stateBytes - Integer.BYTES; i += Integer.BYTES) {
            sum.writeInt(i, sum.readInt(i, LocationIdentity.any()) ^ state.readInt(i, LocationIdentity.any()), LocationIdentity.any());
        }
    }
}
