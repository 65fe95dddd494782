package org.cryptointrinsics.replacements;

import org.cryptointrinsics.selection.Misfit;
import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.SubstitutedMethod;
import org.cryptointrinsics.substitution.cipher.AesGcmInitialization;
import org.cryptointrinsics.substitution.cipher.AesGcmParameters;
import org.cryptointrinsics.substitution.cipher.CipherFields;
import org.cryptointrinsics.substitution.cipher.ModeFields;
import org.cryptointrinsics.substitution.digest.DigestClass;
import org.cryptointrinsics.substitution.digest.MacSubstitutions;
import org.cryptointrinsics.substitution.digest.MessageDigestSubstitutions;
import org.cryptointrinsics.substitution.digest.Sha3Substitutions;
import org.cryptointrinsics.substitution.lattice.MlDsaFields;
import org.cryptointrinsics.substitution.lattice.MlKemFields;
import org.cryptointrinsics.substitution.provider.SunProvider;
import org.cryptointrinsics.substitution.provider.UUIDSubstitutions;

/** What the plugin takes for granted of the JDK's classes. */
final class JdkClasses {

    private JdkClasses() {
    }

    /** Says what the classes for digests lack, or null if they are as expected. */
    static Misfit digestMisfit() {
        return misfit(JdkMembers.DIGESTS, DigestClass.class, MacSubstitutions.class, Sha3Substitutions.class, SunProvider.class, UUIDSubstitutions.class, SubstitutedMethod.class);
    }

    /** As {@link #digestMisfit}, of the classes for AES-GCM. */
    static Misfit aesGcmMisfit() {
        return misfit(JdkMembers.CIPHERS, CipherFields.class, ModeFields.class, AesGcmParameters.class, SubstitutedMethod.class);
    }

    /** As {@link #digestMisfit}, of the class for ML-KEM. */
    static Misfit mlKemMisfit() {
        return misfit(JdkMembers.ML_KEM, MlKemFields.class, SubstitutedMethod.class);
    }

    /** As {@link #digestMisfit}, of the class for ML-DSA. */
    static Misfit mlDsaMisfit() {
        return misfit(JdkMembers.ML_DSA, MlDsaFields.class, SubstitutedMethod.class);
    }

    private static Misfit misfit(JdkMembers members, Class<?>... users) {
        Misfit shared = JdkMembers.SHARED.misfit(Buffers.class, Bytes.class, MessageDigestSubstitutions.class, AesGcmInitialization.class);
        return shared == null ? members.misfit(users) : shared;
    }
}
