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
import jdk.graal.compiler.nodes.spi.SnippetParameterInfo;
import jdk.graal.compiler.word.Word;

/**
 * AES-GCM (NIST SP 800-38D) of a whole message. What it knows of the key is in its frame, and is cleared.
 */
public final class AesGcmStub extends KernelSnippetStub {

    private final AesGcm kernel;
    private final int rounds;
    private final boolean isEncryption;

    /**
     * @param rounds of AES: 10, 12 or 14
     */
    AesGcmStub(CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, int rounds, boolean isEncryption) {
        super("crypt", context, linkage, kernel);
        this.kernel = kernel;
        this.rounds = rounds;
        this.isEncryption = isEncryption;
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

    private static native boolean loadKey(Word sessionKey, Word memory);

    private static native boolean computeSubkey(Word memory);

    private static native boolean computePowers(Word memory);

    private static native boolean hashChunks(Word memory, Word data, int chunks);

    private static native boolean hashBlocks(Word memory, Word powers, Word data, int blocks);

    private static native boolean count(Word memory, Word in, Word out, int chunks);

    private static native boolean countBlocks(Word memory, Word in, Word out, int blocks);

    private static native boolean encrypt(Word memory, Word in, Word out, int chunks);

    private static native boolean decrypt(Word memory, Word in, Word out, int chunks);

    private static native boolean clear(Word memory);

    @Override
    boolean append(GraphAppender appender, String method, ValueNode... a) {
        append(appender, m -> {
            switch (method) {
                case "loadKey" -> kernel.loadKey(m, rounds, a[0], a[1]);
                case "computeSubkey" -> kernel.computeSubkey(m, rounds, a[0]);
                case "computePowers" -> kernel.computePowers(m, a[0]);
                case "hashChunks" -> kernel.hashChunks(m, a[0], a[1], number(a[2]));
                case "hashBlocks" -> kernel.hashBlocks(m, a[0], a[1], a[2], number(a[3]));
                case "count" -> kernel.count(m, rounds, a[0], a[1], a[2], number(a[3]));
                case "countBlocks" -> kernel.countBlocks(m, rounds, a[0], a[1], a[2], number(a[3]));
                case "encrypt" -> kernel.encrypt(m, rounds, a[0], a[1], a[2], number(a[3]));
                case "decrypt" -> kernel.decrypt(m, rounds, a[0], a[1], a[2], number(a[3]));
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
        Word block = AllocaNode.alloca(BLOCK, Long.BYTES);
        long lastOfIv = (long) Integer.reverseBytes(iv.readInt(Long.BYTES, LocationIdentity.any())) << Integer.SIZE;
        put(memory.add(counter), lastOfIv | 2, Long.reverseBytes(iv.readLong(0, LocationIdentity.any())));
        put(memory.add(hash), 0, 0);
        loadKey(sessionKey, memory);
        computeSubkey(memory);
        computePowers(memory);

        hash(memory, aad, aadLength, block, chunkBytes, powersBytes);
        int chunks = length / chunkBytes;
        int chunksBytes = chunks * chunkBytes;
        if (chunks != 0) {
            if (isEncryption) {
                // Of those that are encrypted, the one before is hashed.
                count(memory, in, out, 1);
                if (chunks != 1) {
                    encrypt(memory, in.add(chunkBytes), out.add(chunkBytes), chunks - 1);
                }
                hashChunks(memory, out.add(chunksBytes - chunkBytes), 1);
            } else {
                decrypt(memory, in, out, chunks);
            }
        }
        Word restIn = in.add(chunksBytes);
        Word restOut = out.add(chunksBytes);
        int rest = length - chunksBytes;
        int blocks = rest / BLOCK;
        if (blocks != 0) {
            if (isEncryption) {
                countBlocks(memory, restIn, restOut, blocks);
            }
            hashBlocks(memory, memory.add(powersBytes - blocks * BLOCK), isEncryption ? restOut : restIn, blocks);
            if (!isEncryption) {
                countBlocks(memory, restIn, restOut, blocks);
            }
        }
        int last = rest % BLOCK;
        if (last != 0) {
            Word lastIn = restIn.add(rest - last);
            put(block, 0, 0);
            copy(lastIn, block, last);
            if (!isEncryption) {
                hashBlocks(memory, memory.add(powersBytes - BLOCK), block, 1);
            }
            countBlocks(memory, block, block, 1);
            copy(block, restOut.add(rest - last), last);
            if (isEncryption) {
                for (int i = last; i < BLOCK; i++) {
                    block.writeByte(i, (byte) 0, LocationIdentity.any());
                }
                hashBlocks(memory, memory.add(powersBytes - BLOCK), block, 1);
            }
        }

        put(block, Long.reverseBytes((long) aadLength * Byte.SIZE), Long.reverseBytes((long) length * Byte.SIZE));
        hashBlocks(memory, memory.add(powersBytes - BLOCK), block, 1);
        Word sum = memory.add(hash);
        put(block, Long.reverseBytes(sum.readLong(Long.BYTES, LocationIdentity.any())), Long.reverseBytes(sum.readLong(0, LocationIdentity.any())));
        memory.add(counter).writeLong(0, lastOfIv | 1, LocationIdentity.any());
        countBlocks(memory, block, block, 1);
        int difference = 0;
        for (int i = 0; i < tagLength; i++) {
            byte b = block.readByte(i, LocationIdentity.any());
            if (isEncryption) {
                tag.writeByte(i, b, LocationIdentity.any());
            } else {
                difference |= b ^ tag.readByte(i, LocationIdentity.any());
            }
        }
        put(block, 0, 0);
        clear(memory);
        return difference == 0;
    }

    /** Hashes data, padded with zeros. */
    private static void hash(Word memory, Word data, int length, Word block, int chunkBytes, int powersBytes) {
        int chunks = length / chunkBytes;
        if (chunks != 0) {
            hashChunks(memory, data, chunks);
        }
        int blocks = length % chunkBytes / BLOCK;
        if (blocks != 0) {
            hashBlocks(memory, memory.add(powersBytes - blocks * BLOCK), data.add(chunks * chunkBytes), blocks);
        }
        int last = length % BLOCK;
        if (last != 0) {
            put(block, 0, 0);
            copy(data.add(length - last), block, last);
            hashBlocks(memory, memory.add(powersBytes - BLOCK), block, 1);
        }
    }

    private static void put(Word address, long low, long high) {
        address.writeLong(0, low, LocationIdentity.any());
        address.writeLong(Long.BYTES, high, LocationIdentity.any());
    }

    private static void copy(Word from, Word to, int bytes) {
        for (int i = 0; i < bytes; i++) {
            to.writeByte(i, from.readByte(i, LocationIdentity.any()), LocationIdentity.any());
        }
    }

    @Override
    protected Object[] makeConstArgs(SnippetParameterInfo info) {
        AesContext memory = kernel.context();
        Object[] constants = {isEncryption, memory.bytes(), kernel.chunkBytes(), memory.powers() * BLOCK, memory.hash(), memory.counter()};
        Object[] arguments = new Object[info.getParameterCount()];
        System.arraycopy(constants, 0, arguments, arguments.length - constants.length, constants.length);
        return arguments;
    }
}
