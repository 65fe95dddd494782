package org.cryptointrinsics.graph;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcm;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.api.replacements.Snippet.ConstantParameter;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.word.Word;

/**
 * AES-GCM (NIST SP 800-38D) of a whole message. What it knows of the key is in its frame, and is cleared.
 */
public final class AesGcmStub extends KernelSnippetStub {

    private final AesGcm kernel;
    private final int rounds;
    private final boolean isEncryption;
    private final Counters counters;

    /**
     * @param rounds of AES: 10, 12 or 14
     * @param counters what to count calls and blocks of data in, or null
     */
    AesGcmStub(CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, int rounds, boolean isEncryption, Counters counters) {
        super("crypt", context, linkage, kernel);
        this.kernel = kernel;
        this.rounds = rounds;
        this.isEncryption = isEncryption;
        this.counters = counters;
    }

    /**
     * The signature of the stub, see {@link CompiledAesGcm#crypt}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, boolean.class, long.class, long.class, long.class, int.class, long.class, long.class, int.class, long.class, int.class);
    }

    // Each of these becomes a KernelCallNode; returns true.

    private static native boolean count(int blocks);

    private static native boolean loadKey(Word sessionKey, Word memory);

    private static native boolean begin(Word memory);

    private static native boolean computePowers(Word memory);

    private static native boolean ghashChunks(Word memory, Word data, int chunks);

    private static native boolean ghashBlocks(Word memory, Word powers, Word data, int blocks);

    private static native boolean gctrChunks(Word memory, Word in, Word out, int chunks);

    private static native boolean gctrBlocks(Word memory, Word in, Word out, Word copy, int blocks);

    private static native boolean encrypt(Word memory, Word in, Word out, int chunks);

    private static native boolean decrypt(Word memory, Word in, Word out, int chunks);

    private static native boolean end(Word memory, Word tag);

    private static native boolean clear(Word memory);

    @Override
    boolean append(GraphAppender appender, String method, ValueNode... a) {
        if (method.equals("count")) {
            if (counters != null) {
                counters.appendTo(appender, a[0]);
            }
            return true;
        }
        append(appender, m -> {
            switch (method) {
                case "loadKey" -> kernel.loadKey(m, rounds, a[0], a[1]);
                case "begin" -> kernel.begin(m, rounds, a[0]);
                case "computePowers" -> kernel.computePowers(m, a[0]);
                case "ghashChunks" -> kernel.ghashChunks(m, a[0], a[1], number(a[2]));
                case "ghashBlocks" -> kernel.ghashBlocks(m, a[0], a[1], a[2], number(a[3]));
                case "gctrChunks" -> kernel.gctrChunks(m, rounds, a[0], a[1], a[2], number(a[3]));
                case "gctrBlocks" -> kernel.gctrBlocks(m, rounds, isEncryption, a[0], a[1], a[2], a[3], number(a[4]));
                case "encrypt" -> kernel.encrypt(m, rounds, a[0], a[1], a[2], number(a[3]));
                case "decrypt" -> kernel.decrypt(m, rounds, a[0], a[1], a[2], number(a[3]));
                case "end" -> kernel.end(m, a[0], a[1]);
                case "clear" -> kernel.clear(m, a[0]);
                default -> throw new IllegalArgumentException(method);
            }
        });
        return true;
    }

    private static Operand number(ValueNode node) {
        Operand.Type type = Operand.Type.of(Size.DWORD);
        return node.isJavaConstant() ? new Operand.IntConstant(type, node.asJavaConstant().asInt()) : new Operand.Value(type, node);
    }

    @Snippet
    private static boolean crypt(Word sessionKey, Word iv, Word aad, int aadLength, Word in, Word out, int length, Word tag, int tagLength,
                    @ConstantParameter boolean isEncryption, @ConstantParameter int contextBytes, @ConstantParameter int chunkBytes,
                    @ConstantParameter int powersBytes, @ConstantParameter int hash, @ConstantParameter int counter) {
        Word memory = AllocaNode.alloca(contextBytes, Long.BYTES);
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
        int chunks = length / chunkBytes;
        int chunksBytes = chunks * chunkBytes;
        if (chunks != 0) {
            if (isEncryption) {
                // Of those that are encrypted, the one before is hashed.
                gctrChunks(memory, in, out, 1);
                if (chunks != 1) {
                    encrypt(memory, in.add(chunkBytes), out.add(chunkBytes), chunks - 1);
                }
                ghashChunks(memory, out.add(chunksBytes - chunkBytes), 1);
            } else {
                decrypt(memory, in, out, chunks);
            }
        }
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
        boolean isRight = true;
        if (isEncryption) {
            copy(last, tag, tagLength);
        } else {
            isRight = differences(last, tag, tagLength) == 0;
        }
        clear(memory);
        for (int i = 0; i < lastBlocks; i++) {
            put(last.add(i * BLOCK), 0, 0);
        }
        return isRight;
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

    private static void put(Word address, long low, long high) {
        address.writeLong(0, low, LocationIdentity.any());
        address.writeLong(Long.BYTES, high, LocationIdentity.any());
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

    @Override
    Object[] constants() {
        AesContext memory = kernel.context();
        return new Object[]{isEncryption, memory.bytes(), kernel.chunkBytes(), memory.powers() * BLOCK, memory.hash(), memory.counter()};
    }
}
