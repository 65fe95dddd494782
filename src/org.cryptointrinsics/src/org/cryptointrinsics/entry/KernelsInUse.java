package org.cryptointrinsics.entry;

import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Use;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.cipher.CipherFields;
import org.cryptointrinsics.substitution.digest.JdkDigest;

import jdk.internal.misc.Unsafe;

/** The kernels that an application needs at once: of algorithms that it has begun to use, what they are mostly used for. */
final class KernelsInUse {

    private static final List<Use> OF_MESSAGES = List.of(Use.ENCRYPT_128, Use.DECRYPT_128, Use.ENCRYPT_256, Use.DECRYPT_256);
    private static final List<Use> OF_RECORDS = List.of(Use.ENCRYPT_RECORD_128, Use.DECRYPT_VERIFIED_128, Use.ENCRYPT_RECORD_256, Use.DECRYPT_VERIFIED_256);
    private static final List<String> TLS = List.of("sun.security.ssl.SSLEngineImpl", "sun.security.ssl.SSLSocketImpl");

    /** An application that uses many algorithms does not wait for all of them. */
    private static final int MOST = 12;

    private KernelsInUse() {
    }

    /** Makes those that are not made yet. That takes as long as a busy machine wants: calls that went in before would throw away what C2 has compiled, and have no kernels. */
    static void make(Intrinsics intrinsics) {
        Stream<OnDemand<? extends KernelMethod>> ofDigests = Stream.of(JdkDigest.values()).filter(digest -> isUsed(digest.className())).flatMap(digest -> {
            DigestIntrinsic intrinsic = intrinsics.of(digest.algorithm());
            return Stream.of(intrinsic.compressMethod, intrinsic.hashMethod);
        });
        Stream<Use> ofMessages = isUsed(CipherFields.GCM) ? OF_MESSAGES.stream() : Stream.of();
        Stream<Use> ofRecords = TLS.stream().anyMatch(KernelsInUse::isUsed) ? OF_RECORDS.stream() : Stream.of();
        Stream.concat(Stream.concat(ofMessages, ofRecords).flatMap(intrinsics.aesGcm()::kernelMethods), ofDigests).limit(MOST).forEach(OnDemand::make);
    }

    /** Whether a class of the JDK is initialized. */
    private static boolean isUsed(String className) {
        Class<?> type = Class.forName(Object.class.getModule(), className);
        return type != null && !Unsafe.getUnsafe().shouldBeInitialized(type);
    }
}
