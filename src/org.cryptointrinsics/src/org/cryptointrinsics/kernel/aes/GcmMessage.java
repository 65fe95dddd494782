package org.cryptointrinsics.kernel.aes;

import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.MessageMachine;

/**
 * AES-GCM of messages, with an IV of 96 bits: NIST SP 800-38D, 7.1 and 7.2, algorithms 4 and 5. Steps are those of the algorithms.
 */
public final class GcmMessage extends GcmProgram {

    // Results.
    public static final int RIGHT = 1;
    public static final int WRONG = 2;

    /** The counter of {@code inc32(J0)}. */
    private static final int FIRST = 2;

    private final Address iv;
    private final Address aad;
    private final Count aadLength;
    private final Address tag;
    private final Count tagLength;
    private final Condition hasFewPowers;

    /**
     * Begins a message: takes over the key, and computes what depends on it and on the IV.
     *
     * @param sessionKey address of the round keys, each word of FIPS 197 an {@code int}
     * @param iv address of 12 bytes
     * @param length of the data in bytes
     * @param tagLength at most 16; 0 for a part of the message that is not the last one
     */
    public GcmMessage(MessageMachine m, AesGcmKernel kernel, AesParameters parameters, Address sessionKey, Address iv, Count length, Address aad, Count aadLength, Address tag,
                    Count tagLength) {
        super(m, kernel, parameters);
        this.iv = iv;
        this.aad = aad;
        this.aadLength = aadLength;
        this.tag = tag;
        this.tagLength = tagLength;
        // Step 2, J0 = IV || 0^31 || 1, and Y_0 = 0^128.
        putCounter(m.count(1));
        clearBlock(y());
        call(AesGcmFunction.LOAD_KEY, sessionKey);
        // Step 1, H, and of J0 what steps 3 and 6 need.
        call(AesGcmFunction.BEGIN);
        // The lengths are hashed, too.
        int few = AesContext.FEW_POWERS * BLOCK;
        boolean isWorthIt = context.chunkBytes() > few;
        hasFewPowers = isWorthIt ? m.and(m.isLess(aadLength, few + 1), m.isLess(length, few - BLOCK + 1)) : null;
        fewOrAll(AesGcmFunction.COMPUTE_FEW_POWERS, AesGcmFunction.COMPUTE_POWERS);
    }

    private void fewOrAll(AesGcmFunction few, AesGcmFunction all) {
        if (hasFewPowers == null) {
            call(all);
        } else {
            m.choose(hasFewPowers, () -> call(few), () -> call(all));
        }
    }

    /** Stores a counter block of the message, its bytes in reverse order. */
    private void putCounter(Count value) {
        Int lastOfIv = m.zeroExtend(m.reverseBytes(m.load(Size.DWORD, iv, Long.BYTES)));
        put(cb(), m.or(m.shiftLeft(lastOfIv, m.count(Integer.SIZE)), m.value(value)), m.reverseBytes(m.load(Size.QWORD, iv, 0)));
    }

    /**
     * Encrypts or decrypts the message, or a part of it.
     *
     * @param endBytes how many bytes of the data, at their end, are where the result will be
     * @param position where in the message the part begins, in bytes
     * @param state address of what a part leaves to the next one
     * @return {@link #RIGHT}, or {@link #WRONG} if the tag is
     */
    public Count crypt(Address in, Address out, Count length, int endBytes, Count position, Address state) {
        // The end of a whole vector: zeros, ciphertext and the lengths, but for chunks.
        Address padded = allocate(context.chunkBytes() + Math.max(context.vectorBytes(), endBytes == 0 ? BLOCK : 2 * BLOCK));
        m.choose(m.isZero(position), () -> ghashPadded(aad, aadLength, padded), () -> {
            putCounter(m.plus(m.dividedBy(position, BLOCK), FIRST));
            swap(state, y());
            clearBlock(state);
        });
        // Steps 3 and 5 of algorithm 4, or 4 and 5 of algorithm 5.
        Count inBytes = m.minus(length, endBytes);
        Count done = cryptChunks(in, out, inBytes);
        Count rest = m.minus(length, done);
        Condition isLast = m.isLess(none, tagLength);
        Count bytes = m.remainder(rest, BLOCK);
        Count restInBlocks = m.times(m.dividedBy(m.plus(rest, BLOCK - 1), BLOCK), BLOCK);
        Count lastBytes = m.choose(isLast, m.plus(restInBlocks, BLOCK), restInBlocks);
        Count padding = padding(lastBytes);
        Address last = m.plus(padded, padding);
        clearBlocks(padded, padding);
        gctrRest(m.plus(in, done), m.plus(out, done), last, m.minus(inBytes, done));
        if (endBytes != 0) {
            Count split = m.remainder(inBytes, BLOCK);
            Count from = m.minus(inBytes, split);
            Address end = m.plus(out, from);
            copy(m.plus(in, from), end, split);
            call(AesGcmFunction.GCTR_BLOCKS, m.dividedBy(m.plus(split, endBytes), BLOCK), end, end, m.plus(last, m.minus(from, done)));
        }
        Address source = endBytes == 0 ? in : out;
        m.unless(m.isZero(bytes), () -> cryptEnd(m.plus(source, m.minus(length, bytes)), m.plus(out, m.minus(length, bytes)), bytes, m.plus(last, m.minus(rest, bytes))));
        m.unless(m.isZero(tagLength), () -> putLengths(m.plus(last, m.minus(lastBytes, BLOCK)), position, length));
        ghashEnd(padded, m.plus(padding, lastBytes), padding);
        Count result = end(in, out, length, position, state, padded, last, isLast);
        fewOrAll(AesGcmFunction.CLEAR_FEW_POWERS, AesGcmFunction.CLEAR);
        clearBlocks(padded, m.plus(padding, lastBytes));
        return result;
    }

    /** Encrypts or decrypts the last bytes, less than a block, and stores their ciphertext, padded with zeros. */
    private void cryptEnd(Address from, Address to, Count bytes, Address ciphertext) {
        clearBlock(ciphertext);
        copy(from, ciphertext, bytes);
        // Decrypted to where the lengths will be.
        Address result = parameters.isEncryption() ? ciphertext : m.plus(ciphertext, BLOCK);
        call(AesGcmFunction.GCTR_BLOCKS, m.count(1), ciphertext, result, ciphertext);
        copy(result, to, bytes);
        if (parameters.isEncryption()) {
            clearBytes(m.plus(ciphertext, bytes), m.minus(m.count(BLOCK), bytes));
        }
    }

    /** Hashes what is hashed last: whole vectors, which may be more than there are powers. */
    private void ghashEnd(Address data, Count length, Count padding) {
        m.unless(m.isZero(length), () -> {
            Condition isChunk = m.isLess(length, context.chunkBytes() + 1);
            Count before = m.choose(isChunk, none, m.minus(length, m.choose(isChunk, none, m.count(context.chunkBytes()))));
            m.unless(isChunk, () -> ghashRest(data, before, padding));
            ghashRest(m.plus(data, before), m.minus(length, before), m.choose(isChunk, padding, none));
        });
    }

    /** The last step, T, or what a part leaves to the next one. */
    private Count end(Address in, Address out, Count length, Count position, Address state, Address padded, Address block, Condition isLast) {
        return m.choose(isLast, () -> {
            call(AesGcmFunction.END, block);
            if (parameters.isEncryption()) {
                copy(block, tag, tagLength);
                return List.of(m.count(RIGHT));
            }
            return m.choose(m.reveal(differences(block, tag, tagLength)), () -> List.of(m.count(RIGHT)), () -> {
                takeBack(in, out, length, position, padded);
                return List.of(m.count(WRONG));
            });
        }, () -> {
            swap(y(), state);
            return List.of(m.count(RIGHT));
        }).getFirst();
    }

    /**
     * Takes back what was decrypted, as the tag is wrong: in place it becomes ciphertext again, elsewhere zeros.
     *
     * @param padded memory for the end of the message, to be cleared afterwards
     */
    private void takeBack(Address in, Address out, Count length, Count position, Address padded) {
        Count bytes = m.remainder(length, BLOCK);
        Count whole = m.minus(length, bytes);
        m.choose(m.isSame(in, out), () -> {
            // Counter mode is its own inverse.
            putCounter(m.plus(m.dividedBy(position, BLOCK), FIRST));
            Count done = gctrChunks(in, out, length);
            gctrRest(m.plus(in, done), m.plus(out, done), padded, m.minus(whole, done));
            m.unless(m.isZero(bytes), () -> cryptBytes(m.plus(in, whole), m.plus(out, whole), bytes, padded));
        }, () -> {
            clearBlocks(out, whole);
            clearBytes(m.plus(out, whole), bytes);
        });
    }

    /** Encrypts or decrypts less than a block, by memory for two. */
    private void cryptBytes(Address from, Address to, Count bytes, Address blocks) {
        Address result = m.plus(blocks, BLOCK);
        copy(from, blocks, bytes);
        call(AesGcmFunction.GCTR_BLOCKS, m.count(1), blocks, result, blocks);
        copy(result, to, bytes);
    }

    /**
     * Decrypts the message if its tag is right. That is slower than {@link #crypt}: the ciphertext is read twice.
     *
     * @return as of {@link #crypt}
     */
    public Count decryptVerified(Address in, Address out, Count length) {
        Address blocks = m.scratch(2 * BLOCK, BLOCK);
        ghashPadded(aad, aadLength, blocks);
        ghashPadded(in, length, blocks);
        putLengths(blocks, none, length);
        ghashBlock(blocks);
        call(AesGcmFunction.END, blocks);
        Condition isRight = m.reveal(differences(blocks, tag, tagLength));
        m.when(isRight, () -> {
            gctr(in, out, length);
            Count bytes = m.remainder(length, BLOCK);
            Count whole = m.minus(length, bytes);
            m.unless(m.isZero(bytes), () -> cryptBytes(m.plus(in, whole), m.plus(out, whole), bytes, blocks));
        });
        fewOrAll(AesGcmFunction.CLEAR_FEW_POWERS, AesGcmFunction.CLEAR);
        clearBlock(blocks);
        clearBlock(m.plus(blocks, BLOCK));
        return m.choose(isRight, m.count(RIGHT), m.count(WRONG));
    }

    /**
     * Hashes data, padded with zeros.
     *
     * @param block memory for one, which is cleared
     */
    private void ghashPadded(Address data, Count length, Address block) {
        ghash(data, length);
        Count bytes = m.remainder(length, BLOCK);
        m.unless(m.isZero(bytes), () -> {
            clearBlock(block);
            copy(m.plus(data, m.minus(length, bytes)), block, bytes);
            ghashBlock(block);
            clearBlock(block);
        });
    }

    /** Stores the block of the lengths of the message. */
    private void putLengths(Address block, Count position, Count length) {
        put(block, bits(m.value(aadLength)), bits(m.add(m.value(position), m.value(length))));
    }

    /** A length in bits, the most significant byte first. */
    private Int bits(Int bytes) {
        return m.reverseBytes(m.shiftLeft(bytes, m.count(Integer.numberOfTrailingZeros(Byte.SIZE))));
    }

    /** The bits in which up to 16 bytes differ. */
    private Int differences(Address a, Address b, Count bytes) {
        List<Int> none = List.of(m.value(m.count(0)));
        Count longs = m.dividedBy(bytes, Long.BYTES);
        Int ofLongs = m.choose(m.isZero(longs), () -> none, () -> m.repeat(longs, List.of(a, b), Long.BYTES, none, (data, differences) -> List.of(
                        m.or(differences.getFirst(), m.xor(m.load(Size.QWORD, data.get(0), 0), m.load(Size.QWORD, data.get(1), 0)))))).getFirst();
        Count rest = m.remainder(bytes, Long.BYTES);
        Count done = m.minus(bytes, rest);
        return m.choose(m.isZero(rest), () -> List.of(ofLongs), () -> m.repeat(rest, List.of(m.plus(a, done), m.plus(b, done)), 1, List.of(ofLongs),
                        (data, differences) -> List.of(m.or(differences.getFirst(), m.xor(m.loadByte(data.get(0), 0), m.loadByte(data.get(1), 0)))))).getFirst();
    }

    /** Copies up to 16 bytes. */
    private void copy(Address from, Address to, Count bytes) {
        m.forEach(m.dividedBy(bytes, Long.BYTES), List.of(from, to), Long.BYTES, data -> m.storeInteger(data.get(1), 0, m.load(Size.QWORD, data.get(0), 0)));
        Count rest = m.remainder(bytes, Long.BYTES);
        Count done = m.minus(bytes, rest);
        m.forEach(rest, List.of(m.plus(from, done), m.plus(to, done)), 1, data -> m.storeByte(data.get(1), 0, m.loadByte(data.get(0), 0)));
    }

    /** Stores zeros in less than a block. */
    private void clearBytes(Address address, Count bytes) {
        Int zero = m.value(none);
        m.forEach(bytes, List.of(address), 1, data -> m.storeByte(data.getFirst(), 0, zero));
    }
}
