package org.cryptointrinsics.stub;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;

import java.util.stream.Stream;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.Operand;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.Icb;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.word.Word;

/** What stubs for AES have in common. What they know of the key is in their frame, and is cleared. */
public abstract class AesGcmStub extends KernelSnippetStub {

    // Where arguments are on the stack.
    static final int AT_IV = Signature.AES.offset(Argument.IV);
    static final int AT_AAD = Signature.AES.offset(Argument.AAD);
    static final int AT_AAD_LENGTH = Signature.AES.offset(Argument.AAD_LENGTH);
    static final int AT_COUNTER = Signature.AES.offset(Argument.COUNTER);
    static final int AT_SUBKEY = Signature.AES.offset(Argument.SUBKEY);
    static final int AT_STATE = Signature.AES.offset(Argument.STATE);
    static final int AT_TAG = Signature.AES.offset(Argument.TAG);
    static final int AT_TAG_LENGTH = Signature.AES.offset(Argument.TAG_LENGTH);
    static final int AT_POSITION = Signature.AES.offset(Argument.POSITION);

    private final AesGcmKernel kernel;
    private final AesParameters parameters;

    AesGcmStub(String snippet, CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcmKernel kernel, AesParameters parameters) {
        super(snippet, context, linkage, kernel);
        this.kernel = kernel;
        this.parameters = parameters;
    }

    /**
     * @param rounds of AES: 10, 12 or 14
     */
    public static AesGcmStub of(AesPart part, int rounds, boolean isEncryption, AesGcmKernel kernel, CompilerContext context, HotSpotForeignCallLinkage linkage) {
        String snippet = switch (part) {
            case MESSAGE -> "crypt";
            case VERIFIED -> "decryptVerified";
            case RECORD -> "encryptRecord";
            case BLOCKS -> "cryptBlocks";
            case COUNTER -> "cryptCounter";
            case HASH -> "hash";
        };
        boolean isOfMessage = part.isOfMessage();
        AesParameters parameters = new AesParameters(rounds, isEncryption || !part.isDirected(), isOfMessage ? Icb.INC32_J0 : Icb.ANY);
        return isOfMessage ? new AesGcmMessageStub(snippet, context, linkage, kernel, parameters) : new AesBlocksStub(snippet, context, linkage, kernel, parameters);
    }

    /**
     * The signature of the stubs: {@code int (long sessionKey, long in, long out, int length, long arguments)}, see {@link Signature#AES}; {@code arguments} is the address of
     * the others. The result is {@link AesGcmMethod#RIGHT} or {@link AesGcmMethod#WRONG}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, int.class, long.class, long.class, long.class, int.class, long.class);
    }

    // Each of these becomes a KernelCallNode; returns true. After the function come its addresses, and the count if there is one.

    static native boolean call(AesGcmFunction function, Word memory);

    static native boolean call(AesGcmFunction function, Word memory, Word a);

    static native boolean call(AesGcmFunction function, Word memory, Word a, int count);

    static native boolean call(AesGcmFunction function, Word memory, Word a, Word b, int count);

    static native boolean call(AesGcmFunction function, Word memory, Word a, Word b, Word c, int count);

    static native boolean call(AesGcmFunction function, Word memory, Word a, Word b, Word c, Word d, int count);

    @Override
    final void append(GraphAppender appender, ValueNode... arguments) {
        AesGcmFunction function = constant(AesGcmFunction.class, arguments[0]);
        int end = 1 + function.addresses();
        append(appender, machine -> kernel.execute(machine, function, parameters, Stream.of(arguments).limit(end).skip(1).map(Operand::ofAddress).toList(),
                        end < arguments.length ? Operand.ofCount(arguments[end]) : null));
    }

    @Override
    final Object[] constants() {
        return new Object[]{parameters.isEncryption(), kernel.context()};
    }

    /** Memory in the frame, aligned to vectors lest they lie across cache lines. */
    static Word allocate(int bytes, AesContext context) {
        return AllocaNode.alloca(bytes + context.vectorBytes(), Long.BYTES).add(context.vectorBytes() - 1).and(-context.vectorBytes());
    }

    /** Encrypts or decrypts whole blocks in counter mode. */
    static void gctr(Word memory, Word in, Word out, int length, AesContext context) {
        int done = gctrChunks(memory, in, out, length, context);
        gctrRest(memory, in.add(done), out.add(done), out.add(done), length - done, context);
    }

    /** Encrypts or decrypts chunks in counter mode; returns their size. */
    static int gctrChunks(Word memory, Word in, Word out, int length, AesContext context) {
        int chunks = length / context.chunkBytes();
        if (chunks != 0) {
            call(AesGcmFunction.GCTR_CHUNKS, memory, in, out, chunks);
        }
        return chunks * context.chunkBytes();
    }

    /**
     * Encrypts or decrypts whole blocks in counter mode, vectors first.
     *
     * @param copy where another copy of the ciphertext is written
     */
    static void gctrRest(Word memory, Word in, Word out, Word copy, int length, AesContext context) {
        int vectors = context.vectorBytes() == BLOCK ? 0 : length / context.vectorBytes();
        if (vectors != 0) {
            call(AesGcmFunction.GCTR_VECTORS, memory, in, out, copy, vectors);
        }
        int done = vectors * context.vectorBytes();
        int blocks = (length - done) / BLOCK;
        if (blocks != 0) {
            call(AesGcmFunction.GCTR_BLOCKS, memory, in.add(done), out.add(done), copy.add(done), blocks);
        }
    }

    /** Hashes whole blocks. */
    static void ghash(Word memory, Word data, int length, AesContext context) {
        int chunks = length / context.chunkBytes();
        if (chunks != 0) {
            call(AesGcmFunction.GHASH_CHUNKS, memory, data, chunks);
        }
        int done = chunks * context.chunkBytes();
        int vectors = context.vectorBytes() == BLOCK ? 0 : (length - done) / context.vectorBytes();
        if (vectors != 0) {
            ghashRest(memory, data.add(done), vectors * context.vectorBytes(), 0, context);
            done += vectors * context.vectorBytes();
        }
        int blocks = (length - done) / BLOCK;
        if (blocks != 0) {
            call(AesGcmFunction.GHASH_BLOCKS, memory, data.add(done), memory.add(context.power(blocks)), blocks);
        }
    }

    /** How many bytes are missing before data that end where a vector ends. */
    static int padding(int length, AesContext context) {
        return -length & context.vectorBytes() - 1;
    }

    /**
     * Hashes whole vectors, a chunk at most.
     *
     * @param padding how many bytes at the beginning are zero and not of the message
     */
    static void ghashRest(Word memory, Word data, int length, int padding, AesContext context) {
        Word powers = memory.add(context.power(length / BLOCK));
        if (context.vectorBytes() == BLOCK) {
            call(AesGcmFunction.GHASH_BLOCKS, memory, data, powers, length / BLOCK);
        } else {
            call(AesGcmFunction.GHASH_VECTORS, memory, data, powers, powers.add(padding), length / context.vectorBytes());
        }
    }

    /**
     * Encrypts or decrypts chunks, and hashes the ciphertext.
     *
     * @param length of the data in bytes, at least 0
     * @return the size of the chunks
     */
    static int cryptChunks(Word memory, Word in, Word out, int length, boolean isEncryption, AesContext context) {
        int chunkBytes = context.chunkBytes();
        int chunks = length / chunkBytes;
        int last = chunks * chunkBytes - chunkBytes;
        if (chunks != 0) {
            if (isEncryption) {
                call(AesGcmFunction.GCTR_CHUNKS, memory, in, out, 1);
                if (chunks == 1) {
                    call(AesGcmFunction.GHASH_CHUNKS, memory, out, 1);
                } else {
                    call(AesGcmFunction.ENCRYPT, memory, in.add(chunkBytes), out.add(chunkBytes), out.add(last), chunks - 1);
                }
            } else if (chunks == 1) {
                call(AesGcmFunction.GHASH_CHUNKS, memory, in, 1);
                call(AesGcmFunction.GCTR_CHUNKS, memory, in, out, 1);
            } else {
                call(AesGcmFunction.DECRYPT, memory, in, out, in.add(last), out.add(last), chunks - 1);
            }
        }
        return chunks * chunkBytes;
    }

    /** Clears whole blocks. */
    static void clearBlocks(Word address, int length) {
        for (int i = 0; i < length; i += BLOCK) {
            put(address.add(i), 0, 0);
        }
    }

    /** Stores a block. */
    static void put(Word address, long low, long high) {
        address.writeLong(0, low, LocationIdentity.any());
        address.writeLong(Long.BYTES, high, LocationIdentity.any());
    }

    /** Copies a block of two longs with the longs in reverse order. */
    static void swap(Word from, Word to) {
        put(to, from.readLong(Long.BYTES, LocationIdentity.any()), from.readLong(0, LocationIdentity.any()));
    }

    /** Copies a block with its bytes in reverse order. */
    static void reverse(Word from, Word to) {
        put(to, Long.reverseBytes(from.readLong(Long.BYTES, LocationIdentity.any())), Long.reverseBytes(from.readLong(0, LocationIdentity.any())));
    }
}
