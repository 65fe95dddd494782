package org.cryptointrinsics.stub;

import java.nio.ByteOrder;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.Operand;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.word.Word;

/**
 * Machine code for whole messages: a kernel of a digest, with what is done before and after it.
 *
 * <p>What is stored in the frame is loaded in pieces that are no larger, so that a load need not wait until what was stored has reached the cache.
 */
public abstract class MessageStub extends KernelSnippetStub {

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;

    MessageStub(String snippet, CompilerContext context, HotSpotForeignCallLinkage linkage, DigestAlgorithm algorithm, DigestKernel kernel) {
        super(snippet, context, linkage, kernel);
        this.algorithm = algorithm;
        this.kernel = kernel;
    }

    // What the snippets are made of. Addresses in the frame are aligned to 8 bytes.

    // Each of these becomes a KernelCallNode, and returns whether the kernel has the method.

    /** Clears memory in the frame, as many bytes as a constant tells, at least 16; returns true. */
    static native boolean clear(Word address, int bytes);

    /** {@link DigestKernel#compress}; returns true. */
    static native boolean compress(Word state, Word data, int blocks);

    /** {@link TwoBlockKernel#compressTwo}. */
    static native boolean compressTwo(Word state, Word data, Word otherState, Word otherData);

    /** {@link HmacKernel#compressDigest}. */
    static native boolean compressDigest(Word state, Word digest);

    /** The size of a chaining value in the frame. */
    static int frameBytes(int stateBytes) {
        return (stateBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /** Copies a chaining value; returns {@code to}. */
    static Word copyState(Word from, Word to, int stateBytes) {
        for (int i = 0; i <= stateBytes - Long.BYTES; i += Long.BYTES) {
            to.writeLong(i, from.readLong(i, LocationIdentity.any()), LocationIdentity.any());
        }
        if (stateBytes % Long.BYTES != 0) {
            int i = stateBytes - Integer.BYTES;
            to.writeInt(i, from.readInt(i, LocationIdentity.any()), LocationIdentity.any());
        }
        return to;
    }

    /**
     * Pads a message, or its blocks but the last complete ones, as in RFC 1321, 3.1 and 3.2, in FIPS 180-4, 5.1, or in FIPS 202, B.2.
     *
     * @param padded address for one or two blocks in the frame
     * @param message its address
     * @param length of the message in bytes
     * @param before bytes that are hashed before the message
     * @param suffix the first byte after the message
     * @return the bytes at {@code padded}
     */
    static int pad(Word padded, Word message, int length, int before, int suffix, DigestAlgorithm algorithm) {
        int blockBytes = algorithm.blockBytes();
        int rest = length % blockBytes;
        int paddedBytes = rest >= blockBytes - algorithm.lengthBytes() ? 2 * blockBytes : blockBytes;
        clearPadded(padded, paddedBytes, blockBytes);
        Word restData = message.add(length - rest);
        int position = 0;
        for (; position <= rest - Long.BYTES; position += Long.BYTES) {
            padded.writeLong(position, restData.readLong(position, LocationIdentity.any()), LocationIdentity.any());
        }
        int lastBytes = rest % Long.BYTES;
        long last = 0;
        if (length >= Long.BYTES) {
            // Twice, since it may be by 64.
            int shift = (Long.BYTES - lastBytes) * Byte.SIZE / 2;
            last = restData.readLong(rest - Long.BYTES, LocationIdentity.any()) >>> shift >>> shift;
        } else {
            for (int i = lastBytes - 1; i >= 0; i--) {
                last = last << Byte.SIZE | restData.readByte(i, LocationIdentity.any()) & 0xFF;
            }
        }
        padded.writeLong(position, last | (long) suffix << lastBytes * Byte.SIZE, LocationIdentity.any());
        end(padded.add(paddedBytes - Long.BYTES), (long) before + length, algorithm);
        return paddedBytes;
    }

    /** Clears one or two blocks. */
    static void clearPadded(Word padded, int paddedBytes, int blockBytes) {
        clear(padded, blockBytes);
        if (paddedBytes > blockBytes) {
            clear(padded.add(blockBytes), blockBytes);
        }
    }

    /**
     * Writes what ends the last block: the length, of which all but the last eight bytes are zero, or a bit.
     *
     * @param last address of its last eight bytes, in the frame
     * @param bytes the length of all that is hashed
     */
    static void end(Word last, long bytes, DigestAlgorithm algorithm) {
        if (algorithm.lengthBytes() == 0) {
            last.writeLong(0, last.readLong(0, LocationIdentity.any()) | Long.MIN_VALUE, LocationIdentity.any());
        } else {
            long bits = bytes * Byte.SIZE;
            last.writeLong(0, isLittleEndian(algorithm) ? bits : Long.reverseBytes(bits), LocationIdentity.any());
        }
    }

    private static boolean isLittleEndian(DigestAlgorithm algorithm) {
        return algorithm.order() == ByteOrder.LITTLE_ENDIAN;
    }

    /** Eight bytes of the digest, the first one in the lowest bits, of a chaining value at {@code state} in the frame. */
    static long digestLong(Word state, int offset, DigestAlgorithm algorithm) {
        if (algorithm.word() == Size.DWORD) {
            return digestInt(state, offset, algorithm) & 0xFFFF_FFFFL | (long) digestInt(state, offset + Integer.BYTES, algorithm) << Integer.SIZE;
        }
        long word = state.readLong(offset, LocationIdentity.any());
        return isLittleEndian(algorithm) ? word : Long.reverseBytes(word);
    }

    /** As {@link #digestLong}, four bytes. */
    static int digestInt(Word state, int offset, DigestAlgorithm algorithm) {
        // Of a long, the high half comes first.
        int word = state.readInt(isLittleEndian(algorithm) || algorithm.word() == Size.DWORD ? offset : offset ^ Integer.BYTES, LocationIdentity.any());
        return isLittleEndian(algorithm) ? word : Integer.reverseBytes(word);
    }

    /** Writes a digest of {@code digestBytes}, a multiple of 4. */
    static void writeDigest(Word state, Word digest, int digestBytes, DigestAlgorithm algorithm) {
        int i = 0;
        for (; i <= digestBytes - Long.BYTES; i += Long.BYTES) {
            digest.writeLong(i, digestLong(state, i, algorithm), LocationIdentity.any());
        }
        if (i < digestBytes) {
            digest.writeInt(i, digestInt(state, i, algorithm), LocationIdentity.any());
        }
    }

    @Override
    final Object[] constants() {
        return new Object[]{algorithm};
    }

    @Override
    final boolean append(GraphAppender appender, String method, ValueNode... arguments) {
        switch (method) {
            case "clear" -> appendClear(appender, arguments[0], arguments[1].asJavaConstant().asInt());
            case "compress" -> append(appender,
                            machine -> kernel.compress(machine, Operand.ofAddress(arguments[0]), Operand.ofAddress(arguments[1]), Operand.ofCount(arguments[2])));
            case "compressTwo" -> {
                if (!(kernel instanceof TwoBlockKernel twoBlocks)) {
                    return false;
                }
                append(appender, machine -> twoBlocks.compressTwo(machine, Operand.ofAddress(arguments[0]), Operand.ofAddress(arguments[1]), Operand.ofAddress(arguments[2]),
                                Operand.ofAddress(arguments[3])));
            }
            case "compressDigest" -> {
                if (!(kernel instanceof HmacKernel hmac)) {
                    return false;
                }
                append(appender, machine -> hmac.compressDigest(machine, Operand.ofAddress(arguments[0]), Operand.ofAddress(arguments[1])));
            }
            default -> throw new IllegalArgumentException(method);
        }
        return true;
    }
}
