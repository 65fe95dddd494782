package org.cryptointrinsics.substitution.lattice;

import java.security.NoSuchAlgorithmException;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.substitution.MethodSubstitution;

/** The component scheme of ML-KEM, {@link KPke}. Hashes, the comparison of ciphertexts, and all errors are those of the JDK's methods, which call these. */
public final class MlKemSubstitutions {

    private MlKemSubstitutions() {
    }

    /** {@code ML_KEM.generateK_PkeKeyPair}. In later updates, the other seed of ML-KEM is behind this one. */
    @MethodSubstitution(value = MlKemFields.ML_KEM, digests = {DigestAlgorithm.SHAKE128_256, DigestAlgorithm.SHA3_256})
    public static Object generateK_PkeKeyPair(Object mlKem, byte[] seed) throws NoSuchAlgorithmException {
        byte[][] keys = seed.length == KPke.SEED_BYTES || seed.length == 2 * KPke.SEED_BYTES ? new KPke(mlKem).generateKeys(seed) : null;
        return keys == null ? null : MlKemFields.newKeyPair(keys[0], keys[1]);
    }

    /** {@code ML_KEM.kPkeEncrypt}. */
    @MethodSubstitution(value = MlKemFields.ML_KEM, digests = {DigestAlgorithm.SHAKE128_256, DigestAlgorithm.SHA3_256})
    public static Object kPkeEncrypt(Object mlKem, Object publicKey, byte[] message, byte[] sigma) {
        KPke pke = new KPke(mlKem);
        byte[] key = MlKemFields.encryptionKeyBytes(publicKey);
        if (key.length != pke.encryptionKeyBytes() || message.length != KPke.MESSAGE_BYTES || sigma.length != KPke.SEED_BYTES) {
            return null;
        }
        byte[] ciphertext = pke.encrypt(key, message, sigma);
        return ciphertext == null ? null : MlKemFields.newCiphertext(ciphertext);
    }

    /** {@code ML_KEM.kPkeDecrypt}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static byte[] kPkeDecrypt(Object mlKem, Object privateKey, Object cipherText) {
        KPke pke = new KPke(mlKem);
        byte[] key = MlKemFields.decryptionKeyBytes(privateKey);
        byte[] ciphertext = MlKemFields.ciphertextBytes(cipherText);
        return key.length == pke.decryptionKeyBytes() && ciphertext.length == pke.ciphertextBytes() ? pke.decrypt(key, ciphertext) : null;
    }
}
