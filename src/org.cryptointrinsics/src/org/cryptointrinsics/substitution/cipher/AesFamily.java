package org.cryptointrinsics.substitution.cipher;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.SubstitutedMethod;

/** AES-GCM, and AES in counter mode. */
public final class AesFamily extends Family {

    private static final String NAME = AesGcmKernel.NAME;
    public static final JdkMembers MEMBERS = new JdkMembers(NAME + ": off, ");
    public static final AesFamily INSTANCE = new AesFamily();

    private AesFamily() {
        super(NAME, MEMBERS);
    }

    @Override
    protected List<Class<?>> substitutions() {
        return List.of(AesGcmMessages.class, AesGcmInitialization.class, AesGcmBlocks.class);
    }

    @Override
    protected List<Class<?>> users() {
        return List.of(CipherFields.class, ModeFields.class, AesGcmParameters.class);
    }

    @Override
    protected Stream<String> jdkClasses() {
        return Stream.of(CipherFields.GCM, CipherFields.GCM + "$AESGCM", CipherFields.ENCRYPTION_ENGINE, CipherFields.DECRYPTION_ENGINE, CipherFields.AES, CipherFields.LATER_AES,
                        CipherFields.COUNTER_MODE, CipherFields.GCTR, CipherFields.GHASH, CipherFields.ALL_PERMISSION, SecretKeySpec.class.getName(),
                        GCMParameterSpec.class.getName());
    }

    @Override
    public Set<String> firstUses() {
        return Set.of(CipherFields.GCM, CipherFields.COUNTER_MODE);
    }

    @Override
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
        return List.of(all.aesGcm());
    }

    @Override
    public boolean isForGraal() {
        return true;
    }

    @Override
    public Stream<SubstitutedMethod> replacedByGraal() {
        return Stream.of(Cipher.class, GCMParameterSpec.class).flatMap(type -> SubstitutedMethod.replaced(type, "init", AesGcmParameters.class));
    }
}
