package org.cryptointrinsics.graph;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
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
 * HMAC (FIPS 198-1) of a whole message, and, for PBKDF2 (RFC 8018, 5.2), of its result again and again. The two blocks of the key are compressed only once, one
 * after the other: they do not need each other, so that the CPU begins the second one while the first one waits for its rounds.
 */
public final class HmacStub extends MessageStub {

    // What the kernel has done last.
    private static final int INNER_KEY = 0;
    private static final int OUTER_KEY = 1;
    private static final int MESSAGE = 2;
    private static final int INNER = 3;
    private static final int OUTER = 4;

    HmacStub(CompilerContext context, HotSpotForeignCallLinkage linkage, DigestAlgorithm algorithm, Kernel kernel, Counters counters) {
        super("hmac", context, linkage, algorithm, kernel, counters);
    }

    /**
     * The signature of the stub, see {@link CompiledHmac#hmac}; it returns true. It may not be called again: the sum may be seen.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class, long.class, long.class, long.class, int.class, int.class, long.class, int.class, long.class, int.class);
    }

    @Snippet
    private static boolean hmac(Word initialState, Word innerKey, Word outerKey, Word message, int length, int suffix, Word result, int resultBytes, Word sum,
                    int iterations, @ConstantParameter int stateBytes, @ConstantParameter int blockBytes, @ConstantParameter int lengthBytes,
                    @ConstantParameter boolean isLittleEndian, @ConstantParameter boolean isWordInt) {
        Word inner = AllocaNode.alloca(frameBytes(stateBytes), Long.BYTES);
        Word outer = AllocaNode.alloca(frameBytes(stateBytes), Long.BYTES);
        Word state = AllocaNode.alloca(frameBytes(stateBytes), Long.BYTES);
        Word padded = AllocaNode.alloca(2 * blockBytes, Long.BYTES);
        Word digest = AllocaNode.alloca(blockBytes, Long.BYTES);
        copyState(initialState, inner, stateBytes);
        copyState(initialState, outer, stateBytes);
        int paddedBytes = pad(padded, message, length, blockBytes, suffix, blockBytes, lengthBytes, isLittleEndian);
        clear(digest, blockBytes);
        if (resultBytes % Long.BYTES == 0) {
            digest.writeLong(resultBytes, (long) suffix, LocationIdentity.any());
        }
        end(digest.add(blockBytes - Long.BYTES), blockBytes + resultBytes, lengthBytes, isLittleEndian);

        int left = iterations;
        int done = INNER_KEY;
        Word current = inner;
        Word data = innerKey;
        int blocks = 1;
        // One kernel, in a loop, instead of five.
        while (true) {
            kernel(current, data, blocks);
            if (done == INNER || done == OUTER) {
                int i = 0;
                for (; i <= resultBytes - Long.BYTES; i += Long.BYTES) {
                    digest.writeLong(i, digestLong(state, i, isLittleEndian, isWordInt), LocationIdentity.any());
                }
                if (i < resultBytes) {
                    digest.writeLong(i, digestInt(state, i, isLittleEndian, isWordInt) | (long) suffix << Integer.SIZE, LocationIdentity.any());
                }
                data = digest;
                blocks = 1;
                if (done == INNER) {
                    copyState(outer, state, stateBytes);
                    done = OUTER;
                } else {
                    if (sum.notEqual(0)) {
                        for (int j = 0; j < resultBytes; j += Integer.BYTES) {
                            sum.writeInt(j, sum.readInt(j, LocationIdentity.any()) ^ digest.readInt(j, LocationIdentity.any()), LocationIdentity.any());
                        }
                    }
                    left--;
                    if (left == 0) {
                        break;
                    }
                    copyState(inner, state, stateBytes);
                    done = INNER;
                }
            } else if (done == INNER_KEY) {
                current = outer;
                data = outerKey;
                done = OUTER_KEY;
            } else {
                if (done == OUTER_KEY) {
                    copyState(inner, state, stateBytes);
                    current = state;
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
        }

        for (int i = 0; i < resultBytes; i += Integer.BYTES) {
            result.writeInt(i, digest.readInt(i, LocationIdentity.any()), LocationIdentity.any());
        }
        clear(padded, paddedBytes);
        clear(digest, blockBytes);
        clear(inner, frameBytes(stateBytes));
        clear(outer, frameBytes(stateBytes));
        clear(state, frameBytes(stateBytes));
        return true;
    }
}
