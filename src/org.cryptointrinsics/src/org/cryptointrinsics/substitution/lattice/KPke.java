package org.cryptointrinsics.substitution.lattice;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.PolynomialMethod;
import org.cryptointrinsics.selection.Intrinsics;

/**
 * K-PKE, with which ML-KEM makes keys, and encrypts and decrypts a message (FIPS 203, section 5). Names are those of the standard. What is secret is cleared.
 * An object is used once.
 */
final class KPke {

    static final int SEED_BYTES = Sampler.SEED_BYTES;
    static final int MESSAGE_BYTES = 32;

    private static final OnDemand<PolynomialMethod> NTT = method(MlKemFunction.NTT);
    private static final OnDemand<PolynomialMethod> INVERSE_NTT = method(MlKemFunction.INVERSE_NTT);
    private static final OnDemand<PolynomialMethod> MULTIPLY = method(MlKemFunction.MULTIPLY);
    private static final OnDemand<PolynomialMethod> ADD = method(MlKemFunction.ADD);
    private static final OnDemand<PolynomialMethod> ADD_THREE = method(MlKemFunction.ADD_THREE);
    private static final OnDemand<PolynomialMethod> REDUCE = method(MlKemFunction.REDUCE);

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

    private static OnDemand<PolynomialMethod> method(MlKemFunction function) {
        return Intrinsics.first().mlKem().method(function);
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

    /** Not at once: HotSpot has no code for that. */
    private static short[][] polynomials(int count) {
        short[][] polynomials = new short[count][];
        for (int i = 0; i < count; i++) {
            polynomials[i] = new short[Sampler.COEFFICIENTS];
        }
        return polynomials;
    }

    private static void clear(short[]... polynomials) {
        for (short[] polynomial : polynomials) {
            Arrays.fill(polynomial, (short) 0);
        }
    }

    /**
     * K-PKE.KeyGen, algorithm 13.
     *
     * @param seed begins with {@link #SEED_BYTES} of it
     * @return what encrypts and what decrypts, or null if there are no kernels
     * @throws NoSuchAlgorithmException if no provider has SHA3-512
     */
    byte[][] generateKeys(byte[] seed) throws NoSuchAlgorithmException {
        MessageDigest g = MessageDigest.getInstance("SHA3-512");
        byte[] sigma = null;
        // s and e.
        short[][] secrets = polynomials(2 * dimension);
        try {
            g.update(seed, 0, SEED_BYTES);
            g.update((byte) dimension);
            byte[] seeds = g.digest();
            byte[] rho = Arrays.copyOf(seeds, SEED_BYTES);
            sigma = Arrays.copyOfRange(seeds, SEED_BYTES, 2 * SEED_BYTES);
            Arrays.fill(seeds, (byte) 0);
            short[][][] matrix = new short[dimension][dimension][];
            isDone = SampleNtt.INSTANCE.sample(rho, matrix, false) && MlKemNoise.sample(sigma, eta1, 2 * dimension, secrets);
            for (short[] secret : secrets) {
                compute(NTT, secret, null, null, null);
            }
            byte[] encryptionKey = new byte[encryptionKeyBytes()];
            byte[] decryptionKey = new byte[decryptionKeyBytes()];
            for (int i = 0; i < dimension; i++) {
                compute(REDUCE, secrets[i], null, null, null);
                MlKemCoding.encode(KEY_BITS, secrets[i], decryptionKey, i * KEY_BITS * BYTES_PER_BIT);
            }
            for (int i = 0; i < dimension; i++) {
                short[] t = secrets[dimension + i];
                for (int j = 0; j < dimension; j++) {
                    compute(MULTIPLY, product, matrix[i][j], secrets[j], null);
                    compute(ADD, t, t, product, null);
                }
                compute(REDUCE, t, null, null, null);
                MlKemCoding.encode(KEY_BITS, t, encryptionKey, i * KEY_BITS * BYTES_PER_BIT);
            }
            System.arraycopy(rho, 0, encryptionKey, decryptionKeyBytes(), SEED_BYTES);
            return isDone ? new byte[][]{encryptionKey, decryptionKey} : null;
        } finally {
            g.reset();
            if (sigma != null) {
                Arrays.fill(sigma, (byte) 0);
            }
            clear(secrets);
            clear(product);
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
        compute(MULTIPLY, sum, other[0], vector[0], null);
        for (int j = 1; j < dimension; j++) {
            compute(MULTIPLY, product, other[j], vector[j], null);
            compute(ADD, sum, sum, product, null);
        }
        compute(REDUCE, sum, null, null, null);
        compute(INVERSE_NTT, sum, null, null, null);
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
        short[] mu = new short[Sampler.COEFFICIENTS];
        try {
            isDone = SampleNtt.INSTANCE.sample(rho, transposed, true) && MlKemNoise.sample(randomness, eta1, dimension, secrets);
            for (int i = 0; i < dimension; i++) {
                compute(NTT, secrets[i], null, null, null);
            }
            byte[] ciphertext = new byte[ciphertextBytes()];
            for (int i = 0; i < dimension; i++) {
                short[] u = multiply(transposed[i], secrets);
                compute(ADD, u, u, secrets[dimension + i], null);
                compute(REDUCE, u, null, null, null);
                MlKemCoding.compress(bitsOfU, u, ciphertext, i * bitsOfU * BYTES_PER_BIT);
            }
            short[] v = multiply(decode(key), secrets);
            MlKemCoding.decompressMessage(message, mu);
            compute(ADD_THREE, v, v, secrets[2 * dimension], mu);
            MlKemCoding.compress(bitsOfV, v, ciphertext, dimension * bitsOfU * BYTES_PER_BIT);
            return isDone ? ciphertext : null;
        } finally {
            clear(secrets);
            clear(mu, product);
        }
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
            compute(NTT, u[i], null, null, null);
        }
        short[] w = new short[Sampler.COEFFICIENTS];
        MlKemCoding.decompress(bitsOfV, ciphertext, dimension * bitsOfU * BYTES_PER_BIT, w);
        short[][] s = decode(key);
        short[] su = null;
        try {
            su = multiply(s, u);
            for (int i = 0; i < w.length; i++) {
                w[i] += (short) (MODULUS - su[i]);
            }
            compute(REDUCE, w, null, null, null);
            byte[] message = MlKemCoding.compressToMessage(w);
            return isDone ? message : null;
        } finally {
            clear(s);
            clear(w, product);
            if (su != null) {
                clear(su);
            }
        }
    }
}
