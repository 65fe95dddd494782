package org.cryptointrinsics.substitution.lattice;

import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.substitution.MethodSubstitution;

/**
 * The component scheme of ML-KEM, {@link KPke}. The hashes H and J and the comparison of ciphertexts are those of the JDK's methods that call these, and so are all errors. Whether
 * there are kernels is asked first, so that nothing is done twice.
 */
public final class MlKemSubstitutions {

    private MlKemSubstitutions() {
    }

    /** {@code ML_KEM.generateK_PkeKeyPair}. In later updates, the other seed of ML-KEM is behind this one. */
    @MethodSubstitution(value = MlKemFields.ML_KEM, digests = {DigestAlgorithm.SHAKE128_256, DigestAlgorithm.SHA3_256})
    public static Object generateK_PkeKeyPair(Object mlKem, byte[] seed) {
        if (seed.length != KPke.SEED_BYTES && seed.length != 2 * KPke.SEED_BYTES || !KPke.hasKernels()) {
            return null;
        }
        try {
            byte[][] keys = new KPke(mlKem).generateKeys(seed);
            return keys == null ? null : MlKemFields.newKeyPair(keys[0], keys[1]);
        } catch (NoSuchAlgorithmException e) {
            return null;
        }
    }

    /** {@code ML_KEM.kPkeEncrypt}. Later updates clear {@code sigma}: nobody uses it afterwards. */
    @MethodSubstitution(value = MlKemFields.ML_KEM, digests = {DigestAlgorithm.SHAKE128_256, DigestAlgorithm.SHA3_256})
    public static Object kPkeEncrypt(Object mlKem, Object publicKey, byte[] message, byte[] sigma) {
        KPke pke = new KPke(mlKem);
        byte[] key = MlKemFields.encryptionKeyBytes(publicKey);
        if (key.length != pke.encryptionKeyBytes() || message.length != KPke.MESSAGE_BYTES || sigma.length != KPke.SEED_BYTES || !KPke.hasKernels()) {
            return null;
        }
        boolean isLeft = false;
        try {
            byte[] ciphertext = pke.encrypt(key, message, sigma);
            isLeft = ciphertext == null;
            return isLeft ? null : MlKemFields.newCiphertext(ciphertext);
        } finally {
            if (!isLeft) {
                Arrays.fill(sigma, (byte) 0);
            }
        }
    }

    /** {@code ML_KEM.kPkeDecrypt}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static byte[] kPkeDecrypt(Object mlKem, Object privateKey, Object cipherText) {
        KPke pke = new KPke(mlKem);
        byte[] key = MlKemFields.decryptionKeyBytes(privateKey);
        byte[] ciphertext = MlKemFields.ciphertextBytes(cipherText);
        return key.length == pke.decryptionKeyBytes() && ciphertext.length == pke.ciphertextBytes() && KPke.hasKernelsOfDecryption() ? pke.decrypt(key, ciphertext) : null;
    }
}
