package org.cryptointrinsics.substitution.lattice;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.Intrinsics;

/**
 * K-PKE, with which ML-KEM makes keys, and encrypts and decrypts a message (FIPS 203, section 5). Names are those of the standard. What is secret is cleared.
 * An object is used once.
 */
final class KPke {

    static final int SEED_BYTES = Sampler.SEED_BYTES;
    static final int MESSAGE_BYTES = 32;

    static final OnDemand<FunctionMethod> NTT = method(MlKemFunction.NTT);
    static final OnDemand<FunctionMethod> INVERSE_NTT = method(MlKemFunction.INVERSE_NTT);
    static final OnDemand<FunctionMethod> MULTIPLY = method(MlKemFunction.MULTIPLY);
    static final OnDemand<FunctionMethod> ADD = method(MlKemFunction.ADD);
    static final OnDemand<FunctionMethod> ADD_THREE = method(MlKemFunction.ADD_THREE);
    static final OnDemand<FunctionMethod> REDUCE = method(MlKemFunction.REDUCE);

    private static final List<OnDemand<FunctionMethod>> ALL = List.of(NTT, INVERSE_NTT, MULTIPLY, ADD, ADD_THREE, REDUCE);

    private static final int MODULUS = MlKem.Q;
    private static final int KEY_BITS = 12;
    /** How many bytes of a polynomial there are for each bit of its coefficients. */
    private static final int BYTES_PER_BIT = Sampler.COEFFICIENTS / Byte.SIZE;

    private final int dimension;
    private final int eta1;
    private final int bitsOfU;
    private final int bitsOfV;
    private final short[] product = new short[Sampler.COEFFICIENTS];
    /** No kernel was lost so far. */
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

    private static OnDemand<FunctionMethod> method(MlKemFunction function) {
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

    /** Whether there are kernels that keys are made and messages encrypted with; those that are not there are made from now on. */
    static boolean hasKernels() {
        return hasKernelsOfDecryption() & ParallelXof.hasKernels(ParallelXof.SHAKE128) & ParallelXof.hasKernels(ParallelXof.SHAKE256);
    }

    /** As {@link #hasKernels}, those that messages are decrypted with. */
    static boolean hasKernelsOfDecryption() {
        boolean hasAll = true;
        for (OnDemand<FunctionMethod> function : ALL) {
            hasAll &= function.get() != null;
        }
        return hasAll;
    }

    private void compute(OnDemand<FunctionMethod> function, short[] a, short[] b, short[] c, short[] d) {
        FunctionMethod kernel = function.get();
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

    /** As {@link #polynomials}, without the polynomials. */
    private short[][][] matrix() {
        short[][][] matrix = new short[dimension][][];
        for (int i = 0; i < dimension; i++) {
            matrix[i] = new short[dimension][];
        }
        return matrix;
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
     * @return what encrypts and what decrypts, or null if a kernel was lost
     * @throws NoSuchAlgorithmException if no provider has SHA3-512
     */
    byte[][] generateKeys(byte[] seed) throws NoSuchAlgorithmException {
        MessageDigest g = MessageDigest.getInstance("SHA3-512");
        byte[] sigma = new byte[SEED_BYTES];
        // s and e.
        short[][] secrets = polynomials(2 * dimension);
        byte[] encryptionKey = new byte[encryptionKeyBytes()];
        byte[] decryptionKey = new byte[decryptionKeyBytes()];
        boolean isReturned = false;
        try {
            g.update(seed, 0, SEED_BYTES);
            g.update((byte) dimension);
            byte[] seeds = g.digest();
            byte[] rho = Arrays.copyOf(seeds, SEED_BYTES);
            System.arraycopy(seeds, SEED_BYTES, sigma, 0, SEED_BYTES);
            Arrays.fill(seeds, (byte) 0);
            short[][][] matrix = matrix();
            isDone = SampleNtt.INSTANCE.sample(rho, matrix, false) && MlKemNoise.sample(sigma, eta1, 2 * dimension, secrets);
            for (short[] secret : secrets) {
                compute(NTT, secret, null, null, null);
            }
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
            isReturned = isDone;
            return isReturned ? new byte[][]{encryptionKey, decryptionKey} : null;
        } finally {
            g.reset();
            Arrays.fill(sigma, (byte) 0);
            clear(secrets);
            clear(product);
            if (!isReturned) {
                Arrays.fill(decryptionKey, (byte) 0);
            }
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
     * @param vector of at least as many polynomials as the other one, which need not be reduced
     */
    private void multiply(short[][] other, short[][] vector, short[] sum) {
        compute(MULTIPLY, sum, other[0], vector[0], null);
        for (int j = 1; j < dimension; j++) {
            compute(MULTIPLY, product, other[j], vector[j], null);
            compute(ADD, sum, sum, product, null);
        }
        compute(REDUCE, sum, null, null, null);
        compute(INVERSE_NTT, sum, null, null, null);
    }

    /**
     * K-PKE.Encrypt, algorithm 14.
     *
     * @param key of {@link #encryptionKeyBytes}
     * @param message of {@link #MESSAGE_BYTES}
     * @param randomness of {@link #SEED_BYTES}
     * @return null if a kernel was lost
     */
    byte[] encrypt(byte[] key, byte[] message, byte[] randomness) {
        short[][][] transposed = matrix();
        byte[] rho = Arrays.copyOfRange(key, decryptionKeyBytes(), encryptionKeyBytes());
        // y, e1 and e2.
        short[][] secrets = polynomials(2 * dimension + 1);
        short[] sum = new short[Sampler.COEFFICIENTS];
        short[] mu = new short[Sampler.COEFFICIENTS];
        try {
            isDone = SampleNtt.INSTANCE.sample(rho, transposed, true) && MlKemNoise.sample(randomness, eta1, dimension, secrets);
            for (int i = 0; i < dimension; i++) {
                compute(NTT, secrets[i], null, null, null);
            }
            byte[] ciphertext = new byte[ciphertextBytes()];
            for (int i = 0; i < dimension; i++) {
                multiply(transposed[i], secrets, sum);
                compute(ADD, sum, sum, secrets[dimension + i], null);
                compute(REDUCE, sum, null, null, null);
                MlKemCoding.compress(bitsOfU, sum, ciphertext, i * bitsOfU * BYTES_PER_BIT);
            }
            multiply(decode(key), secrets, sum);
            MlKemCoding.decompressMessage(message, mu);
            compute(ADD_THREE, sum, sum, secrets[2 * dimension], mu);
            MlKemCoding.compress(bitsOfV, sum, ciphertext, dimension * bitsOfU * BYTES_PER_BIT);
            return isDone ? ciphertext : null;
        } finally {
            clear(secrets);
            clear(sum, mu, product);
        }
    }

    /**
     * K-PKE.Decrypt, algorithm 15.
     *
     * @param key of {@link #decryptionKeyBytes}; its coefficients may have all values of 12 bits
     * @param ciphertext of {@link #ciphertextBytes}
     * @return the message, or null if a kernel was lost
     */
    byte[] decrypt(byte[] key, byte[] ciphertext) {
        short[][] u = polynomials(dimension);
        for (int i = 0; i < dimension; i++) {
            MlKemCoding.decompress(bitsOfU, ciphertext, i * bitsOfU * BYTES_PER_BIT, u[i]);
            compute(NTT, u[i], null, null, null);
        }
        short[] w = new short[Sampler.COEFFICIENTS];
        short[] su = new short[Sampler.COEFFICIENTS];
        short[][] s = decode(key);
        try {
            multiply(s, u, su);
            MlKemCoding.decompress(bitsOfV, ciphertext, dimension * bitsOfU * BYTES_PER_BIT, w);
            for (int i = 0; i < w.length; i++) {
                w[i] += (short) (MODULUS - su[i]);
            }
            compute(REDUCE, w, null, null, null);
            return isDone ? MlKemCoding.compressToMessage(w) : null;
        } finally {
            clear(s);
            clear(su, w, product);
        }
    }
}
