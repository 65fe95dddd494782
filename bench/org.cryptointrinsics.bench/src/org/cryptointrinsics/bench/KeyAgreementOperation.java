package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/** Key agreement by X25519 (RFC 7748). */
public abstract class KeyAgreementOperation extends Message {

    @Override
    final void makeMessage(int bytes) {
        // There is none.
    }

    @Override
    final Object run(Work work) throws GeneralSecurityException {
        switch (work) {
            case MAKE_PAIR -> makePair();
            case AGREE -> agree();
            default -> throw lacks(work);
        }
        // Keys are random.
        return null;
    }

    abstract Object generatePair();

    abstract byte[] secret() throws GeneralSecurityException;

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public Object makePair() {
        return generatePair();
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] agree() throws GeneralSecurityException {
        return secret();
    }
}
