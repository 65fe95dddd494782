package org.cryptointrinsics.kernel.aes;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.MessageMachine;

/** Authenticated decryption: NIST SP 800-38D, 7.2, algorithm 5. Its step 1, lengths, is the caller's. Steps 4 and 6 go side by side; if the tag is wrong, step 4 is taken back. */
public final class Open extends GcmMessage {

    public Open(MessageMachine m, AesGcmKernel kernel, AesParameters parameters, GcmInputs inputs) {
        super(m, kernel, parameters, inputs);
    }

    @Override
    public Count execute(GcmData data) {
        // Step 2, H, and step 3, J0.
        begin(data.length());
        Address zeros = allocateEnd(0);
        ShortMessage message = new ShortMessage(this, data, zeros);
        return m.choose(isShort(data), () -> List.of(message.open()), () -> List.of(execute(data, zeros))).getFirst();
    }

    private Count execute(GcmData data, Address zeros) {
        // Step 6 begins with A || 0^v.
        beginHash(data, zeros);
        // Step 4, P = GCTR_K(inc32(J0), C), and step 6, in chunks.
        Count chunks = cryptChunks(data.in(), data.out(), data.length());
        // Step 4 and step 5, u: the ciphertext that is left is copied to where zeros follow it.
        End end = end(data, chunks, zeros);
        gctrRest(m.plus(data.in(), chunks), m.plus(data.out(), chunks), end.ciphertext(), m.minus(data.length(), chunks));
        m.unless(m.isZero(end.lastBytes()), () -> decryptLast(data, end));
        // Step 6 ends with 0^u || [len(A)]64 || [len(C)]64.
        endHash(data, end);
        // Step 7, T' = MSB_t(GCTR_K(J0, S)), and step 8.
        Count result = tag(data, end, block -> m.choose(isTag(block), () -> List.of(m.count(RIGHT)), () -> {
            takeBack(data, zeros);
            return List.of(m.count(WRONG));
        }).getFirst());
        clear(end);
        return result;
    }

    /** Decrypts less than a block. Its ciphertext is hashed with zeros behind it; where the lengths will be, there is its plaintext until then. */
    private void decryptLast(GcmData data, End end) {
        Address block = lastBlock(data, end);
        clearBlock(block);
        gctrLast(data, end.lastBytes(), block);
    }

    /**
     * Takes back what was decrypted: in place it becomes ciphertext again, elsewhere zeros.
     *
     * @param blocks memory for two
     */
    private void takeBack(GcmData data, Address blocks) {
        m.choose(m.isSame(data.in(), data.out()), () -> {
            Count lastBytes = m.remainder(data.length(), BLOCK);
            Count whole = m.minus(data.length(), lastBytes);
            // Counter mode is its own inverse.
            putCounterAt(data.position());
            Count chunks = gctrChunks(data.in(), data.out(), data.length());
            gctrRest(m.plus(data.in(), chunks), m.plus(data.out(), chunks), blocks, m.minus(whole, chunks));
            m.unless(m.isZero(lastBytes), () -> gctrLast(data, lastBytes, blocks));
        }, () -> clearOutput(data));
    }
}
