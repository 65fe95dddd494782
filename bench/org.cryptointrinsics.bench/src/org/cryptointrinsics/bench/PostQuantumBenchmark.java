package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;

import javax.crypto.KEM;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/** ML-KEM (FIPS 203) and ML-DSA (FIPS 204). All of it is random: the time to sign is a mean over numbers of attempts. */
public class PostQuantumBenchmark extends Message {

    private static final int MESSAGE_BYTES = 32;

    private KeyPairGenerator generator;
    private KEM.Encapsulator encapsulator;
    private KEM.Decapsulator decapsulator;
    private Signature signer;
    private Signature verifier;
    private byte[] message;
    private byte[] signature;

    @Override
    void open(Work work) throws Exception {
        installProvider();
        generator = KeyPairGenerator.getInstance(algorithm);
        require(work, generator.getProvider());
        KeyPair keys = generator.generateKeyPair();
        if (Algorithm.of(algorithm).isKem()) {
            KEM kem = KEM.getInstance(algorithm.substring(0, algorithm.lastIndexOf('-')));
            encapsulator = kem.newEncapsulator(keys.getPublic());
            decapsulator = kem.newDecapsulator(keys.getPrivate());
        } else {
            signer = Signature.getInstance(algorithm);
            signer.initSign(keys.getPrivate());
            verifier = Signature.getInstance(algorithm);
            verifier.initVerify(keys.getPublic());
        }
    }

    @Override
    void makeMessage(int bytes) throws GeneralSecurityException {
        message = new byte[MESSAGE_BYTES];
        new SecureRandom().nextBytes(message);
        if (signer != null) {
            signature = sign();
        }
    }

    @Override
    Object run(Work work) throws GeneralSecurityException {
        switch (work) {
            case MAKE_KEYS -> makeKeys();
            case ENCAPSULATE -> encapsulate();
            case SIGN -> sign();
            case VERIFY -> {
                if (!verify()) {
                    throw new GeneralSecurityException("a right signature is refused");
                }
            }
            default -> throw lacks(work);
        }
        return null;
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public KeyPair makeKeys() {
        return generator.generateKeyPair();
    }

    /** Encapsulates a secret, and decapsulates it. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public Object encapsulate() throws GeneralSecurityException {
        return decapsulator.decapsulate(encapsulator.encapsulate().encapsulation());
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] sign() throws GeneralSecurityException {
        signer.update(message);
        return signer.sign();
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public boolean verify() throws GeneralSecurityException {
        verifier.update(message);
        return verifier.verify(signature);
    }
}
