package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;

import javax.crypto.KeyAgreement;

/** {@code KeyPairGenerator} and {@code KeyAgreement}, with the JDK's own providers or another one. */
public class KeyAgreementBenchmark extends KeyAgreementOperation {

    private KeyPairGenerator generator;
    private KeyAgreement agreement;
    private KeyPair ours;
    private PublicKey theirs;

    @Override
    void open(Work work) throws Exception {
        installProvider();
        generator = KeyPairGenerator.getInstance(algorithm);
        ours = generatePair();
        theirs = generatePair().getPublic();
        agreement = KeyAgreement.getInstance(algorithm);
        // The provider is that of the first key.
        secret();
        require(work, work == Work.AGREE ? agreement.getProvider() : generator.getProvider());
    }

    @Override
    KeyPair generatePair() {
        return generator.generateKeyPair();
    }

    @Override
    byte[] secret() throws GeneralSecurityException {
        agreement.init(ours.getPrivate());
        agreement.doPhase(theirs, true);
        return agreement.generateSecret();
    }
}
