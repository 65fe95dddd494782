package org.cryptointrinsics.substitution;

import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Misfit;
import org.cryptointrinsics.substitution.cipher.AesGcmBlocks;
import org.cryptointrinsics.substitution.cipher.AesGcmInitialization;
import org.cryptointrinsics.substitution.cipher.AesGcmMessages;
import org.cryptointrinsics.substitution.cipher.AesGcmParameters;
import org.cryptointrinsics.substitution.cipher.CipherFields;
import org.cryptointrinsics.substitution.cipher.ModeFields;
import org.cryptointrinsics.substitution.digest.DigestBaseSubstitutions;
import org.cryptointrinsics.substitution.digest.DigestClass;
import org.cryptointrinsics.substitution.digest.MacSubstitutions;
import org.cryptointrinsics.substitution.digest.MessageDigestSubstitutions;
import org.cryptointrinsics.substitution.digest.Pbkdf2Substitutions;
import org.cryptointrinsics.substitution.digest.Sha3Substitutions;
import org.cryptointrinsics.substitution.lattice.MlDsaFields;
import org.cryptointrinsics.substitution.lattice.MlDsaSubstitutions;
import org.cryptointrinsics.substitution.lattice.MlKemFields;
import org.cryptointrinsics.substitution.lattice.MlKemSubstitutions;
import org.cryptointrinsics.substitution.provider.SunProvider;
import org.cryptointrinsics.substitution.provider.UUIDSubstitutions;
import org.cryptointrinsics.substitution.tls.EngineFields;
import org.cryptointrinsics.substitution.tls.RecordFields;
import org.cryptointrinsics.substitution.tls.SSLEngineSubstitutions;

/** Substitutions that stand for methods of the same classes of the JDK, and are on or off together. Of each, nothing is loaded before it is needed. Thread-safe. */
public enum Family {

    DIGESTS(JdkMembers.DIGESTS),
    /** AES-GCM, and AES in counter mode. */
    CIPHERS(JdkMembers.CIPHERS),
    /** Records of TLS that are encrypted with AES-GCM. */
    RECORDS(JdkMembers.RECORDS),
    ML_KEM(JdkMembers.ML_KEM),
    ML_DSA(JdkMembers.ML_DSA);

    private final JdkMembers members;
    private List<SubstitutedMethod> methods;

    Family(JdkMembers members) {
        this.members = members;
    }

    private List<Class<?>> substitutions() {
        return switch (this) {
            case DIGESTS -> List.of(DigestBaseSubstitutions.class, MessageDigestSubstitutions.class, MacSubstitutions.class, Pbkdf2Substitutions.class, Sha3Substitutions.class,
                            UUIDSubstitutions.class);
            case CIPHERS -> List.of(AesGcmMessages.class, AesGcmInitialization.class, AesGcmBlocks.class);
            case RECORDS -> List.of(SSLEngineSubstitutions.class);
            case ML_KEM -> List.of(MlKemSubstitutions.class);
            case ML_DSA -> List.of(MlDsaSubstitutions.class);
        };
    }

    /** The classes of ours that have members of the JDK's classes. */
    private Class<?>[] users() {
        return switch (this) {
            case DIGESTS -> new Class<?>[]{DigestClass.class, MacSubstitutions.class, Sha3Substitutions.class, SunProvider.class, UUIDSubstitutions.class};
            case CIPHERS -> new Class<?>[]{CipherFields.class, ModeFields.class, AesGcmParameters.class};
            case RECORDS -> new Class<?>[]{EngineFields.class, RecordFields.class, SSLEngineSubstitutions.records()};
            case ML_KEM -> new Class<?>[]{MlKemFields.class};
            case ML_DSA -> new Class<?>[]{MlDsaFields.class};
        };
    }

    /** The methods of the JDK that have substitutions, as far as they are there. */
    public synchronized List<SubstitutedMethod> methods() {
        if (methods == null) {
            methods = SubstitutedMethod.of(members, substitutions());
        }
        return methods;
    }

    /** The {@linkplain SubstitutedMethod#name() names} of the methods of all families, whether this JDK has them or not. */
    public static Set<String> methodNames() {
        return Stream.of(values()).flatMap(family -> family.substitutions().stream()).flatMap(SubstitutedMethod::names).collect(Collectors.toUnmodifiableSet());
    }

    /** The methods that are replaced besides where Graal is the JIT, in code that it compiles. */
    public Stream<SubstitutedMethod> replacedByGraal() {
        return switch (this) {
            case DIGESTS -> SubstitutedMethod.replaced(MessageDigest.class, "getInstance", SunProvider.class);
            case CIPHERS -> Stream.of(Cipher.class, GCMParameterSpec.class).flatMap(type -> SubstitutedMethod.replaced(type, "init", AesGcmParameters.class));
            case RECORDS, ML_KEM, ML_DSA -> Stream.of();
        };
    }

    /** Those of ours that all families use. */
    private static Class<?>[] sharedUsers() {
        return new Class<?>[]{Buffers.class, Bytes.class, MessageDigestSubstitutions.class, AesGcmInitialization.class};
    }

    /** The classes of ours that have members of the JDK's classes. */
    public static Stream<Class<?>> allUsers() {
        return Stream.concat(Stream.of(sharedUsers()), Stream.of(values()).flatMap(family -> Stream.of(family.users())));
    }

    /** Says what the JDK's classes lack, or null if they are as expected. */
    public Misfit misfit() {
        Misfit shared = JdkMembers.SHARED.misfit(sharedUsers());
        if (shared != null) {
            return shared;
        }
        methods();
        return members.misfit(users());
    }

    /** The intrinsics whose kernels the substitutions call. */
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
        return switch (this) {
            case DIGESTS -> all.digests();
            case CIPHERS, RECORDS -> List.of(all.aesGcm());
            case ML_KEM -> List.of(all.mlKem());
            case ML_DSA -> List.of(all.mlDsa());
        };
    }
}
