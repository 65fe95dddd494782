package org.cryptointrinsics.replacements;

import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.cipher.CipherFields;
import org.cryptointrinsics.substitution.cipher.ModeFields;
import org.cryptointrinsics.substitution.digest.DigestClass;
import org.cryptointrinsics.substitution.digest.MacSubstitutions;
import org.cryptointrinsics.substitution.provider.SunProvider;
import org.cryptointrinsics.substitution.provider.UUIDSubstitutions;

/** What the plugin takes for granted of the JDK's classes. */
public final class JdkClasses {

    private JdkClasses() {
    }

    /** Says what the classes for digests lack, or null if they are as expected. */
    static String digestMisfit() {
        DigestClass.link();
        MacSubstitutions.link();
        UUIDSubstitutions.link();
        SunProvider.isPrinted();
        return JdkMembers.DIGESTS.misfit();
    }

    /** As {@link #digestMisfit}, of the classes for AES-GCM. */
    static String aesGcmMisfit() {
        CipherFields.link();
        ModeFields.link();
        Buffers.link();
        return JdkMembers.CIPHERS.misfit() != null ? JdkMembers.CIPHERS.misfit() : JdkMembers.BUFFERS.misfit();
    }
}
