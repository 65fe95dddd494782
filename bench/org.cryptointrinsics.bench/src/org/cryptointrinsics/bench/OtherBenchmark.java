package org.cryptointrinsics.bench;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * What C2 has code of its own for and the plugin, but for counter mode, has not: with the plugin it should take as long as without.
 */
public class OtherBenchmark extends Message {

    private static final int RSA_BITS = 2048;
    private static final int EC_BITS = 256;
    private static final int TAG_BYTES = 16;
    private static final int NONCE_BYTES = 12;

    private Operation operation;
    private byte[] output;
    private long messages;

    @FunctionalInterface
    private interface Operation {
        Object run() throws GeneralSecurityException;
    }

    @Override
    void open(Work work) throws GeneralSecurityException {
        SecretKey aes = new SecretKeySpec(Arrays.copyOf(key, 16), "AES");
        operation = switch (Algorithm.of(algorithm)) {
            case AES_128_CBC -> encryption("AES/CBC/NoPadding", aes, new IvParameterSpec(salt));
            case AES_128_ECB -> encryption("AES/ECB/NoPadding", aes, null);
            case AES_128_CTR -> encryption("AES/CTR/NoPadding", aes, new IvParameterSpec(salt));
            case CHACHA20_POLY1305 -> chaCha20(new SecretKeySpec(key, "ChaCha20"));
            case RSA -> signature(KeyPairGenerator.getInstance("RSA"), RSA_BITS);
            case ECDSA -> signature(KeyPairGenerator.getInstance("EC"), EC_BITS);
            default -> throw lacks(work);
        };
    }

    /** Of one key stream or chain for all messages: {@code doFinal} begins it anew. */
    private Operation encryption(String transformation, SecretKey secret, AlgorithmParameterSpec iv) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(transformation);
        cipher.init(Cipher.ENCRYPT_MODE, secret, iv);
        return () -> cipher.doFinal(array, 0, size, output);
    }

    private Operation chaCha20(SecretKey secret) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");
        byte[] nonce = new byte[NONCE_BYTES];
        return () -> {
            ByteBuffer.wrap(nonce).putLong(++messages);
            cipher.init(Cipher.ENCRYPT_MODE, secret, new IvParameterSpec(nonce));
            return cipher.doFinal(array, 0, size, output);
        };
    }

    private Operation signature(KeyPairGenerator keys, int bits) throws GeneralSecurityException {
        keys.initialize(bits);
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(keys.generateKeyPair().getPrivate());
        return () -> {
            signature.update(array);
            return signature.sign();
        };
    }

    @Override
    void makeMessage(int bytes) throws GeneralSecurityException {
        super.makeMessage(bytes);
        output = new byte[bytes + TAG_BYTES];
    }

    @Override
    Object run(Work work) throws GeneralSecurityException {
        return operate();
    }

    /** Encrypts or signs. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public Object operate() throws GeneralSecurityException {
        return operation.run();
    }
}
