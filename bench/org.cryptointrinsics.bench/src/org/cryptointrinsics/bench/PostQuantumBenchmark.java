package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
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
        // Its keys are for its own ciphers: not all that make keys have these, and nobody else's take them.
        Provider provider = generator.getProvider();
        require(work, provider);
        KeyPair keys = generator.generateKeyPair();
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
