package org.cryptointrinsics.test.lattice;

import java.lang.reflect.AccessibleObject;

import org.cryptointrinsics.test.Jit;

/** The JDK's component scheme of ML-KEM, which substitutions stand for. */
final class Pke {

    static final String ENCRYPT = "kPkeEncrypt";
    static final String DECRYPT = "kPkeDecrypt";

    private final Class<?> type = Class.forName("com.sun.crypto.provider.ML_KEM");
    private final Object mlKem;

    /** @param name of the parameter set */
    Pke(String name) throws ReflectiveOperationException {
        mlKem = accessible(type.getDeclaredConstructor(String.class)).newInstance(name);
    }

    static <T extends AccessibleObject> T accessible(T member) {
        member.setAccessible(true);
        return member;
    }

    private Object call(String method, Object... arguments) throws ReflectiveOperationException {
        return accessible(Jit.methods(type, method).getFirst()).invoke(mlKem, arguments);
    }

    private Object record(String kind, byte[] bytes) throws ReflectiveOperationException {
        return accessible(Class.forName(type.getName() + "$K_PKE_" + kind).getDeclaredConstructor(byte[].class)).newInstance((Object) bytes);
    }

    byte[] encrypt(byte[] key, byte[] message, byte[] sigma) throws ReflectiveOperationException {
        Object ciphertext = call(ENCRYPT, record("EncryptionKey", key), message, sigma);
        return (byte[]) accessible(ciphertext.getClass().getDeclaredMethod("encryptedBytes")).invoke(ciphertext);
    }

    byte[] decrypt(byte[] key, byte[] ciphertext) throws ReflectiveOperationException {
        return (byte[]) call(DECRYPT, record("DecryptionKey", key), record("CipherText", ciphertext));
    }
}
