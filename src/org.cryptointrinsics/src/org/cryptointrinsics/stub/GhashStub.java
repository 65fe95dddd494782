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

/** GHASH (NIST SP 800-38D, 6.4) of blocks. */
public final class GhashStub extends AesGcmStub {

    public GhashStub(CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, Counters counters) {
        super("hash", context, linkage, kernel, 0, false, false, counters);
    }

    /**
     * The signature of the stub, see {@code CompiledGhash.hash}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class, long.class, long.class, int.class);
    }

    @Snippet
    private static boolean hash(Word subkeyH, Word state, Word data, int length, @ConstantParameter boolean isEncryption, @ConstantParameter int contextBytes,
                    @ConstantParameter int chunkBytes, @ConstantParameter int powersBytes, @ConstantParameter int hash, @ConstantParameter int counter,
                    @ConstantParameter int subkey, @ConstantParameter int vectorBytes) {
        Word memory = allocate(contextBytes, vectorBytes);
        swap(subkeyH, memory.add(subkey));
        swap(state, memory.add(hash));
        count(length / BLOCK);
        computePowers(memory);
        ghash(memory, data, length, chunkBytes, powersBytes, vectorBytes);
        swap(memory.add(hash), state);
        clear(memory);
        return true;
    }
}
