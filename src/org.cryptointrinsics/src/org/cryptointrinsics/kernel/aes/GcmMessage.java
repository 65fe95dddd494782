package org.cryptointrinsics.kernel.aes;

import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.MessageMachine;

/** The steps that algorithms 4 and 5 of NIST SP 800-38D have in common, with an IV of 96 bits. Names are those of the algorithms. */
public abstract class GcmMessage extends GcmProgram {

    // Results.
    public static final int RIGHT = 1;
    public static final int WRONG = 2;

    /** The counter of {@code inc32(J0)}. */
    private static final int FIRST = 2;

    final GcmInputs inputs;
    private Condition hasFewPowers;

    /**
     * The ciphertext behind whole chunks, to be hashed: 0^u follows it, and in the last part of a message the lengths. Zeros before it fill its first vector.
     *
     * @param zeros where these zeros begin
     * @param padding how many they are
     * @param ciphertext where the ciphertext begins
     * @param chunks how many bytes come before it
     * @param lastBytes of the ciphertext that are less than a block
     * @param length of the ciphertext, what follows it included
     */
    record End(Address zeros, Count padding, Address ciphertext, Count chunks, Count lastBytes, Count length) {
    }

    GcmMessage(MessageMachine m, AesGcmKernel kernel, AesParameters parameters, GcmInputs inputs) {
        super(m, kernel, parameters);
        this.inputs = inputs;
    }

    /**
     * Algorithm 4 or 5.
     *
     * @param isVerified whether nothing is to be decrypted before the tag is verified
     */
    public static GcmMessage of(MessageMachine m, AesGcmKernel kernel, AesParameters parameters, boolean isVerified, GcmInputs inputs) {
        if (isVerified) {
            return new OpenVerified(m, kernel, parameters, inputs);
        }
        return parameters.isEncryption() ? new Seal(m, kernel, parameters, inputs) : new Open(m, kernel, parameters, inputs);
    }

    /**
     * Encrypts or decrypts.
     *
     * @return {@link #RIGHT}, or {@link #WRONG} if the tag is
     */
    public abstract Count execute(GcmData data);

    /** H = CIPH_K(0^128), and of J0 = IV || 0^31 || 1 what is needed of it. */
    final void begin(Count length) {
        putCounter(m.count(1));
        call(AesGcmFunction.LOAD_KEY, inputs.sessionKey());
        call(AesGcmFunction.BEGIN);
        // A short message is hashed with a block of additional data before it, and the lengths behind it.
        hasFewPowers = areEnough(AesContext.FEW, length);
        chooseIf(hasFewPowers, () -> call(AesGcmFunction.COMPUTE_FEW_POWERS), () -> chooseIf(areEnough(context.shortPowers(), length),
                        () -> call(AesGcmFunction.COMPUTE_SHORT_POWERS), () -> call(AesGcmFunction.COMPUTE_POWERS)));
    }

    /** Whether so many powers of H are enough; null if it would save little to have no others. */
    private Condition areEnough(int powers, Count length) {
        boolean isWorthIt = powers + AesContext.FEW <= context.chunkBytes() / BLOCK;
        return isWorthIt ? m.and(m.isLess(inputs.aadLength(), powers * BLOCK + 1), m.isLess(length, (powers - 2) * BLOCK + 1)) : null;
    }

    /** Whether all is encrypted or decrypted at once, in memory of the program. */
    final Condition isShort(GcmData data) {
        Condition isWhole = m.and(m.isZero(data.position()), isLast());
        return m.and(isWhole, m.and(m.isLess(inputs.aadLength(), BLOCK + 1), m.isLess(data.length(), context.shortBytes() + 1)));
    }

    /** If there is no condition, it is not met. */
    final void chooseIf(Condition condition, Runnable then, Runnable otherwise) {
        if (condition == null) {
            otherwise.run();
        } else {
            m.choose(condition, then, otherwise);
        }
    }

    /** Stores a counter block of the message, its bytes in reverse order. */
    private void putCounter(Count value) {
        Int lastOfIv = m.zeroExtend(m.reverseBytes(m.load(Size.DWORD, inputs.iv(), Long.BYTES)));
        put(cb(), m.or(m.shiftLeft(lastOfIv, m.count(Integer.SIZE)), m.value(value)), m.reverseBytes(m.load(Size.QWORD, inputs.iv(), 0)));
    }

    /** The counter block of a part. */
    final void putCounterAt(Count position) {
        putCounter(m.plus(m.dividedBy(position, BLOCK), FIRST));
    }

    /** Memory for an {@link End}. */
    final Address allocateEnd(int endBytes) {
        return allocate(context.chunkBytes() + Math.max(context.vectorBytes(), endBytes == 0 ? BLOCK : 2 * BLOCK));
    }

    /**
     * A || 0^v, hashed from Y_0 = 0^128 on; or, of a later part, what the one before has left.
     *
     * @param block memory for one
     */
    final void beginHash(GcmData data, Address block) {
        m.choose(m.isZero(data.position()), () -> hashAad(block), () -> {
            putCounterAt(data.position());
            swap(data.state(), y());
            clearBlock(data.state());
        });
    }

    /** As {@link #beginHash}, of a message that has no parts. */
    final void hashAad(Address block) {
        clearBlock(y());
        ghashPadded(inputs.aad(), inputs.aadLength(), block);
    }

    /** Places for what comes behind chunks, zeros before it. */
    final End end(GcmData data, Count chunks, Address zeros) {
        Count rest = m.minus(data.length(), chunks);
        Count blocks = padded(rest);
        Count length = m.choose(isLast(), m.plus(blocks, BLOCK), blocks);
        Count padding = none;
        if (hasVectors()) {
            padding = padding(length, context.vectorBytes());
            clearBlocks(zeros, padding);
        }
        return new End(zeros, padding, m.plus(zeros, padding), chunks, m.remainder(rest, BLOCK), length);
    }

    /** The size of what is padded to whole blocks. */
    final Count padded(Count bytes) {
        return m.times(m.dividedBy(m.plus(bytes, BLOCK - 1), BLOCK), BLOCK);
    }

    private Condition isLast() {
        return m.isLess(none, inputs.tagLength());
    }

    /** How many bytes of the data come before less than a block. */
    final Count inBlocks(GcmData data, End end) {
        return m.minus(data.length(), end.lastBytes);
    }

    /** Where the last block of the ciphertext is to be hashed. */
    final Address lastBlock(GcmData data, End end) {
        return m.plus(end.ciphertext, m.minus(inBlocks(data, end), end.chunks));
    }

    /** Hashes the end of the ciphertext, 0^u and [len(A)]64 || [len(C)]64. These are whole vectors, which may be more than there are powers. */
    final void endHash(GcmData data, End end) {
        m.unless(m.isZero(inputs.tagLength()), () -> putLengths(m.plus(end.ciphertext, m.minus(end.length, BLOCK)), data.position(), data.length()));
        Count length = m.plus(end.padding, end.length);
        m.unless(m.isZero(length), () -> {
            Condition isChunk = m.isLess(length, context.chunkBytes() + 1);
            Count before = m.choose(isChunk, none, m.minus(length, m.choose(isChunk, none, m.count(context.chunkBytes()))));
            m.unless(isChunk, () -> ghashRest(end.zeros, before, end.padding));
            ghashRest(m.plus(end.zeros, before), m.minus(length, before), hasVectors() ? m.choose(isChunk, end.padding, none) : none);
        });
    }

    /**
     * GCTR_K(J0, S) in place of the end, in the last part; others leave S to the next one.
     *
     * @param step what comes of it; takes where it is
     */
    final Count tag(GcmData data, End end, Step step) {
        return m.choose(isLast(), () -> {
            call(AesGcmFunction.END, end.ciphertext);
            return List.of(step.execute(end.ciphertext));
        }, () -> {
            swap(y(), data.state());
            return List.of(m.count(RIGHT));
        }).getFirst();
    }

    /** A step that has a result. */
    @FunctionalInterface
    interface Step {
        Count execute(Address block);
    }

    /** Clears the memory of the program. */
    final void clear(End end) {
        clearContext();
        clearBlocks(end.zeros, m.plus(end.padding, end.length));
    }

    final void clearContext() {
        chooseIf(hasFewPowers, () -> call(AesGcmFunction.CLEAR_FEW_POWERS), () -> call(AesGcmFunction.CLEAR));
    }

    /**
     * Hashes data, padded with zeros.
     *
     * @param block memory for one, which is cleared
     */
    final void ghashPadded(Address data, Count length, Address block) {
        ghash(data, length);
        Count bytes = m.remainder(length, BLOCK);
        m.unless(m.isZero(bytes), () -> {
            clearBlock(block);
            copy(m.plus(data, m.minus(length, bytes)), block, bytes);
            ghashBlock(block);
            clearBlock(block);
        });
    }

    /** Stores [len(A)]64 || [len(C)]64. */
    final void putLengths(Address block, Count position, Count length) {
        put(block, bits(m.value(inputs.aadLength())), bits(m.add(m.value(position), m.value(length))));
    }

    /** A length in bits, the most significant byte first. */
    private Int bits(Int bytes) {
        return m.reverseBytes(m.shiftLeft(bytes, m.count(Integer.numberOfTrailingZeros(Byte.SIZE))));
    }

    /** Encrypts or decrypts the last bytes of data, less than a block, by memory for two blocks. */
    final void gctrLast(GcmData data, Count lastBytes, Address blocks) {
        Count whole = m.minus(data.length(), lastBytes);
        Address result = m.plus(blocks, BLOCK);
        copy(m.plus(data.in(), whole), blocks, lastBytes);
        call(AesGcmFunction.GCTR_BLOCKS, m.count(1), blocks, result, blocks);
        copy(result, m.plus(data.out(), whole), lastBytes);
    }

    /** Whether the tag is MSB_t of a block: the one thing that depends on secrets and is told. */
    final Condition isTag(Address block) {
        return m.reveal(differences(block, inputs.tag(), inputs.tagLength()));
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

    /** Copies bytes to where the others are not. */
    final void copyBlocks(Address from, Address to, Count bytes) {
        m.choose(m.isLess(bytes, BLOCK), () -> copy(from, to, bytes), () -> {
            Count last = m.minus(bytes, BLOCK);
            m.forEach(m.dividedBy(m.minus(bytes, 1), BLOCK), List.of(from, to), BLOCK, data -> copyBlock(data.get(0), data.get(1)));
            copyBlock(m.plus(from, last), m.plus(to, last));
        });
    }

    private void copyBlock(Address from, Address to) {
        m.storeVector(to, 0, m.load(Width.XMM, from, 0));
    }

    /** Copies up to 16 bytes: the first ones and the last ones, which may be the same in part. */
    final void copy(Address from, Address to, Count bytes) {
        m.choose(m.isLess(bytes, Size.QWORD.bytes()), () -> m.choose(m.isLess(bytes, Size.DWORD.bytes()), () -> copyBytes(from, to, bytes),
                        () -> copyTwo(Size.DWORD, from, to, bytes)), () -> copyTwo(Size.QWORD, from, to, bytes));
    }

    private void copyBytes(Address from, Address to, Count bytes) {
        m.forEach(bytes, List.of(from, to), 1, data -> m.storeByte(data.get(1), 0, m.loadByte(data.get(0), 0)));
    }

    private void copyTwo(Size size, Address from, Address to, Count bytes) {
        Count second = m.minus(bytes, size.bytes());
        Int first = m.load(size, from, 0);
        m.storeInteger(m.plus(to, second), 0, m.load(size, m.plus(from, second), 0));
        m.storeInteger(to, 0, first);
    }

    /** Stores zeros behind the first bytes of a block, at least one. */
    final void clearBehind(Address block, Count bytes) {
        Address mask = m.plus(m.table(-1, -1, 0, 0), m.minus(m.count(BLOCK), bytes));
        m.storeVector(block, 0, m.pand(m.load(Width.XMM, block, 0), m.load(Width.XMM, mask, 0)));
    }

    /** Stores zeros where the result would be. */
    final void clearOutput(GcmData data) {
        Count lastBytes = m.remainder(data.length(), BLOCK);
        Count whole = m.minus(data.length(), lastBytes);
        clearBlocks(data.out(), whole);
        clearBytes(m.plus(data.out(), whole), lastBytes);
    }

    /** Stores zeros in less than a block. */
    final void clearBytes(Address address, Count bytes) {
        Int zero = m.value(none);
        m.forEach(bytes, List.of(address), 1, data -> m.storeByte(data.getFirst(), 0, zero));
    }
}
