package org.cryptointrinsics.graph;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;

import org.cryptointrinsics.kernel.aes.AesGcm;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.word.Word;

/** AES-GCM (NIST SP 800-38D) of a whole message. */
public final class AesGcmMessageStub extends AesGcmStub {

    /** The tag is right, or was written. */
    public static final int RIGHT = 1;
    /** The tag is wrong; the result was written. */
    public static final int WRONG = 2;

    AesGcmMessageStub(CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, int rounds, boolean isEncryption, Counters counters) {
        super("crypt", context, linkage, kernel, rounds, isEncryption, counters);
    }

    /**
     * The signature of the stub, see {@link CompiledAesGcm#crypt}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, int.class, long.class, long.class, long.class, int.class, long.class, long.class, int.class, long.class, int.class);
    }

    @Snippet
    private static int crypt(Word sessionKey, Word iv, Word aad, int aadLength, Word in, Word out, int length, Word tag, int tagLength,
                    @ConstantParameter boolean isEncryption, @ConstantParameter int contextBytes, @ConstantParameter int chunkBytes,
                    @ConstantParameter int powersBytes, @ConstantParameter int hash, @ConstantParameter int counter, @ConstantParameter int subkey,
                    @ConstantParameter int vectorBytes) {
        Word memory = allocate(contextBytes, vectorBytes);
        // Ciphertext, padded, and the lengths, but for chunks.
        Word last = AllocaNode.alloca(chunkBytes + BLOCK, Long.BYTES);
        long lastOfIv = Integer.reverseBytes(iv.readInt(Long.BYTES, LocationIdentity.any()));
        put(memory.add(counter), lastOfIv << Integer.SIZE | 1, Long.reverseBytes(iv.readLong(0, LocationIdentity.any())));
        put(memory.add(hash), 0, 0);
        count((length + BLOCK - 1) / BLOCK);
        loadKey(sessionKey, memory);
        begin(memory);
        computePowers(memory);

        hash(memory, aad, aadLength, last, chunkBytes, powersBytes);
        int chunksBytes = cryptChunks(memory, in, out, length, chunkBytes, isEncryption);
        int rest = length - chunksBytes;
        int blocks = rest / BLOCK;
        if (blocks != 0) {
            gctrBlocks(memory, in.add(chunksBytes), out.add(chunksBytes), last, blocks);
        }
        int bytes = rest % BLOCK;
        Word end = last.add(blocks * BLOCK);
        if (bytes != 0) {
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
            end = end.add(BLOCK);
        }
        put(end, Long.reverseBytes((long) aadLength * Byte.SIZE), Long.reverseBytes((long) length * Byte.SIZE));
        int lastBlocks = (rest + BLOCK - 1) / BLOCK + 1;
        // They may be one more than there are powers.
        for (int i = 0; i < lastBlocks; i += powersBytes / BLOCK) {
            int hashed = lastBlocks - i < powersBytes / BLOCK ? lastBlocks - i : powersBytes / BLOCK;
            ghashBlocks(memory, memory.add(powersBytes - hashed * BLOCK), last.add(i * BLOCK), hashed);
        }
        end(memory, last);
        int result = RIGHT;
        if (isEncryption) {
            copy(last, tag, tagLength);
        } else if (differences(last, tag, tagLength) != 0) {
            result = WRONG;
        }
        clear(memory);
        for (int i = 0; i < lastBlocks; i++) {
            put(last.add(i * BLOCK), 0, 0);
        }
        return result;
    }

    /** Hashes data, padded with zeros. */
    private static void hash(Word memory, Word data, int length, Word block, int chunkBytes, int powersBytes) {
        int chunks = length / chunkBytes;
        if (chunks != 0) {
            ghashChunks(memory, data, chunks);
        }
        int blocks = length % chunkBytes / BLOCK;
        if (blocks != 0) {
            ghashBlocks(memory, memory.add(powersBytes - blocks * BLOCK), data.add(chunks * chunkBytes), blocks);
        }
        int bytes = length % BLOCK;
        if (bytes != 0) {
            put(block, 0, 0);
            copy(data.add(length - bytes), block, bytes);
            ghashBlocks(memory, memory.add(powersBytes - BLOCK), block, 1);
        }
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
