package org.cryptointrinsics.substitution.lattice;

import java.util.Arrays;

import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.PolynomialMethod;

/**
 * K-PKE, with which ML-KEM encrypts and decrypts a message (FIPS 203, section 5). Names are those of the standard. What is secret is cleared. An object is used once.
 */
final class KPke {

    static final int SEED_BYTES = Sampler.SEED_BYTES;
    static final int MESSAGE_BYTES = 32;

    private static final int MODULUS = 3329;
    private static final int KEY_BITS = 12;
    /** How many bytes of a polynomial there are for each bit of its coefficients. */
    private static final int BYTES_PER_BIT = Sampler.COEFFICIENTS / Byte.SIZE;

    private final int dimension;
    private final int eta1;
    private final int bitsOfU;
    private final int bitsOfV;
    private final short[] product = new short[Sampler.COEFFICIENTS];
    /** No kernel was missing so far. */
    private boolean isDone = true;

    /**
     * @param mlKem the JDK's object that has the parameters
     */
    KPke(Object mlKem) {
        dimension = MlKemFields.dimension(mlKem);
        eta1 = MlKemFields.eta1(mlKem);
        bitsOfU = MlKemFields.bitsOfU(mlKem);
        bitsOfV = MlKemFields.bitsOfV(mlKem);
    }

    int decryptionKeyBytes() {
        return dimension * KEY_BITS * BYTES_PER_BIT;
    }

    int encryptionKeyBytes() {
        return decryptionKeyBytes() + SEED_BYTES;
    }

    int ciphertextBytes() {
        return (dimension * bitsOfU + bitsOfV) * BYTES_PER_BIT;
    }

    private void compute(OnDemand<PolynomialMethod> function, short[] a, short[] b, short[] c, short[] d) {
        PolynomialMethod kernel = function.get();
        isDone = isDone && kernel != null && kernel.apply(a, b, c, d);
    }

    private static short[][] polynomials(int count) {
        return new short[count][Sampler.COEFFICIENTS];
    }

    private static void clear(short[]... polynomials) {
        for (short[] polynomial : polynomials) {
            Arrays.fill(polynomial, (short) 0);
        }
    }

    /** The vector of a key. */
    private short[][] decode(byte[] key) {
        short[][] vector = polynomials(dimension);
        for (int i = 0; i < dimension; i++) {
            MlKemCoding.decode(KEY_BITS, key, i * KEY_BITS * BYTES_PER_BIT, vector[i]);
        }
        return vector;
    }

    /**
     * NTT^-1 of the product of two vectors.
     *
     * @param vector of at least as many polynomials as the other one
     */
    private short[] multiply(short[][] other, short[][] vector) {
        short[] sum = new short[Sampler.COEFFICIENTS];
        compute(MlKemSubstitutions.MULTIPLY, sum, other[0], vector[0], null);
        for (int j = 1; j < dimension; j++) {
            compute(MlKemSubstitutions.MULTIPLY, product, other[j], vector[j], null);
            compute(MlKemSubstitutions.ADD, sum, sum, product, null);
        }
        compute(MlKemSubstitutions.REDUCE, sum, null, null, null);
        compute(MlKemSubstitutions.INVERSE_NTT, sum, null, null, null);
        return sum;
    }

    /**
     * K-PKE.Encrypt, algorithm 14.
     *
     * @param key of {@link #encryptionKeyBytes}
     * @param message of {@link #MESSAGE_BYTES}
     * @param randomness of {@link #SEED_BYTES}
     * @return null if there are no kernels
     */
    byte[] encrypt(byte[] key, byte[] message, byte[] randomness) {
        short[][][] transposed = new short[dimension][dimension][];
        byte[] rho = Arrays.copyOfRange(key, decryptionKeyBytes(), encryptionKeyBytes());
        // y, e1 and e2.
        short[][] secrets = polynomials(2 * dimension + 1);
        isDone = SampleNtt.INSTANCE.sample(rho, transposed, true) && MlKemNoise.sample(randomness, eta1, dimension, secrets);
        for (int i = 0; i < dimension; i++) {
            compute(MlKemSubstitutions.NTT, secrets[i], null, null, null);
        }
        byte[] ciphertext = new byte[ciphertextBytes()];
        for (int i = 0; i < dimension; i++) {
            short[] u = multiply(transposed[i], secrets);
            compute(MlKemSubstitutions.ADD, u, u, secrets[dimension + i], null);
            compute(MlKemSubstitutions.REDUCE, u, null, null, null);
            MlKemCoding.compress(bitsOfU, u, ciphertext, i * bitsOfU * BYTES_PER_BIT);
        }
        short[] v = multiply(decode(key), secrets);
        short[] mu = new short[Sampler.COEFFICIENTS];
        MlKemCoding.decompressMessage(message, mu);
        compute(MlKemSubstitutions.ADD_THREE, v, v, secrets[2 * dimension], mu);
        MlKemCoding.compress(bitsOfV, v, ciphertext, dimension * bitsOfU * BYTES_PER_BIT);
        clear(secrets);
        clear(v, mu, product);
        return isDone ? ciphertext : null;
    }

    /**
     * K-PKE.Decrypt, algorithm 15.
     *
     * @param key of {@link #decryptionKeyBytes}; its coefficients may have all values of 12 bits
     * @param ciphertext of {@link #ciphertextBytes}
     * @return the message, or null if there are no kernels
     */
    byte[] decrypt(byte[] key, byte[] ciphertext) {
        short[][] u = polynomials(dimension);
        for (int i = 0; i < dimension; i++) {
            MlKemCoding.decompress(bitsOfU, ciphertext, i * bitsOfU * BYTES_PER_BIT, u[i]);
            compute(MlKemSubstitutions.NTT, u[i], null, null, null);
        }
        short[][] s = decode(key);
        short[] su = multiply(s, u);
        short[] w = new short[Sampler.COEFFICIENTS];
        MlKemCoding.decompress(bitsOfV, ciphertext, dimension * bitsOfU * BYTES_PER_BIT, w);
        for (int i = 0; i < w.length; i++) {
            w[i] += (short) (MODULUS - su[i]);
        }
        compute(MlKemSubstitutions.REDUCE, w, null, null, null);
        byte[] message = MlKemCoding.compressToMessage(w);
        clear(s);
        clear(su, w, product);
        return isDone ? message : null;
    }
}
