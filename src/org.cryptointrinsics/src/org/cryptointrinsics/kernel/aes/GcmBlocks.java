package org.cryptointrinsics.kernel.aes;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.MessageMachine;

/** Whole blocks in the midst of a message: GCTR (NIST SP 800-38D, 6.5) and GHASH (6.4), together or alone. */
public final class GcmBlocks extends GcmProgram {

    public GcmBlocks(MessageMachine m, AesGcmKernel kernel, AesParameters parameters) {
        super(m, kernel, parameters);
    }

    /**
     * Encrypts or decrypts blocks, and hashes the ciphertext.
     *
     * @param sessionKey address of the round keys, each word of FIPS 197 an {@code int}
     * @param length in bytes, a multiple of 16
     * @param counter address of the next counter block, which is advanced
     * @param subkey address of H, two numbers of 64 bits, the high one first
     * @param state address of the hash so far, likewise, which is advanced
     */
    public void crypt(Address sessionKey, Address in, Address out, Count length, Address counter, Address subkey, Address state) {
        Address last = allocate(context.chunkBytes());
        swap(subkey, m.plus(memory, context.h()));
        swap(state, y());
        reverse(counter, cb());
        call(AesGcmFunction.LOAD_KEY, sessionKey);
        call(AesGcmFunction.COMPUTE_POWERS);
        Count done = cryptChunks(in, out, length);
        Count rest = m.minus(length, done);
        Count padding = padding(rest, context.vectorBytes());
        m.unless(m.isZero(rest), () -> {
            clearBlocks(last, padding);
            gctrRest(m.plus(in, done), m.plus(out, done), m.plus(last, padding), rest);
            ghashRest(last, m.plus(padding, rest), padding);
        });
        swap(y(), state);
        reverse(cb(), counter);
        call(AesGcmFunction.CLEAR);
        clearBlocks(last, m.plus(padding, rest));
    }

    /** Counter mode of blocks; parameters as above. */
    public void counterMode(Address sessionKey, Address in, Address out, Count length, Address counter) {
        reverse(counter, cb());
        call(AesGcmFunction.LOAD_KEY, sessionKey);
        gctr(in, out, length);
        reverse(cb(), counter);
        call(AesGcmFunction.CLEAR_FEW_POWERS);
    }

    /** GHASH of blocks; parameters as above. */
    public void hash(Address in, Count length, Address subkey, Address state) {
        swap(subkey, m.plus(memory, context.h()));
        swap(state, y());
        call(AesGcmFunction.COMPUTE_POWERS);
        ghash(in, length);
        swap(y(), state);
        call(AesGcmFunction.CLEAR);
    }
}
