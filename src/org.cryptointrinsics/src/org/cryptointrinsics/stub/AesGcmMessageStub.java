package org.cryptointrinsics.stub;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;
import static org.cryptointrinsics.kernel.aes.AesContext.FEW_POWERS;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.word.Word;

/** AES-GCM (NIST SP 800-38D, 7.1 and 7.2, algorithms 4 and 5) of messages. Steps are those of the algorithms. */
final class AesGcmMessageStub extends AesGcmStub {

    AesGcmMessageStub(String snippet, CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcmKernel kernel, AesParameters parameters) {
        super(snippet, context, linkage, kernel, parameters);
    }

    @Snippet
    private static int crypt(Word sessionKey, Word in, Word out, int length, Word arguments, @ConstantParameter boolean isEncryption,
                    @ConstantParameter AesContext context) {
        return cryptWithEnd(sessionKey, in, out, length, 0, arguments, isEncryption, context);
    }

    @Snippet
    private static int encryptRecord(Word sessionKey, Word in, Word out, int length, Word arguments, @SuppressWarnings("unused") @ConstantParameter boolean isEncryption,
                    @ConstantParameter AesContext context) {
        return cryptWithEnd(sessionKey, in, out, length, AesPart.END_OF_RECORD, arguments, true, context);
    }

    /**
     * @param endBytes how many bytes of the data, at their end, are where the result will be
     */
    private static int cryptWithEnd(Word sessionKey, Word in, Word out, int length, int endBytes, Word arguments, boolean isEncryption, AesContext context) {
        int position = integer(arguments, AT_POSITION);
        Word memory = allocate(context.bytes(), context);
        // The end of a whole vector: zeros, ciphertext and the lengths, but for chunks.
        Word padded = allocate(context.chunkBytes() + Math.max(context.vectorBytes(), endBytes == 0 ? BLOCK : 2 * BLOCK), context);
        boolean hasFewPowers = start(memory, sessionKey, length, arguments, context);
        if (position == 0) {
            ghashPadded(memory, address(arguments, AT_AAD), integer(arguments, AT_AAD_LENGTH), padded, context);
        } else {
            putCounter(memory.add(context.cb()), address(arguments, AT_IV), 2 + position / BLOCK);
            Word state = address(arguments, AT_STATE);
            swap(state, memory.add(context.y()));
            put(state, 0, 0);
        }
        int inBytes = length - endBytes;
        int chunksBytes = cryptChunks(memory, in, out, inBytes, isEncryption, context);
        int rest = length - chunksBytes;
        boolean isLast = integer(arguments, AT_TAG_LENGTH) != 0;
        int lastBytes = (rest + BLOCK - 1) / BLOCK * BLOCK + (isLast ? BLOCK : 0);
        int padding = padding(lastBytes, context);
        Word last = padded.add(padding);
        clearBlocks(padded, padding);
        gctrRest(memory, in.add(chunksBytes), out.add(chunksBytes), last, inBytes - chunksBytes, context);
        int bytes = rest % BLOCK;
        Word source = in;
        if (endBytes != 0) {
            source = out;
            int split = inBytes % BLOCK;
            Word end = out.add(inBytes - split);
            copy(in.add(inBytes - split), end, split);
            call(AesGcmFunction.GCTR_BLOCKS, memory, end, end, last.add(inBytes - split - chunksBytes), (split + endBytes) / BLOCK);
        }
        if (bytes != 0) {
            Word end = last.add(rest - bytes);
            put(end, 0, 0);
            copy(source.add(length - bytes), end, bytes);
            // Decrypted to where the lengths will be.
            Word result = isEncryption ? end : end.add(BLOCK);
            call(AesGcmFunction.GCTR_BLOCKS, memory, end, result, end, 1);
            copy(result, out.add(length - bytes), bytes);
            if (isEncryption) {
                for (int i = bytes; i < BLOCK; i++) {
                    end.writeByte(i, (byte) 0, LocationIdentity.any());
                }
            }
        }
        if (isLast) {
            putLengths(last.add(lastBytes - BLOCK), integer(arguments, AT_AAD_LENGTH), position + (long) length);
        }
        int hashedBytes = padding + lastBytes;
        if (hashedBytes != 0) {
            // They may be more than there are powers.
            int before = hashedBytes > context.chunkBytes() ? hashedBytes - context.chunkBytes() : 0;
            if (before != 0) {
                ghashRest(memory, padded, before, padding, context);
            }
            ghashRest(memory, padded.add(before), hashedBytes - before, before != 0 ? 0 : padding, context);
        }
        int result = AesGcmMethod.RIGHT;
        if (isLast) {
            call(AesGcmFunction.END, memory, last);
            if (isEncryption) {
                copy(last, address(arguments, AT_TAG), integer(arguments, AT_TAG_LENGTH));
            } else if (differences(last, address(arguments, AT_TAG), integer(arguments, AT_TAG_LENGTH)) != 0) {
                takeBack(memory, in, out, length, arguments, padded, context);
                result = AesGcmMethod.WRONG;
            }
        } else {
            swap(memory.add(context.y()), address(arguments, AT_STATE));
        }
        clear(memory, hasFewPowers);
        clearVectors();
        clearBlocks(padded, hashedBytes);
        return result;
    }

    /**
     * Takes back what was decrypted, as the tag is wrong: in place it becomes ciphertext again, elsewhere zeros.
     *
     * @param padded memory for the end of the message, to be cleared afterwards
     */
    private static void takeBack(Word memory, Word in, Word out, int length, Word arguments, Word padded, AesContext context) {
        int bytes = length % BLOCK;
        if (in.equal(out)) {
            // Counter mode is its own inverse.
            putCounter(memory.add(context.cb()), address(arguments, AT_IV), 2 + integer(arguments, AT_POSITION) / BLOCK);
            int done = gctrChunks(memory, in, out, length, context);
            gctrRest(memory, in.add(done), out.add(done), padded, length - bytes - done, context);
            if (bytes != 0) {
                Word result = padded.add(BLOCK);
                copy(in.add(length - bytes), padded, bytes);
                call(AesGcmFunction.GCTR_BLOCKS, memory, padded, result, padded, 1);
                copy(result, out.add(length - bytes), bytes);
            }
        } else {
            clearBlocks(out, length - bytes);
            for (int i = length - bytes; i < length; i++) {
                out.writeByte(i, (byte) 0, LocationIdentity.any());
            }
        }
    }

    /** Slower than {@link #crypt}: the ciphertext is read twice. */
    @Snippet
    private static int decryptVerified(Word sessionKey, Word in, Word out, int length, Word arguments, @SuppressWarnings("unused") @ConstantParameter boolean isEncryption,
                    @ConstantParameter AesContext context) {
        Word memory = allocate(context.bytes(), context);
        Word block = AllocaNode.alloca(2 * BLOCK, Long.BYTES);
        Word result = block.add(BLOCK);
        boolean hasFewPowers = start(memory, sessionKey, length, arguments, context);
        ghashPadded(memory, address(arguments, AT_AAD), integer(arguments, AT_AAD_LENGTH), block, context);
        ghashPadded(memory, in, length, block, context);
        putLengths(block, integer(arguments, AT_AAD_LENGTH), length);
        call(AesGcmFunction.GHASH_BLOCKS, memory, block, memory.add(context.power(1)), 1);
        call(AesGcmFunction.END, memory, block);
        boolean isRight = differences(block, address(arguments, AT_TAG), integer(arguments, AT_TAG_LENGTH)) == 0;
        if (isRight) {
            gctr(memory, in, out, length, context);
            int bytes = length % BLOCK;
            if (bytes != 0) {
                copy(in.add(length - bytes), block, bytes);
                call(AesGcmFunction.GCTR_BLOCKS, memory, block, result, result, 1);
                copy(result, out.add(length - bytes), bytes);
            }
        }
        clear(memory, hasFewPowers);
        clearVectors();
        put(block, 0, 0);
        put(result, 0, 0);
        return isRight ? AesGcmMethod.RIGHT : AesGcmMethod.WRONG;
    }

    /** Begins a message: takes over the key, and computes what depends on it and on the IV. Returns whether that is few powers of H. */
    private static boolean start(Word memory, Word sessionKey, int length, Word arguments, AesContext context) {
        // J0 = IV || 0^31 || 1, and Y_0 = 0^128.
        putCounter(memory.add(context.cb()), address(arguments, AT_IV), 1);
        put(memory.add(context.y()), 0, 0);
        call(AesGcmFunction.LOAD_KEY, memory, sessionKey);
        call(AesGcmFunction.BEGIN, memory);
        // The lengths are hashed, too.
        if (context.chunkBytes() > FEW_POWERS * BLOCK && integer(arguments, AT_AAD_LENGTH) <= FEW_POWERS * BLOCK && length <= (FEW_POWERS - 1) * BLOCK) {
            call(AesGcmFunction.COMPUTE_FEW_POWERS, memory);
            return true;
        }
        call(AesGcmFunction.COMPUTE_POWERS, memory);
        return false;
    }

    private static void clear(Word memory, boolean hasFewPowers) {
        if (hasFewPowers) {
            call(AesGcmFunction.CLEAR_FEW_POWERS, memory);
        } else {
            call(AesGcmFunction.CLEAR, memory);
        }
    }

    /** Stores a counter block of a message, its bytes in reverse order. */
    private static void putCounter(Word address, Word iv, int value) {
        long lastOfIv = Integer.reverseBytes(iv.readInt(Long.BYTES, LocationIdentity.any()));
        put(address, lastOfIv << Integer.SIZE | value, Long.reverseBytes(iv.readLong(0, LocationIdentity.any())));
    }

    /**
     * Hashes data, padded with zeros.
     *
     * @param block memory for one, which is cleared
     */
    private static void ghashPadded(Word memory, Word data, int length, Word block, AesContext context) {
        ghash(memory, data, length, context);
        int bytes = length % BLOCK;
        if (bytes != 0) {
            put(block, 0, 0);
            copy(data.add(length - bytes), block, bytes);
            call(AesGcmFunction.GHASH_BLOCKS, memory, block, memory.add(context.power(1)), 1);
            put(block, 0, 0);
        }
    }

    /** Stores the block of the lengths of a message, in bytes. */
    private static void putLengths(Word address, long aadLength, long length) {
        put(address, Long.reverseBytes(aadLength * Byte.SIZE), Long.reverseBytes(length * Byte.SIZE));
    }

    /** The bits in which up to 16 bytes differ. */
    private static long differences(Word a, Word b, int bytes) {
        long differences = 0;
        int i = 0;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            differences |= a.readLong(i, LocationIdentity.any()) ^ b.readLong(i, LocationIdentity.any());
        }
        for (; i < bytes; i++) {
            differences |= a.readByte(i, LocationIdentity.any()) ^ b.readByte(i, LocationIdentity.any());
        }
        return differences;
    }

    /** Copies up to 16 bytes. */
    private static void copy(Word from, Word to, int bytes) {
        int i = 0;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            to.writeLong(i, from.readLong(i, LocationIdentity.any()), LocationIdentity.any());
        }
        for (; i < bytes; i++) {
            to.writeByte(i, from.readByte(i, LocationIdentity.any()), LocationIdentity.any());
        }
    }
}
