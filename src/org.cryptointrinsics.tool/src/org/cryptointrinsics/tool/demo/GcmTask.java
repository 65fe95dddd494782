package org.cryptointrinsics.tool.demo;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts messages by AES-128-GCM from a direct buffer to another, each with an IV of its own. */
final class GcmTask implements Task {

    private static final int LENGTH = 16 << 10;
    private static final int KEY_BYTES = 16;
    private static final int IV_BYTES = 12;
    private static final int TAG_BYTES = 16;

    private final SecretKeySpec key;
    private final ByteBuffer message = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer ciphertext = ByteBuffer.allocateDirect(LENGTH + TAG_BYTES);

    GcmTask() {
        // The same in every VM.
        Random random = new Random(LENGTH);
        byte[] bytes = new byte[LENGTH];
        random.nextBytes(bytes);
        message.put(bytes);
        byte[] secret = new byte[KEY_BYTES];
        random.nextBytes(secret);
        key = new SecretKeySpec(secret, "AES");
    }

    @Override
    public List<String> run(Pass pass, Meter meter) throws GeneralSecurityException {
        // With the IVs of the last pass.
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        ByteBuffer iv = ByteBuffer.allocate(IV_BYTES);
        CRC32C sum = new CRC32C();
        for (int i = 0; i < pass.messages(); i++) {
            iv.putInt(0, i);
            meter.start();
            encrypt(cipher, iv.array());
            meter.stop(1, LENGTH);
            // The tag, too.
            sum.update(ciphertext.flip());
        }
        return List.of("CRC32C %08x of %d ciphertexts".formatted(sum.getValue(), pass.messages()));
    }

    private void encrypt(Cipher cipher, byte[] iv) throws GeneralSecurityException {
        cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, iv));
        cipher.doFinal(message.clear(), ciphertext.clear());
    }
}
