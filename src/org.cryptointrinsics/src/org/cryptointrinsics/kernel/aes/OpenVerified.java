package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.MessageMachine;

/**
 * Authenticated decryption of a whole message that nobody sees before its tag is verified: NIST SP 800-38D, 7.2, algorithm 5, whose step 4 comes last. That is slower than
 * {@link Open}: the ciphertext is read twice.
 */
public final class OpenVerified extends GcmMessage {

    public OpenVerified(MessageMachine m, AesGcmKernel kernel, AesParameters parameters, GcmInputs inputs) {
        super(m, kernel, parameters, inputs);
    }

    @Override
    public Count execute(GcmData data) {
        // Step 2, H, and step 3, J0.
        begin(data.length());
        // Steps 5 and 6, S = GHASH_H(A || 0^v || C || 0^u || [len(A)]64 || [len(C)]64).
        Address blocks = m.scratch(2 * BLOCK, BLOCK);
        hashAad(blocks);
        ghashPadded(data.in(), data.length(), blocks);
        putLengths(blocks, none, data.length());
        ghashBlock(blocks);
        // Step 7, T' = MSB_t(GCTR_K(J0, S)).
        call(AesGcmFunction.END, blocks);
        // Step 8, and step 4, P = GCTR_K(inc32(J0), C).
        Condition isRight = isTag(blocks);
        m.when(isRight, () -> {
            gctr(data.in(), data.out(), data.length());
            Count lastBytes = m.remainder(data.length(), BLOCK);
            m.unless(m.isZero(lastBytes), () -> gctrLast(data, lastBytes, blocks));
        });
        clearContext();
        clearBlock(blocks);
        clearBlock(m.plus(blocks, BLOCK));
        return m.choose(isRight, m.count(RIGHT), m.count(WRONG));
    }
}
