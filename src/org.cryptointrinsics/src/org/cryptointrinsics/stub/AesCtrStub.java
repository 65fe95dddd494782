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

/** AES in counter mode (NIST SP 800-38A, 6.5), of blocks. Of the counter block, the last 32 bits are incremented, as by {@code inc32} of SP 800-38D. */
public final class AesCtrStub extends AesGcmStub {

    public AesCtrStub(CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, int rounds, Counters counters) {
        super("cryptCounter", context, linkage, kernel, rounds, true, false, counters);
    }

    /**
     * The signature of the stub, see {@code CompiledAesCtr.crypt}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class, long.class, long.class, long.class, int.class);
    }

    @Snippet
    private static boolean cryptCounter(Word sessionKey, Word nextCounter, Word in, Word out, int length,
                    @ConstantParameter boolean isEncryption, @ConstantParameter int contextBytes, @ConstantParameter int chunkBytes,
                    @ConstantParameter int powersBytes, @ConstantParameter int hash, @ConstantParameter int counter, @ConstantParameter int subkey,
                    @ConstantParameter int vectorBytes) {
        Word memory = allocate(contextBytes, vectorBytes);
        reverse(nextCounter, memory.add(counter));
        count(length / BLOCK);
        loadKey(sessionKey, memory);
        gctr(memory, in, out, length, chunkBytes, vectorBytes);
        reverse(memory.add(counter), nextCounter);
        clear(memory);
        return true;
    }
}
