package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/** ML-KEM (FIPS 203) and ML-DSA (FIPS 204). All of it is random: the time to sign is a mean over numbers of attempts. */
public abstract class PostQuantumOperation extends Message {

    private static final int MESSAGE_BYTES = 32;

    private boolean hasSignature;
    private byte[] message;
    private byte[] signature;

    @Override
    void open(Work work) throws Exception {
        hasSignature = work == Work.SIGN || work == Work.VERIFY;
    }

    @Override
    final void makeMessage(int bytes) throws GeneralSecurityException {
        message = new byte[MESSAGE_BYTES];
        new SecureRandom().nextBytes(message);
        if (hasSignature) {
            signature = sign(message);
        }
    }

    @Override
    final Object run(Work work) throws GeneralSecurityException {
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

    abstract Object generateKeys();

    /** Returns a secret that was encapsulated, and then decapsulated. */
    abstract Object exchangeSecret() throws GeneralSecurityException;

    abstract byte[] sign(byte[] data) throws GeneralSecurityException;

    abstract boolean verify(byte[] data, byte[] signatureOfData) throws GeneralSecurityException;

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public Object makeKeys() {
        return generateKeys();
    }

    /** Encapsulates a secret, and decapsulates it. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public Object encapsulate() throws GeneralSecurityException {
        return exchangeSecret();
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] sign() throws GeneralSecurityException {
        return sign(message);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public boolean verify() throws GeneralSecurityException {
        return verify(message, signature);
    }
}
