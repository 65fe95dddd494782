package org.cryptointrinsics.substitution.lattice;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.PolynomialMethod;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.MethodSubstitution;

/**
 * What ML-KEM (FIPS 203) encrypts and decrypts; what it computes with polynomials; and the matrix that it takes from many extendable-output functions, four or eight of them
 * at once.
 */
public final class MlKemSubstitutions {

    static final OnDemand<PolynomialMethod> NTT = method(MlKemFunction.NTT);
    static final OnDemand<PolynomialMethod> INVERSE_NTT = method(MlKemFunction.INVERSE_NTT);
    static final OnDemand<PolynomialMethod> MULTIPLY = method(MlKemFunction.MULTIPLY);
    static final OnDemand<PolynomialMethod> ADD = method(MlKemFunction.ADD);
    static final OnDemand<PolynomialMethod> ADD_THREE = method(MlKemFunction.ADD_THREE);
    static final OnDemand<PolynomialMethod> REDUCE = method(MlKemFunction.REDUCE);

    private MlKemSubstitutions() {
    }

    private static OnDemand<PolynomialMethod> method(MlKemFunction function) {
        return Intrinsics.first().mlKem().method(function);
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

    /** {@code ML_KEM.mlKemNTT}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static boolean mlKemNTT(@SuppressWarnings("unused") Object mlKem, short[] polynomial) {
        return apply(NTT, polynomial);
    }

    /** {@code ML_KEM.mlKemInverseNTT}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static short[] mlKemInverseNTT(@SuppressWarnings("unused") Object mlKem, short[] polynomial) {
        return apply(INVERSE_NTT, polynomial) ? polynomial : null;
    }

    /** {@code ML_KEM.nttMult}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static boolean nttMult(@SuppressWarnings("unused") Object mlKem, short[] product, short[] a, short[] b) {
        if (!isPolynomial(product) || !isPolynomial(a) || !isPolynomial(b)) {
            return false;
        }
        PolynomialMethod kernel = MULTIPLY.get();
        return kernel != null && kernel.apply(product, a, b, null);
    }

    /** {@code ML_KEM.mlKemAddPoly} of two. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static short[] mlKemAddPoly(@SuppressWarnings("unused") Object mlKem, short[] a, short[] b) {
        if (!isPolynomial(a) || !isPolynomial(b)) {
            return null;
        }
        PolynomialMethod kernel = ADD.get();
        return kernel != null && kernel.apply(a, a, b, null) ? a : null;
    }

    /** {@code ML_KEM.mlKemAddPoly} of three. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static short[] mlKemAddPoly(@SuppressWarnings("unused") Object mlKem, short[] a, short[] b, short[] c) {
        if (!isPolynomial(a) || !isPolynomial(b) || !isPolynomial(c)) {
            return null;
        }
        PolynomialMethod kernel = ADD_THREE.get();
        return kernel != null && kernel.apply(a, a, b, c) ? a : null;
    }

    /** {@code ML_KEM.mlKemBarrettReduce}. */
    @MethodSubstitution(MlKemFields.ML_KEM)
    public static boolean mlKemBarrettReduce(short[] polynomial) {
        return apply(REDUCE, polynomial);
    }

    private static boolean apply(OnDemand<PolynomialMethod> function, short[] polynomial) {
        PolynomialMethod kernel = isPolynomial(polynomial) ? function.get() : null;
        return kernel != null && kernel.apply(polynomial, null, null, null);
    }

    /** What is none is the JDK's to refuse. */
    private static boolean isPolynomial(short[] polynomial) {
        return polynomial != null && polynomial.length == Sampler.COEFFICIENTS;
    }
}
