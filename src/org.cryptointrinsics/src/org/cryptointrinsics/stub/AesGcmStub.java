package org.cryptointrinsics.stub;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;
import static org.cryptointrinsics.kernel.aes.AesGcm.FEW_POWERS;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.Operand;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcm;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.nodes.AllocaNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.word.Word;

/** What stubs for AES-GCM have in common. What they know of the key is in their frame, and is cleared. */
public abstract class AesGcmStub extends KernelSnippetStub {

    private final AesGcm kernel;
    private final int rounds;
    private final boolean isEncryption;
    private final boolean isFromTwo;
    private final Counters counters;

    /**
     * @param rounds of AES: 10, 12 or 14
     * @param isFromTwo whether the counter of the first chunk is 2 more than a multiple of its blocks, as if it is of a message whose IV has 12 bytes
     * @param counters what to count calls and blocks of data in, or null
     */
    AesGcmStub(String snippet, CompilerContext context, HotSpotForeignCallLinkage linkage, AesGcm kernel, int rounds, boolean isEncryption, boolean isFromTwo,
                    Counters counters) {
        super(snippet, context, linkage, kernel);
        this.kernel = kernel;
        this.rounds = rounds;
        this.isEncryption = isEncryption;
        this.isFromTwo = isFromTwo;
        this.counters = counters;
    }

    // Each of these becomes a KernelCallNode; returns true.

    static native boolean count(int blocks);

    static native boolean loadKey(Word sessionKey, Word memory);

    static native boolean begin(Word memory);

    static native boolean computePowers(Word memory);

    static native boolean computeFewPowers(Word memory);

    static native boolean ghashChunks(Word memory, Word data, int chunks);

    static native boolean ghashVectors(Word memory, Word highest, Word powers, Word data, int vectors);

    static native boolean ghashBlocks(Word memory, Word powers, Word data, int blocks);

    static native boolean gctrChunks(Word memory, Word in, Word out, int chunks);

    static native boolean gctrVectors(Word memory, Word in, Word out, Word copy, int vectors);

    static native boolean gctrBlocks(Word memory, Word in, Word out, Word copy, int blocks);

    static native boolean encrypt(Word memory, Word in, Word out, Word last, int chunks);

    static native boolean decrypt(Word memory, Word in, Word out, Word lastIn, Word lastOut, int chunks);

    static native boolean end(Word memory, Word tag);

    /** Also clears the vector registers: to be called last. */
    static native boolean clear(Word memory);

    @Override
    final boolean append(GraphAppender appender, String method, ValueNode... a) {
        if (method.equals("count")) {
            if (counters != null) {
                counters.appendTo(appender, a[0]);
            }
            return true;
        }
        append(appender, m -> {
            switch (method) {
                case "loadKey" -> kernel.loadKey(m, rounds, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]));
                case "begin" -> kernel.begin(m, rounds, Operand.ofAddress(a[0]));
                case "computePowers" -> kernel.computePowers(m, Operand.ofAddress(a[0]));
                case "computeFewPowers" -> kernel.computeFewPowers(m, Operand.ofAddress(a[0]));
                case "ghashChunks" -> kernel.ghashChunks(m, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]), Operand.ofCount(a[2]));
                case "ghashVectors" -> kernel.ghashVectors(m, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]), Operand.ofAddress(a[2]), Operand.ofAddress(a[3]), Operand.ofCount(a[4]));
                case "ghashBlocks" -> kernel.ghashBlocks(m, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]), Operand.ofAddress(a[2]), Operand.ofCount(a[3]));
                case "gctrChunks" -> kernel.gctrChunks(m, rounds, isFromTwo, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]), Operand.ofAddress(a[2]), Operand.ofCount(a[3]));
                case "gctrVectors" -> kernel.gctrVectors(m, rounds, isEncryption, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]), Operand.ofAddress(a[2]), Operand.ofAddress(a[3]), Operand.ofCount(a[4]));
                case "gctrBlocks" -> kernel.gctrBlocks(m, rounds, isEncryption, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]), Operand.ofAddress(a[2]), Operand.ofAddress(a[3]), Operand.ofCount(a[4]));
                case "encrypt" -> kernel.encrypt(m, rounds, isFromTwo, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]), Operand.ofAddress(a[2]), Operand.ofAddress(a[3]), Operand.ofCount(a[4]));
                case "decrypt" -> kernel.decrypt(m, rounds, isFromTwo, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]), Operand.ofAddress(a[2]), Operand.ofAddress(a[3]), Operand.ofAddress(a[4]), Operand.ofCount(a[5]));
                case "end" -> kernel.end(m, Operand.ofAddress(a[0]), Operand.ofAddress(a[1]));
                case "clear" -> {
                    kernel.clear(m, Operand.ofAddress(a[0]));
                    m.clearVectors();
                }
                default -> throw new IllegalArgumentException(method);
            }
        });
        return true;
    }


    /** Memory in the frame, aligned to vectors lest they lie across cache lines. */
    static Word allocate(int bytes, int vectorBytes) {
        return AllocaNode.alloca(bytes + vectorBytes, Long.BYTES).add(vectorBytes - 1).and(-vectorBytes);
    }

    /** Begins a message: takes over the key, and computes what depends on it and on the IV. */
    static void start(Word memory, Word sessionKey, Word iv, int aadLength, int length, int powersBytes, int hash, int counter) {
        putCounter(memory.add(counter), iv, 1);
        put(memory.add(hash), 0, 0);
        count((length + BLOCK - 1) / BLOCK);
        loadKey(sessionKey, memory);
        begin(memory);
        // The lengths are hashed, too.
        if (powersBytes > FEW_POWERS * BLOCK && aadLength <= FEW_POWERS * BLOCK && length <= (FEW_POWERS - 1) * BLOCK) {
            computeFewPowers(memory);
        } else {
            computePowers(memory);
        }
    }

    /** Stores a counter block of a message, its bytes in reverse order. */
    static void putCounter(Word address, Word iv, int value) {
        long lastOfIv = Integer.reverseBytes(iv.readInt(Long.BYTES, LocationIdentity.any()));
        put(address, lastOfIv << Integer.SIZE | value, Long.reverseBytes(iv.readLong(0, LocationIdentity.any())));
    }

    /** Encrypts or decrypts whole blocks in counter mode. */
    static void gctr(Word memory, Word in, Word out, int length, int chunkBytes, int vectorBytes) {
        int chunks = length / chunkBytes;
        if (chunks != 0) {
            gctrChunks(memory, in, out, chunks);
        }
        int done = chunks * chunkBytes;
        gctrRest(memory, in.add(done), out.add(done), out.add(done), length - done, vectorBytes);
    }

    /**
     * Encrypts or decrypts whole blocks in counter mode, vectors first.
     *
     * @param copy where another copy of the ciphertext is written
     */
    static void gctrRest(Word memory, Word in, Word out, Word copy, int length, int vectorBytes) {
        int vectors = vectorBytes == BLOCK ? 0 : length / vectorBytes;
        if (vectors != 0) {
            gctrVectors(memory, in, out, copy, vectors);
        }
        int done = vectors * vectorBytes;
        int blocks = (length - done) / BLOCK;
        if (blocks != 0) {
            gctrBlocks(memory, in.add(done), out.add(done), copy.add(done), blocks);
        }
    }

    /** Hashes whole blocks. */
    static void ghash(Word memory, Word data, int length, int chunkBytes, int powersBytes, int vectorBytes) {
        int chunks = length / chunkBytes;
        if (chunks != 0) {
            ghashChunks(memory, data, chunks);
        }
        int done = chunks * chunkBytes;
        int vectors = vectorBytes == BLOCK ? 0 : (length - done) / vectorBytes;
        if (vectors != 0) {
            ghashRest(memory, data.add(done), vectors * vectorBytes, 0, powersBytes, vectorBytes);
            done += vectors * vectorBytes;
        }
        int blocks = (length - done) / BLOCK;
        if (blocks != 0) {
            ghashBlocks(memory, memory.add(powersBytes - blocks * BLOCK), data.add(done), blocks);
        }
    }

    /** How many bytes are missing before data that end where a vector ends. */
    static int padding(int length, int vectorBytes) {
        return -length & vectorBytes - 1;
    }

    /**
     * Hashes whole vectors, a chunk at most.
     *
     * @param padding how many bytes at the beginning are zero and not of the message
     */
    static void ghashRest(Word memory, Word data, int length, int padding, int powersBytes, int vectorBytes) {
        Word powers = memory.add(powersBytes - length);
        if (vectorBytes == BLOCK) {
            ghashBlocks(memory, powers, data, length / BLOCK);
        } else {
            ghashVectors(memory, powers.add(padding), powers, data, length / vectorBytes);
        }
    }

    /**
     * Hashes data, padded with zeros.
     *
     * @param block memory for one, which is cleared
     */
    static void ghashPadded(Word memory, Word data, int length, Word block, int chunkBytes, int powersBytes, int vectorBytes) {
        ghash(memory, data, length, chunkBytes, powersBytes, vectorBytes);
        int bytes = length % BLOCK;
        if (bytes != 0) {
            put(block, 0, 0);
            copy(data.add(length - bytes), block, bytes);
            ghashBlocks(memory, memory.add(powersBytes - BLOCK), block, 1);
            put(block, 0, 0);
        }
    }

    /**
     * Encrypts or decrypts chunks, and hashes the ciphertext.
     *
     * @param length of the data in bytes, at least 0
     * @return the size of the chunks
     */
    static int cryptChunks(Word memory, Word in, Word out, int length, int chunkBytes, boolean isEncryption) {
        int chunks = length / chunkBytes;
        int chunksBytes = chunks * chunkBytes;
        if (chunks != 0) {
            if (isEncryption) {
                gctrChunks(memory, in, out, 1);
                if (chunks == 1) {
                    ghashChunks(memory, out, 1);
                } else {
                    encrypt(memory, in.add(chunkBytes), out.add(chunkBytes), out.add(chunksBytes - chunkBytes), chunks - 1);
                }
            } else if (chunks == 1) {
                ghashChunks(memory, in, 1);
                gctrChunks(memory, in, out, 1);
            } else {
                int last = chunksBytes - chunkBytes;
                decrypt(memory, in, out, in.add(last), out.add(last), chunks - 1);
            }
        }
        return chunksBytes;
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

    /** Stores the block of the lengths of a message, in bytes. */
    static void putLengths(Word address, long aadLength, long length) {
        put(address, Long.reverseBytes(aadLength * Byte.SIZE), Long.reverseBytes(length * Byte.SIZE));
    }

    /** The bits in which up to 16 bytes differ. */
    static long differences(Word a, Word b, int bytes) {
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
    static void copy(Word from, Word to, int bytes) {
        int i = 0;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            to.writeLong(i, from.readLong(i, LocationIdentity.any()), LocationIdentity.any());
        }
        for (; i < bytes; i++) {
            to.writeByte(i, from.readByte(i, LocationIdentity.any()), LocationIdentity.any());
        }
    }

    /** Copies a block of two longs with the longs in reverse order. */
    static void swap(Word from, Word to) {
        put(to, from.readLong(Long.BYTES, LocationIdentity.any()), from.readLong(0, LocationIdentity.any()));
    }

    /** Copies a block with its bytes in reverse order. */
    static void reverse(Word from, Word to) {
        put(to, Long.reverseBytes(from.readLong(Long.BYTES, LocationIdentity.any())), Long.reverseBytes(from.readLong(0, LocationIdentity.any())));
    }

    @Override
    final Object[] constants() {
        AesContext memory = kernel.context();
        return new Object[]{isEncryption, memory.bytes(), kernel.chunkBytes(), memory.powers() * BLOCK, memory.hash(), memory.counter(), memory.subkey(),
                        memory.width().bytes()};
    }
}
