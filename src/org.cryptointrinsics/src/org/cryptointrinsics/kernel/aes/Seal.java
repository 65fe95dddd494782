package org.cryptointrinsics.kernel.aes;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.MessageMachine;

/** Authenticated encryption: NIST SP 800-38D, 7.1, algorithm 4. Steps 3 and 5 go side by side. */
public final class Seal extends GcmMessage {

    public Seal(MessageMachine m, AesGcmKernel kernel, AesParameters parameters, GcmInputs inputs) {
        super(m, kernel, parameters, inputs);
    }

    @Override
    public Count execute(GcmData data) {
        // Step 1, H, and step 2, J0.
        begin(data.length());
        Address zeros = allocateEnd(data.endBytes());
        ShortMessage message = new ShortMessage(this, data, zeros);
        return m.choose(isShort(data), () -> List.of(message.seal()), () -> List.of(execute(data, zeros))).getFirst();
    }

    private Count execute(GcmData data, Address zeros) {
        // Step 5 begins with A || 0^v.
        beginHash(data, zeros);
        // Step 3, C = GCTR_K(inc32(J0), P), and step 5, in chunks.
        Count inBytes = m.minus(data.length(), data.endBytes());
        Count chunks = cryptChunks(data.in(), data.out(), inBytes);
        // Step 3 and step 4, u: the ciphertext that is left is copied to where zeros follow it.
        End end = end(data, chunks, zeros);
        gctrRest(m.plus(data.in(), chunks), m.plus(data.out(), chunks), end.ciphertext(), m.minus(inBytes, chunks));
        encryptMixed(data, inBytes, end);
        m.unless(m.isZero(end.lastBytes()), () -> encryptLast(data, end));
        // Step 5 ends with 0^u || [len(A)]64 || [len(C)]64.
        endHash(data, end);
        // Step 6, T = MSB_t(GCTR_K(J0, S)), and step 7.
        Count result = tag(data, end, block -> {
            copy(block, inputs.tag(), inputs.tagLength());
            return m.count(RIGHT);
        });
        clear(end);
        return result;
    }

    /** Encrypts the blocks that have the end that is where the result will be. The first one may begin elsewhere. */
    private void encryptMixed(GcmData data, Count inBytes, End end) {
        if (data.endBytes() != 0) {
            Count elsewhere = m.remainder(inBytes, BLOCK);
            Count from = m.minus(inBytes, elsewhere);
            Address out = m.plus(data.out(), from);
            copy(m.plus(data.in(), from), out, elsewhere);
            call(AesGcmFunction.GCTR_BLOCKS, m.dividedBy(m.plus(elsewhere, data.endBytes()), BLOCK), out, out, m.plus(end.ciphertext(), m.minus(from, end.chunks())));
        }
    }

    /** Encrypts less than a block where it is hashed, zeros behind it. */
    private void encryptLast(GcmData data, End end) {
        Count whole = inBlocks(data, end);
        Address block = lastBlock(data, end);
        clearBlock(block);
        copy(m.plus(data.endBytes() == 0 ? data.in() : data.out(), whole), block, end.lastBytes());
        call(AesGcmFunction.GCTR_BLOCKS, m.count(1), block, block, block);
        copy(block, m.plus(data.out(), whole), end.lastBytes());
        clearBytes(m.plus(block, end.lastBytes()), m.minus(m.count(BLOCK), end.lastBytes()));
    }
}
