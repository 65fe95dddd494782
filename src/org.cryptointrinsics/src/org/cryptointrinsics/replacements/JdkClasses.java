package org.cryptointrinsics.replacements;

import java.nio.ByteBuffer;
import java.security.Key;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.Cipher;
import javax.crypto.Mac;

import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.cipher.CipherFields;
import org.cryptointrinsics.substitution.cipher.ModeFields;
import org.cryptointrinsics.substitution.digest.DigestClass;
import org.cryptointrinsics.substitution.digest.DigestFields;
import org.cryptointrinsics.substitution.digest.MacSubstitutions;
import org.cryptointrinsics.substitution.provider.SunProvider;
import org.cryptointrinsics.substitution.provider.UUIDSubstitutions;

import sun.security.jca.JCAUtil;

/** What the plugin takes for granted of the JDK's classes. */
public final class JdkClasses {

    private JdkClasses() {
    }

    /** Says what the classes for digests lack, or null if they are as expected. */
    static String digestMisfit() {
        JdkMembers members = DigestFields.MEMBERS;
        DigestClass.link();
        MacSubstitutions.link();
        UUIDSubstitutions.link();
        SunProvider.isPrinted();
        // What is replaced.
        members.require(DigestFields.BASE, "engineReset", void.class);
        members.require(DigestFields.BASE, "implCompressMultiBlock0", int.class, byte[].class, int.class, int.class);
        members.require(Mac.class, "doFinal", byte[].class, byte[].class);
        members.require(MessageDigest.class, "digest", byte[].class, byte[].class);
        members.require(MessageDigest.class, "update", void.class, ByteBuffer.class);
        return members.misfit();
    }

    /** As {@link #digestMisfit}, of the classes for AES-GCM. */
    static String aesGcmMisfit() {
        JdkMembers members = CipherFields.MEMBERS;
        CipherFields.link();
        ModeFields.link();
        Buffers.link();
        // What is replaced, or called, by name.
        members.require(Cipher.class, "init", void.class, int.class, Key.class, AlgorithmParameterSpec.class);
        members.require(Cipher.class, "init", void.class, int.class, Key.class, AlgorithmParameterSpec.class, SecureRandom.class);
        members.require(JCAUtil.class, "getDefSecureRandom", SecureRandom.class);
        members.require(Cipher.class, "doFinal", byte[].class, byte[].class);
        members.require(Cipher.class, "doFinal", byte[].class, byte[].class, int.class, int.class);
        members.require(Cipher.class, "doFinal", int.class, byte[].class, int.class, int.class, byte[].class);
        members.require(Cipher.class, "doFinal", int.class, byte[].class, int.class, int.class, byte[].class, int.class);
        members.require(Cipher.class, "doFinal", int.class, ByteBuffer.class, ByteBuffer.class);
        return members.misfit() != null ? members.misfit() : Buffers.MEMBERS.misfit();
    }
}
