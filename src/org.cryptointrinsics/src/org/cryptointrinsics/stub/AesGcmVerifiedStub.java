package org.cryptointrinsics.stub;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesGcm;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.word.Word;

/** Decryption of a whole message by AES-GCM (NIST SP 800-38D) after its tag is known to be right: else nothing is written. Slower than {@link AesGcmMessageStub}. */
public final class AesGcmVerifiedStub extends AesGcmStub {

    public AesGcmVerifiedStub(CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, int rounds, Counters counters) {
        // Counter mode is its own inverse.
        super("decrypt", context, linkage, kernel, rounds, true, true, counters);
    }

    /** Of the signature of {@link AesGcmMessageStub}; the message has no other parts, so there is no state. */
    @Snippet
    private static int decrypt(Word sessionKey, Word iv, Word aad, int aadLength, Word in, Word out, int length, Word tag, int tagLength, @SuppressWarnings("unused") Word state,
                    @SuppressWarnings("unused") int position, @ConstantParameter boolean isEncryption, @ConstantParameter int contextBytes, @ConstantParameter int chunkBytes,
                    @ConstantParameter int powersBytes, @ConstantParameter int hash, @ConstantParameter int counter, @ConstantParameter int subkey,
                    @ConstantParameter int vectorBytes) {
        Word memory = allocate(contextBytes, vectorBytes);
        Word block = AllocaNode.alloca(2 * BLOCK, Long.BYTES);
        Word result = block.add(BLOCK);
        start(memory, sessionKey, iv, aadLength, length, powersBytes, hash, counter);
        ghashPadded(memory, aad, aadLength, block, chunkBytes, powersBytes, vectorBytes);
        ghashPadded(memory, in, length, block, chunkBytes, powersBytes, vectorBytes);
        putLengths(block, aadLength, length);
        ghashBlocks(memory, memory.add(powersBytes - BLOCK), block, 1);
        end(memory, block);
        boolean isRight = differences(block, tag, tagLength) == 0;
        if (isRight) {
            gctr(memory, in, out, length, chunkBytes, vectorBytes);
            int bytes = length % BLOCK;
            if (bytes != 0) {
                copy(in.add(length - bytes), block, bytes);
                gctrBlocks(memory, block, result, result, 1);
                copy(result, out.add(length - bytes), bytes);
            }
        }
        clear(memory);
        put(block, 0, 0);
        put(result, 0, 0);
        return isRight ? AesGcmMessageStub.RIGHT : AesGcmMessageStub.WRONG;
    }
}
