package org.cryptointrinsics.kernel.aes;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.Vector;

/**
 * What algorithms 4 and 5 of NIST SP 800-38D do with a short message after {@link GcmMessage#begin}. All of it is encrypted or decrypted at once, in memory of the program. There
 * it lies between the additional data and the lengths, and all that is hashed at once.
 */
final class ShortMessage {

    private static final int BLOCK = AesContext.BLOCK;

    private final GcmMessage message;
    private final MessageMachine m;
    private final AesContext context;
    private final GcmInputs inputs;
    private final GcmData data;
    /** Of the last block that is not a whole one. */
    private final Count lastBytes;
    /** Vectors: zeros, A || 0^v || C || 0^u || [len(A)]64 || [len(C)]64. */
    private final Address hashed;
    /** How many bytes these are. */
    private final Count hashedBytes;
    private final Count zeros;
    private final Address aad;
    private final Address ciphertext;
    private final Address plaintext;

    /**
     * @param hashed memory, as of {@link GcmMessage#allocateEnd}
     */
    ShortMessage(GcmMessage message, GcmData data, Address hashed) {
        this.message = message;
        m = message.m;
        context = message.context;
        inputs = message.inputs;
        this.data = data;
        this.hashed = hashed;
        lastBytes = m.remainder(data.length(), BLOCK);
        Count bytes = m.plus(message.padded(data.length()), 2 * BLOCK);
        zeros = message.padding(bytes, context.shortWidth().bytes());
        hashedBytes = m.plus(zeros, bytes);
        aad = m.plus(hashed, zeros);
        ciphertext = m.plus(aad, BLOCK);
        plaintext = message.allocate(context.shortBytes());
    }

    /** Algorithm 4. */
    Count seal() {
        Count inBytes = m.minus(data.length(), data.endBytes());
        message.copyBlocks(data.in(), plaintext, inBytes);
        message.copyBlocks(m.plus(data.out(), inBytes), m.plus(plaintext, inBytes), m.count(data.endBytes()));
        // Step 3, C = GCTR_K(inc32(J0), P).
        gctr(plaintext, ciphertext);
        message.copyBlocks(ciphertext, data.out(), data.length());
        // Step 4, u: key stream lies behind the ciphertext.
        m.unless(m.isZero(lastBytes), () -> message.clearBehind(lastBlock(), lastBytes));
        // Steps 5 and 6, T = MSB_t(GCTR_K(J0, S)), and step 7.
        putTag(plaintext);
        message.copy(plaintext, inputs.tag(), inputs.tagLength());
        clear();
        return m.count(GcmMessage.RIGHT);
    }

    /** Algorithm 5, steps 4 to 8. */
    Count open() {
        // Step 5, u.
        m.unless(m.isZero(lastBytes), () -> message.clearBlock(lastBlock()));
        message.copyBlocks(data.in(), ciphertext, data.length());
        // Step 4, P = GCTR_K(inc32(J0), C).
        gctr(ciphertext, plaintext);
        // Steps 6 and 7, T' = MSB_t(GCTR_K(J0, S)).
        putTag(ciphertext);
        // Step 8: nobody has seen P.
        Count result = m.choose(message.isTag(ciphertext), () -> {
            message.copyBlocks(plaintext, data.out(), data.length());
            return List.of(m.count(GcmMessage.RIGHT));
        }, () -> {
            m.unless(m.isSame(data.in(), data.out()), () -> message.clearOutput(data));
            return List.of(m.count(GcmMessage.WRONG));
        }).getFirst();
        clear();
        return result;
    }

    private Address lastBlock() {
        return m.plus(ciphertext, m.minus(data.length(), lastBytes));
    }

    /** Encrypts or decrypts as little as has the data. */
    private void gctr(Address in, Address out) {
        int few = AesContext.FEW * BLOCK;
        Condition isFew = few < context.shortBytes() ? m.isLess(data.length(), few + 1) : null;
        message.chooseIf(isFew, () -> message.call(AesGcmFunction.GCTR_FEW, in, out), () -> message.call(AesGcmFunction.GCTR_SHORT, in, out));
    }

    /** Hashes all, the lengths included, and stores the tag, 16 bytes. Zeros are hashed, and do not count. */
    private void putTag(Address tag) {
        message.clearBlocks(hashed, m.plus(zeros, BLOCK));
        message.copy(inputs.aad(), aad, inputs.aadLength());
        message.putLengths(m.plus(hashed, m.minus(hashedBytes, BLOCK)), message.none, data.length());
        message.call(AesGcmFunction.TAG_SHORT, m.dividedBy(hashedBytes, context.shortWidth().bytes()), hashed, message.power(m.dividedBy(hashedBytes, BLOCK)), tag);
    }

    private void clear() {
        message.clearContext();
        // Behind the end there is key stream.
        clear(hashed, 2 * BLOCK + context.shortBytes() + context.shortWidth().bytes());
        clear(plaintext, context.shortBytes());
    }

    private void clear(Address address, int bytes) {
        Vector zero = m.load(m.constant(new byte[context.vectorBytes()]));
        for (int i = 0; i < bytes; i += context.vectorBytes()) {
            m.storeVector(address, i, zero);
        }
    }
}
