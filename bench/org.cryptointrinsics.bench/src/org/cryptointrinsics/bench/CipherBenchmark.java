package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * {@code Cipher}, with the JDK's own providers or another one.
 */
public class CipherBenchmark extends CipherMessage {

    private Cipher cipher;

    @Override
    void open(Work work) throws Exception {
        super.open(work);
        installProvider();
        cipher = Cipher.getInstance(TRANSFORMATION);
        require(work, cipher.getProvider());
    }

    @Override
    void encrypt(byte[] iv, Text from, Text to) throws GeneralSecurityException {
        crypt(Cipher.ENCRYPT_MODE, iv, from, to);
    }

    @Override
    void decrypt(byte[] iv, Text from, Text to) throws GeneralSecurityException {
        crypt(Cipher.DECRYPT_MODE, iv, from, to);
    }

    private void crypt(int mode, byte[] iv, Text from, Text to) throws GeneralSecurityException {
        cipher.init(mode, secret, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, iv));
        if (from.buffer.hasArray() && to.buffer.hasArray()) {
            cipher.doFinal(from.buffer.array(), 0, from.buffer.capacity(), to.buffer.array(), 0);
        } else {
            cipher.doFinal(from.buffer.clear(), to.buffer.clear());
        }
    }
}
