package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Signature;

import javax.crypto.KEM;

/** {@code KeyPairGenerator}, {@code KEM} and {@code Signature}, with the JDK's own providers or another one. */
public class PostQuantumBenchmark extends PostQuantumOperation {

    private KeyPairGenerator generator;
    private KEM.Encapsulator encapsulator;
    private KEM.Decapsulator decapsulator;
    private Signature signer;
    private Signature verifier;

    @Override
    void open(Work work) throws Exception {
        super.open(work);
        installProvider();
        generator = KeyPairGenerator.getInstance(algorithm);
        // Its keys are for its own ciphers: not all that make keys have these, and nobody else's take them.
        Provider provider = generator.getProvider();
        require(work, provider);
        KeyPair keys = generateKeys();
        String family = algorithm.substring(0, algorithm.lastIndexOf('-'));
        switch (work) {
            case ENCAPSULATE -> {
                KEM kem = KEM.getInstance(family, provider);
                encapsulator = kem.newEncapsulator(keys.getPublic());
                decapsulator = kem.newDecapsulator(keys.getPrivate());
            }
            case SIGN, VERIFY -> {
                signer = Signature.getInstance(family, provider);
                signer.initSign(keys.getPrivate());
                verifier = Signature.getInstance(family, provider);
                verifier.initVerify(keys.getPublic());
            }
            default -> {
            }
        }
    }

    @Override
    KeyPair generateKeys() {
        return generator.generateKeyPair();
    }

    @Override
    Object exchangeSecret() throws GeneralSecurityException {
        return decapsulator.decapsulate(encapsulator.encapsulate().encapsulation());
    }

    @Override
    byte[] sign(byte[] data) throws GeneralSecurityException {
        signer.update(data);
        return signer.sign();
    }

    @Override
    boolean verify(byte[] data, byte[] signatureOfData) throws GeneralSecurityException {
        verifier.update(data);
        return verifier.verify(signatureOfData);
    }
}
