package org.cryptointrinsics.entry;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.cipher.CipherFields;
import org.cryptointrinsics.substitution.digest.JdkDigest;

import jdk.internal.misc.Unsafe;

/** The kernels that an application needs at once: of algorithms that it has begun to use, what they are mostly used for. */
final class KernelsInUse {

    private static final List<AesUse> OF_MESSAGES = ofAes(AesPart.MESSAGE, AesPart.MESSAGE);
    private static final List<AesUse> OF_RECORDS = ofAes(AesPart.RECORD, AesPart.VERIFIED);
    private static final List<String> TLS = List.of("sun.security.ssl.SSLEngineImpl", "sun.security.ssl.SSLSocketImpl");

    /** An application that uses many algorithms does not wait for all of them. */
    private static final int MOST = 12;

    private KernelsInUse() {
    }

    /** With keys of 128 and 256 bits. */
    private static List<AesUse> ofAes(AesPart encryption, AesPart decryption) {
        return Stream.of(128, 256).flatMap(keyBits -> Stream.of(new AesUse(encryption, keyBits, true), new AesUse(decryption, keyBits, false))).toList();
    }

    /**
     * Makes those that are not made yet. That takes as long as a busy machine wants: calls that went in before would throw away what C2 has compiled, and have no kernels.
     *
     * @param isLoaded whether a class of the JDK is loaded
     */
    static void make(Intrinsics intrinsics, Predicate<String> isLoaded) {
        Predicate<String> isUsed = className -> isLoaded.test(className) && isInitialized(className);
        Stream<OnDemand<? extends KernelMethod>> ofDigests = Stream.of(JdkDigest.values()).filter(digest -> isUsed.test(digest.className())).flatMap(digest -> {
            DigestIntrinsic intrinsic = intrinsics.of(digest.algorithm());
            return Stream.of(intrinsic.compressMethod, intrinsic.hashMethod);
        });
        Stream<AesUse> ofMessages = isUsed.test(CipherFields.GCM) ? OF_MESSAGES.stream() : Stream.of();
        Stream<AesUse> ofRecords = TLS.stream().anyMatch(isUsed) ? OF_RECORDS.stream() : Stream.of();
        Stream.concat(Stream.concat(ofMessages, ofRecords).flatMap(intrinsics.aesGcm()::kernelMethods), ofDigests).limit(MOST).forEach(OnDemand::make);
    }

    /** Whether a class of the JDK is initialized. */
    private static boolean isInitialized(String className) {
        Class<?> type = Class.forName(Object.class.getModule(), className);
        return type != null && !Unsafe.getUnsafe().shouldBeInitialized(type);
    }
}
