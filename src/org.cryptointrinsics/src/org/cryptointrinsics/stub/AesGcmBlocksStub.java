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

/** AES-GCM (NIST SP 800-38D) of blocks in the midst of a message. */
public final class AesGcmBlocksStub extends AesGcmStub {

    public AesGcmBlocksStub(CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, int rounds, boolean isEncryption, Counters counters) {
        super("cryptBlocks", context, linkage, kernel, rounds, isEncryption, false, counters);
    }

    /**
     * The signature of the stub, see {@code CompiledAesGcmBlocks.crypt}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class, long.class, long.class, long.class, long.class, long.class, int.class);
    }

    @Snippet
    private static boolean cryptBlocks(Word sessionKey, Word nextCounter, Word subkeyH, Word state, Word in, Word out, int length,
                    @ConstantParameter boolean isEncryption, @ConstantParameter int contextBytes, @ConstantParameter int chunkBytes,
                    @ConstantParameter int powersBytes, @ConstantParameter int hash, @ConstantParameter int counter, @ConstantParameter int subkey,
                    @ConstantParameter int vectorBytes) {
        Word memory = allocate(contextBytes, vectorBytes);
        Word last = allocate(chunkBytes, vectorBytes);
        swap(subkeyH, memory.add(subkey));
        swap(state, memory.add(hash));
        reverse(nextCounter, memory.add(counter));
        count(length / BLOCK);
        loadKey(sessionKey, memory);
        computePowers(memory);
        int chunksBytes = cryptChunks(memory, in, out, length, chunkBytes, isEncryption);
        int rest = length - chunksBytes;
        int padding = padding(rest, vectorBytes);
        if (rest != 0) {
            clearBlocks(last, padding);
            gctrRest(memory, in.add(chunksBytes), out.add(chunksBytes), last.add(padding), rest, vectorBytes);
            ghashRest(memory, last, padding + rest, padding, powersBytes, vectorBytes);
        }
        swap(memory.add(hash), state);
        reverse(memory.add(counter), nextCounter);
        clear(memory);
        clearBlocks(last, padding + rest);
        return true;
    }
}
