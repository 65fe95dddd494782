package org.cryptointrinsics.substitution.lattice;

import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.substitution.MethodSubstitution;

/**
 * The component scheme of ML-KEM, {@link KPke}. The hashes H and J and the comparison of ciphertexts are those of the JDK's methods that call these, and so are all errors. Whether
 * there are kernels is asked first, so that nothing is done twice.
 *
 * <p>Where that is left to the JDK, as where an agent has changed digests, its methods for the matrix and for single polynomials have kernels.
 */
public final class MlKemSubstitutions {

    private MlKemSubstitutions() {
    }

    /** {@code ML_KEM.generateK_PkeKeyPair}. In later updates, the other seed of ML-KEM is behind this one. */
    @MethodSubstitution(value = MlKemFields.ML_KEM, digests = {DigestAlgorithm.SHAKE128_256, DigestAlgorithm.SHA3_256}, needsAll = true)
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
    @MethodSubstitution(value = MlKemFields.ML_KEM, digests = {DigestAlgorithm.SHAKE128_256, DigestAlgorithm.SHA3_256}, needsAll = true)
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

    /** {@code ML_KEM.generateA}: the matrix of algorithms 13 and 14. */
    @MethodSubstitution(value = MlKemFields.ML_KEM, digests = DigestAlgorithm.SHAKE128_256)
    public static short[][][] generateA(Object mlKem, byte[] rho, Boolean transposed) {
        if (rho == null || rho.length != Sampler.SEED_BYTES || transposed == null) {
            return null;
        }
        int dimension = MlKemFields.dimension(mlKem);
        short[][][] matrix = new short[dimension][dimension][];
        return SampleNtt.INSTANCE.sample(rho, matrix, transposed) ? matrix : null;
    }

    /** {@code ML_KEM.mlKemNTT}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static boolean mlKemNTT(@SuppressWarnings("unused") Object mlKem, short[] polynomial) {
        return apply(KPke.NTT, polynomial);
    }

    /** {@code ML_KEM.mlKemInverseNTT}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static short[] mlKemInverseNTT(@SuppressWarnings("unused") Object mlKem, short[] polynomial) {
        return apply(KPke.INVERSE_NTT, polynomial) ? polynomial : null;
    }

    /** {@code ML_KEM.nttMult}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static boolean nttMult(@SuppressWarnings("unused") Object mlKem, short[] product, short[] a, short[] b) {
        if (!isPolynomial(product) || !isPolynomial(a) || !isPolynomial(b)) {
            return false;
        }
        FunctionMethod kernel = KPke.MULTIPLY.get();
        return kernel != null && kernel.apply(product, a, b, null);
    }

    /** {@code ML_KEM.mlKemAddPoly} of two. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static short[] mlKemAddPoly(@SuppressWarnings("unused") Object mlKem, short[] a, short[] b) {
        if (!isPolynomial(a) || !isPolynomial(b)) {
            return null;
        }
        FunctionMethod kernel = KPke.ADD.get();
        return kernel != null && kernel.apply(a, a, b, null) ? a : null;
    }

    /** {@code ML_KEM.mlKemAddPoly} of three. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static short[] mlKemAddPoly(@SuppressWarnings("unused") Object mlKem, short[] a, short[] b, short[] c) {
        if (!isPolynomial(a) || !isPolynomial(b) || !isPolynomial(c)) {
            return null;
        }
        FunctionMethod kernel = KPke.ADD_THREE.get();
        return kernel != null && kernel.apply(a, a, b, c) ? a : null;
    }

    /** {@code ML_KEM.mlKemBarrettReduce}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static boolean mlKemBarrettReduce(short[] polynomial) {
        return apply(KPke.REDUCE, polynomial);
    }

    private static boolean apply(OnDemand<FunctionMethod> function, short[] polynomial) {
        FunctionMethod kernel = isPolynomial(polynomial) ? function.get() : null;
        return kernel != null && kernel.apply(polynomial, null, null, null);
    }

    /** What is none is the JDK's to refuse. */
    private static boolean isPolynomial(short[] polynomial) {
        return polynomial != null && polynomial.length == Sampler.COEFFICIENTS;
    }
}
