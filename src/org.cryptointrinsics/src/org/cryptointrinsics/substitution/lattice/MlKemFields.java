package org.cryptointrinsics.substitution.lattice;

import java.lang.invoke.MethodHandle;

import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What the JDK's class for ML-KEM (FIPS 203) keeps of the parameter set that it was made for, and its keys and ciphertexts. */
public final class MlKemFields {

    static final String ML_KEM = "com.sun.crypto.provider.ML_KEM";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = MlKemFamily.MEMBERS;

    private static final Class<?> TYPE = MEMBERS.type(ML_KEM);
    private static final long K = MEMBERS.field(TYPE, "mlKem_k", int.class);
    private static final long ETA1 = MEMBERS.field(TYPE, "mlKem_eta1", int.class);
    private static final long DU = MEMBERS.field(TYPE, "mlKem_du", int.class);
    private static final long DV = MEMBERS.field(TYPE, "mlKem_dv", int.class);

    private static final Class<?> ENCRYPTION_KEY = MEMBERS.type(ML_KEM + "$K_PKE_EncryptionKey");
    private static final long ENCRYPTION_KEY_BYTES = MEMBERS.field(ENCRYPTION_KEY, "keyBytes", byte[].class);
    private static final MethodHandle NEW_ENCRYPTION_KEY = MEMBERS.constructor(ENCRYPTION_KEY, Object.class, byte[].class);
    private static final Class<?> DECRYPTION_KEY = MEMBERS.type(ML_KEM + "$K_PKE_DecryptionKey");
    private static final long DECRYPTION_KEY_BYTES = MEMBERS.field(DECRYPTION_KEY, "keyBytes", byte[].class);
    private static final MethodHandle NEW_DECRYPTION_KEY = MEMBERS.constructor(DECRYPTION_KEY, Object.class, byte[].class);
    private static final MethodHandle NEW_KEY_PAIR = MEMBERS.constructor(MEMBERS.type(ML_KEM + "$K_PKE_KeyPair"), Object.class, ENCRYPTION_KEY, DECRYPTION_KEY);
    private static final Class<?> CIPHERTEXT = MEMBERS.type(ML_KEM + "$K_PKE_CipherText");
    private static final long CIPHERTEXT_BYTES = MEMBERS.field(CIPHERTEXT, "encryptedBytes", byte[].class);
    private static final MethodHandle NEW_CIPHERTEXT = MEMBERS.constructor(CIPHERTEXT, Object.class, byte[].class);

    private MlKemFields() {
    }

    /** Rows and columns of the matrix. */
    static int dimension(Object mlKem) {
        return U.getInt(mlKem, K);
    }

    /** The largest coefficient of a secret. */
    static int eta1(Object mlKem) {
        return U.getInt(mlKem, ETA1);
    }

    /** How many bits of each coefficient there are in a ciphertext, in its first polynomials. */
    static int bitsOfU(Object mlKem) {
        return U.getInt(mlKem, DU);
    }

    /** As {@link #bitsOfU}, in the last one. */
    static int bitsOfV(Object mlKem) {
        return U.getInt(mlKem, DV);
    }

    /** Those of a {@code K_PKE_EncryptionKey}. */
    static byte[] encryptionKeyBytes(Object key) {
        return (byte[]) U.getReference(key, ENCRYPTION_KEY_BYTES);
    }

    /** Those of a {@code K_PKE_DecryptionKey}. */
    static byte[] decryptionKeyBytes(Object key) {
        return (byte[]) U.getReference(key, DECRYPTION_KEY_BYTES);
    }

    /** Those of a {@code K_PKE_CipherText}. */
    static byte[] ciphertextBytes(Object ciphertext) {
        return (byte[]) U.getReference(ciphertext, CIPHERTEXT_BYTES);
    }

    /** A {@code K_PKE_CipherText}. */
    static Object newCiphertext(byte[] bytes) {
        try {
            return NEW_CIPHERTEXT.invokeExact(bytes);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** A {@code K_PKE_KeyPair}. */
    static Object newKeyPair(byte[] encryptionKey, byte[] decryptionKey) {
        try {
            return NEW_KEY_PAIR.invokeExact(NEW_ENCRYPTION_KEY.invokeExact(encryptionKey), NEW_DECRYPTION_KEY.invokeExact(decryptionKey));
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    /** The constructors of records throw nothing but errors. */
    private static Error unchecked(Throwable e) {
        return e instanceof Error error ? error : new AssertionError(e);
    }
}
