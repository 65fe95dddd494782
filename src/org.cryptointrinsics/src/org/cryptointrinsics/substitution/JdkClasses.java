package org.cryptointrinsics.substitution;

import static java.lang.invoke.MethodType.methodType;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.security.Key;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.Mac;
import javax.crypto.MacSpi;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;

import sun.security.jca.JCAUtil;

/** What the plugin takes for granted of the JDK's classes. */
final class JdkClasses {

    private JdkClasses() {
    }

    @SuppressWarnings("serial")
    private static final class Misfit extends Exception {
        Misfit(String message) {
            super(message);
        }
    }

    @FunctionalInterface
    private interface Check {
        void check() throws Misfit;
    }

    private static String mismatch(Check requirements) {
        try {
            requirements.check();
            return null;
        } catch (Misfit e) {
            return "in this JDK, " + e.getMessage();
        }
    }

    /** Says what the classes for digests lack, or null if they are as expected. */
    static String digestMisfit() {
        return mismatch(() -> {
            Class<?> base = find(DigestFields.DIGEST_BASE);
            requireField(base, "buffer", byte[].class);
            requireField(base, "bufOfs", int.class);
            requireField(base, "blockSize", int.class);
            requireField(base, "digestLength", int.class);
            requireField(base, "bytesProcessed", long.class);
            requireMethod(base, "implCompress", methodType(void.class, byte[].class, int.class));
            requireMethod(base, "implDigest", methodType(void.class, byte[].class, int.class));
            requireMethod(base, "implReset", methodType(void.class));
            requireMethod(base, "engineDigest", methodType(int.class, byte[].class, int.class, int.class));
            requireMethod(base, "engineReset", methodType(void.class));
            requireMethod(base, "implCompressMultiBlock0", methodType(int.class, byte[].class, int.class, int.class));
            for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
                Class<?> digest = find(algorithm.jdkClass());
                require(base.isAssignableFrom(digest), digest.getName() + " is no " + base.getName());
                requireField(digest, "state", arrayOfWords(algorithm));
                requireMethod(digest, "implCompress0", methodType(void.class, byte[].class, int.class));
            }
            requireField(find(DigestAlgorithm.SHA_1.jdkClass()), "W", int[].class);
            for (DigestAlgorithm algorithm : List.of(DigestAlgorithm.SHA_256, DigestAlgorithm.SHA_512)) {
                requireField(find(algorithm.jdkClass()), "initialHashes", arrayOfWords(algorithm));
                requireField(find(algorithm.jdkClass()), "W", arrayOfWords(algorithm));
            }
            Class<?> sha3 = find(DigestAlgorithm.SHA3_256.jdkClass());
            requireField(sha3, "suffix", byte.class);
            requireField(sha3, "squeezeOffset", int.class);
            Class<?> hmac = find(HmacFields.HMAC_CORE);
            requireField(hmac, "md", MessageDigest.class);
            requireField(hmac, "k_ipad", byte[].class);
            requireField(hmac, "k_opad", byte[].class);
            requireField(hmac, "first", boolean.class);
            requireField(Mac.class, "spi", MacSpi.class);
            requireField(Mac.class, "initialized", boolean.class);
            requireMethod(Mac.class, "doFinal", methodType(byte[].class, byte[].class));
            requireField(MessageDigest.class, "state", int.class);
            requireMethod(MessageDigest.class, "digest", methodType(byte[].class, byte[].class));
            requireMethod(MessageDigest.class, "update", methodType(void.class, ByteBuffer.class));
            requireField(find(DigestFields.DELEGATE), "digestSpi", MessageDigestSpi.class);
            Class<?> list = find(SunProvider.PROVIDER_LIST);
            requireField(find(SunProvider.PROVIDERS), "providerList", list);
            requireField(find(SunProvider.PROVIDERS), "threadListsUsed", int.class);
            requireField(list, "preferredPropList", find(SunProvider.PROVIDER_LIST + "$PreferredList"));
            requireField(list, "configs", find(SunProvider.PROVIDER_CONFIG).arrayType());
            requireField(find(SunProvider.PROVIDER_CONFIG), "provider", Provider.class);
            requireField(Provider.class, "serviceMap", Map.class);
            requireField(Provider.class, "serviceSet", Set.class);
            requireField(Provider.class, "servicesChanged", boolean.class);
            requireField(Provider.class, "legacyChanged", boolean.class);
        });
    }

    /** As {@link #digestMisfit}, of the classes for AES-GCM. */
    static String aesGcmMisfit() {
        return mismatch(() -> {
            requireField(Cipher.class, "spi", CipherSpi.class);
            requireField(Cipher.class, "initialized", boolean.class);
            requireField(Cipher.class, "opmode", int.class);
            requireField(Cipher.class, "cryptoPerm", find(CipherFields.PERMISSION));
            requireField(find(CipherFields.ALL_PERMISSION), "INSTANCE", find(CipherFields.ALL_PERMISSION));
            requireMethod(Cipher.class, "init", methodType(void.class, int.class, Key.class, AlgorithmParameterSpec.class));
            requireMethod(Cipher.class, "init", methodType(void.class, int.class, Key.class, AlgorithmParameterSpec.class, SecureRandom.class));
            requireField(SecretKeySpec.class, "key", byte[].class);
            requireField(GCMParameterSpec.class, "iv", byte[].class);
            requireMethod(JCAUtil.class, "getDefSecureRandom", methodType(SecureRandom.class));
            requireMethod(Cipher.class, "doFinal", methodType(byte[].class, byte[].class));
            requireMethod(Cipher.class, "doFinal", methodType(byte[].class, byte[].class, int.class, int.class));
            requireMethod(Cipher.class, "doFinal", methodType(int.class, byte[].class, int.class, int.class, byte[].class));
            requireMethod(Cipher.class, "doFinal", methodType(int.class, byte[].class, int.class, int.class, byte[].class, int.class));
            requireMethod(Cipher.class, "doFinal", methodType(int.class, ByteBuffer.class, ByteBuffer.class));
            Class<?> gcm = find(CipherFields.GCM);
            Class<?> engine = find(CipherFields.ENGINE);
            requireField(gcm, "initialized", boolean.class);
            requireField(gcm, "encryption", boolean.class);
            requireField(gcm, "reInit", boolean.class);
            requireField(gcm, "tagLenBytes", int.class);
            requireField(gcm, "iv", byte[].class);
            requireField(gcm, "lastIv", byte[].class);
            requireField(gcm, "lastKey", byte[].class);
            requireField(gcm, "random", SecureRandom.class);
            requireField(gcm, "blockCipher", find(CipherFields.BLOCK_CIPHER));
            requireField(gcm, "engine", engine);
            Class<?> buffer = find(CipherFields.BUFFER);
            requireField(engine, "aadBuffer", buffer);
            requireField(engine, "sizeOfAAD", int.class);
            requireField(engine, "aadProcessed", boolean.class);
            requireField(engine, "ibuffer", buffer);
            requireField(engine, "originalDst", ByteBuffer.class);
            requireField(engine, "originalOut", byte[].class);
            requireField(engine, "inPlaceArray", boolean.class);
            require(ByteArrayOutputStream.class.isAssignableFrom(buffer), buffer.getName() + " is no " + ByteArrayOutputStream.class.getName());
            requireField(ByteArrayOutputStream.class, "buf", byte[].class);
            requireField(ByteArrayOutputStream.class, "count", int.class);
            requireField(find(CipherFields.AES), "K", int[].class);
            requireField(find(CipherFields.AES), "lastKey", byte[].class);
            requireField(engine, "preCounterBlock", byte[].class);
            requireField(find(CipherFields.FEEDBACK_CIPHER), "iv", byte[].class);
            Class<?> gctr = find(CipherFields.GCTR);
            Class<?> ghash = find(CipherFields.GHASH);
            require(find(CipherFields.COUNTER_MODE).isAssignableFrom(gctr), gctr.getName() + " is no " + CipherFields.COUNTER_MODE);
            requireField(find(CipherFields.COUNTER_MODE), "counter", byte[].class);
            requireField(find(CipherFields.COUNTER_MODE), "used", int.class);
            requireMethod(find(CipherFields.COUNTER_MODE), "crypt", methodType(int.class, byte[].class, int.class, int.class, byte[].class, int.class));
            requireField(find(CipherFields.FEEDBACK_CIPHER), "embeddedCipher", find(CipherFields.BLOCK_CIPHER));
            requireField(ghash, "subkeyHtbl", long[].class);
            requireField(ghash, "state", long[].class);
            requireField(find(Buffers.DIRECT_BUFFER), "att", Object.class);
            requireField(engine, "gctr", gctr);
            requireField(engine, "ghash", ghash);
            require(engine.isAssignableFrom(find(CipherFields.ENCRYPTION_ENGINE)), CipherFields.ENCRYPTION_ENGINE + " is no " + engine.getName());
            requireMethod(gctr, "update", methodType(int.class, ByteBuffer.class, ByteBuffer.class));
            requireMethod(gctr, "update", methodType(int.class, byte[].class, int.class, int.class, ByteBuffer.class));
            requireMethod(ghash, "update", methodType(int.class, byte[].class, int.class, int.class));
            requireMethod(ghash, "update", methodType(int.class, ByteBuffer.class, int.class));
            requireMethod(gcm, "implGCMCrypt", methodType(int.class, byte[].class, int.class, int.class, byte[].class, int.class, byte[].class, int.class, gctr, ghash));
            requireMethod(engine, "implGCMCrypt", methodType(int.class, ByteBuffer.class, ByteBuffer.class));
        });
    }

    private static Class<?> arrayOfWords(DigestAlgorithm algorithm) {
        return algorithm.word() == Size.DWORD ? int[].class : long[].class;
    }

    private static Class<?> find(String name) throws Misfit {
        Class<?> type = Class.forName(Object.class.getModule(), name);
        require(type != null, name + " is missing");
        return type;
    }

    private static void requireField(Class<?> declaringClass, String name, Class<?> type) throws Misfit {
        require(Stream.of(declaringClass.getDeclaredFields()).anyMatch(field -> field.getName().equals(name) && field.getType() == type),
                        declaringClass.getName() + " has no field " + type.getSimpleName() + " " + name);
    }

    private static void requireMethod(Class<?> declaringClass, String name, MethodType type) throws Misfit {
        require(Stream.of(declaringClass.getDeclaredMethods()).anyMatch(
                        method -> method.getName().equals(name) && methodType(method.getReturnType(), method.getParameterTypes()).equals(type)),
                        declaringClass.getName() + " has no method " + name + type);
    }

    private static void require(boolean found, String otherwise) throws Misfit {
        if (!found) {
            throw new Misfit(otherwise);
        }
    }
}
