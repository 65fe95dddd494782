package org.cryptointrinsics.stub;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesGcm;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.word.Word;

/** AES-GCM (NIST SP 800-38D) of a message, or of a part of one. */
public final class AesGcmMessageStub extends AesGcmStub {

    /** The tag is right, or was written, or comes with a later part. */
    public static final int RIGHT = 1;
    /** The tag is wrong; the result was written. */
    public static final int WRONG = 2;

    public AesGcmMessageStub(CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, int rounds, boolean isEncryption, Counters counters) {
        super("crypt", context, linkage, kernel, rounds, isEncryption, true, counters);
    }

    /**
     * The signature of the stub, see {@code CompiledAesGcm.cryptPart}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, int.class, long.class, long.class, long.class, int.class, long.class, long.class, int.class, long.class, int.class, long.class, int.class);
    }

    @Snippet
    private static int crypt(Word sessionKey, Word iv, Word aad, int aadLength, Word in, Word out, int length, Word tag, int tagLength, Word state,
                    int position, @ConstantParameter boolean isEncryption, @ConstantParameter int contextBytes, @ConstantParameter int chunkBytes,
                    @ConstantParameter int powersBytes, @ConstantParameter int hash, @ConstantParameter int counter, @ConstantParameter int subkey,
                    @ConstantParameter int vectorBytes) {
        Word memory = allocate(contextBytes, vectorBytes);
        // The end of a whole vector: zeros, ciphertext and the lengths, but for chunks.
        Word padded = allocate(chunkBytes + vectorBytes, vectorBytes);
        start(memory, sessionKey, iv, aadLength, length, powersBytes, hash, counter);
        if (position == 0) {
            ghashPadded(memory, aad, aadLength, padded, chunkBytes, powersBytes, vectorBytes);
        } else {
            putCounter(memory.add(counter), iv, 2 + position / BLOCK);
            swap(state, memory.add(hash));
            put(state, 0, 0);
        }
        int chunksBytes = cryptChunks(memory, in, out, length, chunkBytes, isEncryption);
        int rest = length - chunksBytes;
        boolean isLast = tagLength != 0;
        int lastBytes = (rest + BLOCK - 1) / BLOCK * BLOCK + (isLast ? BLOCK : 0);
        int padding = padding(lastBytes, vectorBytes);
        Word last = padded.add(padding);
        clearBlocks(padded, padding);
        gctrRest(memory, in.add(chunksBytes), out.add(chunksBytes), last, rest, vectorBytes);
        int bytes = rest % BLOCK;
        if (bytes != 0) {
            Word end = last.add(rest - bytes);
            put(end, 0, 0);
            copy(in.add(length - bytes), end, bytes);
            // Decrypted to where the lengths will be.
            Word result = isEncryption ? end : end.add(BLOCK);
            gctrBlocks(memory, end, result, end, 1);
            copy(result, out.add(length - bytes), bytes);
            if (isEncryption) {
                for (int i = bytes; i < BLOCK; i++) {
                    end.writeByte(i, (byte) 0, LocationIdentity.any());
                }
            }
        }
        if (isLast) {
            putLengths(last.add(lastBytes - BLOCK), aadLength, position + (long) length);
        }
        int hashedBytes = padding + lastBytes;
        if (hashedBytes != 0) {
            // They may be a vector more than there are powers.
            int before = hashedBytes > powersBytes ? vectorBytes : 0;
            if (before != 0) {
                ghashRest(memory, padded, before, padding, powersBytes, vectorBytes);
            }
            ghashRest(memory, padded.add(before), hashedBytes - before, before != 0 ? 0 : padding, powersBytes, vectorBytes);
        }
        int result = RIGHT;
        if (isLast) {
            end(memory, last);
            if (isEncryption) {
                copy(last, tag, tagLength);
            } else if (differences(last, tag, tagLength) != 0) {
                result = WRONG;
            }
        } else {
            swap(memory.add(hash), state);
        }
        clear(memory);
        clearBlocks(padded, hashedBytes);
        return result;
    }
}
