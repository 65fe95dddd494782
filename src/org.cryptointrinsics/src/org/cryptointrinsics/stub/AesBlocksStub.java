package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.linkage.AesGcmMethod;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.word.Word;

/** GCTR and GHASH of blocks, together or alone. */
final class AesBlocksStub extends AesGcmStub {

    AesBlocksStub(String snippet, CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcmKernel kernel, AesParameters parameters) {
        super(snippet, context, linkage, kernel, parameters);
    }

    @Snippet
    private static int cryptBlocks(Word sessionKey, Word in, Word out, int length, Word arguments, @ConstantParameter boolean isEncryption,
                    @ConstantParameter AesContext context) {
        Word memory = allocate(context.bytes(), context);
        Word last = allocate(context.chunkBytes(), context);
        swap(address(arguments, AT_SUBKEY), memory.add(context.h()));
        swap(address(arguments, AT_STATE), memory.add(context.y()));
        reverse(address(arguments, AT_COUNTER), memory.add(context.cb()));
        call(AesGcmFunction.LOAD_KEY, memory, sessionKey);
        call(AesGcmFunction.COMPUTE_POWERS, memory);
        int chunksBytes = cryptChunks(memory, in, out, length, isEncryption, context);
        int rest = length - chunksBytes;
        int padding = padding(rest, context);
        if (rest != 0) {
            clearBlocks(last, padding);
            gctrRest(memory, in.add(chunksBytes), out.add(chunksBytes), last.add(padding), rest, context);
            ghashRest(memory, last, padding + rest, padding, context);
        }
        swap(memory.add(context.y()), address(arguments, AT_STATE));
        reverse(memory.add(context.cb()), address(arguments, AT_COUNTER));
        call(AesGcmFunction.CLEAR, memory);
        clearVectors();
        clearBlocks(last, padding + rest);
        return AesGcmMethod.RIGHT;
    }

    @Snippet
    private static int cryptCounter(Word sessionKey, Word in, Word out, int length, Word arguments, @SuppressWarnings("unused") @ConstantParameter boolean isEncryption,
                    @ConstantParameter AesContext context) {
        Word memory = allocate(context.bytes(), context);
        reverse(address(arguments, AT_COUNTER), memory.add(context.cb()));
        call(AesGcmFunction.LOAD_KEY, memory, sessionKey);
        gctr(memory, in, out, length, context);
        reverse(memory.add(context.cb()), address(arguments, AT_COUNTER));
        call(AesGcmFunction.CLEAR_FEW_POWERS, memory);
        clearVectors();
        return AesGcmMethod.RIGHT;
    }

    @Snippet
    private static int hash(@SuppressWarnings("unused") Word sessionKey, Word in, @SuppressWarnings("unused") Word out, int length, Word arguments,
                    @SuppressWarnings("unused") @ConstantParameter boolean isEncryption, @ConstantParameter AesContext context) {
        Word memory = allocate(context.bytes(), context);
        swap(address(arguments, AT_SUBKEY), memory.add(context.h()));
        swap(address(arguments, AT_STATE), memory.add(context.y()));
        call(AesGcmFunction.COMPUTE_POWERS, memory);
        ghash(memory, in, length, context);
        swap(memory.add(context.y()), address(arguments, AT_STATE));
        call(AesGcmFunction.CLEAR, memory);
        clearVectors();
        return AesGcmMethod.RIGHT;
    }
}
