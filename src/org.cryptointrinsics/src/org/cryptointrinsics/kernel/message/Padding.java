package org.cryptointrinsics.kernel.message;

import java.nio.ByteOrder;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.MessageMachine;

/**
 * The padding of messages: RFC 1321, sections 3.1 and 3.2; FIPS 180-4, section 5.1; FIPS 202, section B.2.
 *
 * <p>Memory of the program is stored eight bytes at a time or more, and loaded in pieces that are no larger: a load of more would wait until the stores have reached the cache.
 */
final class Padding {

    private static final int ALIGNMENT = 16;

    private final MessageMachine m;
    private final DigestAlgorithm algorithm;
    private final int blockBytes;
    private final int mostBlocks;
    /** The last blocks, padded. */
    private final Address padded;

    Padding(MessageMachine m, DigestAlgorithm algorithm) {
        this.m = m;
        this.algorithm = algorithm;
        blockBytes = algorithm.blockBytes();
        // In the last block there may be no room for the length.
        mostBlocks = algorithm.isSponge() ? 1 : 2;
        padded = allocate(mostBlocks);
    }

    /** Memory for blocks. */
    Address allocate(int blocks) {
        return m.scratch((blocks * blockBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    }

    /** Where the last blocks are. */
    Address padded() {
        return padded;
    }

    /**
     * Pads what a message has behind its last whole block.
     *
     * @param before how many bytes are hashed before the message
     * @param suffix the first byte after the message
     * @return how many blocks that makes, one or two
     */
    Count pad(Address message, Count length, int before, Count suffix) {
        Count rest = m.remainder(length, blockBytes);
        m.clear(padded, blockBytes);
        Count blocks = m.count(1);
        if (mostBlocks > 1) {
            Condition isOneBlock = m.isLess(rest, blockBytes - algorithm.lengthBytes());
            m.unless(isOneBlock, () -> m.clear(m.plus(padded, blockBytes), blockBytes));
            blocks = m.choose(isOneBlock, blocks, m.count(mostBlocks));
        }

        Address end = m.plus(message, m.minus(length, rest));
        m.forEach(m.dividedBy(rest, Long.BYTES), List.of(end, padded), Long.BYTES, data -> m.storeInteger(data.get(1), 0, m.load(Size.QWORD, data.get(0), 0)));
        Count lastBytes = m.remainder(rest, Long.BYTES);
        Int last = lastBytes(message, length, m.plus(end, rest), lastBytes);
        Int lastWithSuffix = m.or(last, m.shiftLeft(m.value(suffix), m.times(lastBytes, Byte.SIZE)));
        m.storeInteger(m.plus(padded, m.minus(rest, lastBytes)), 0, lastWithSuffix);

        putEnd(m.plus(padded, m.times(blocks, blockBytes)), length, before);
        return blocks;
    }

    /**
     * Pads a block for a message that leaves room for that, of which nothing is stored yet. The first byte behind the message is stored only if that is at a multiple of eight.
     *
     * @param block memory for it
     */
    void padBlock(Address block, Count length, int before, Count suffix) {
        m.clear(block, blockBytes);
        m.when(m.isZero(m.remainder(length, Long.BYTES)), () -> m.storeInteger(m.plus(block, length), 0, m.value(suffix)));
        putEnd(m.plus(block, blockBytes), length, before);
    }

    /**
     * The last bytes of a message, in the lowest bits, and zeros. Nothing but the message is read.
     *
     * @param end of the message
     * @param count how many, less than eight
     */
    private Int lastBytes(Address message, Count length, Address end, Count count) {
        return m.choose(m.isLess(length, Long.BYTES), () -> List.of(bytes(message, count)), () -> {
            // Twice, since it may be by 64.
            Count shift = m.times(m.minus(m.count(Long.BYTES), count), Byte.SIZE / 2);
            return List.of(m.shiftRight(m.shiftRight(m.load(Size.QWORD, end, -Long.BYTES), shift), shift));
        }).getFirst();
    }

    private Int bytes(Address message, Count count) {
        List<Int> none = List.of(m.value(m.count(0)));
        return m.choose(m.isZero(count), () -> none, () -> m.repeat(count, m.plus(message, count), -1, none,
                        (address, bytes) -> List.of(m.or(m.shiftLeft(bytes.getFirst(), m.count(Byte.SIZE)), m.loadByte(address, -1))))).getFirst();
    }

    /** Stores the length of all that is hashed, of which all but the last eight bytes are zero, or a bit. */
    private void putEnd(Address end, Count length, int before) {
        int last = -Long.BYTES;
        if (algorithm.isSponge()) {
            m.storeInteger(end, last, m.or(m.load(Size.QWORD, end, last), m.shiftLeft(m.value(m.count(1)), m.count(Long.SIZE - 1))));
        } else {
            Int bits = m.shiftLeft(m.add(m.value(length), m.value(m.count(before))), m.count(Integer.numberOfTrailingZeros(Byte.SIZE)));
            m.storeInteger(end, last, algorithm.order() == ByteOrder.LITTLE_ENDIAN ? bits : m.reverseBytes(bits));
        }
    }
}
