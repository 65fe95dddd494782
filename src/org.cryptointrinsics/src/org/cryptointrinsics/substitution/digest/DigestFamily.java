package org.cryptointrinsics.substitution.digest;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.DigestNames;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.SubstitutedMethod;

/** Digests, and what is made of them: HMAC, PBKDF2, UUIDs, SHAKE. */
public final class DigestFamily extends Family {

    private static final String NAME = "digests";
    public static final JdkMembers MEMBERS = new JdkMembers(NAME + ": off, ");
    public static final DigestFamily INSTANCE = new DigestFamily();

    private DigestFamily() {
        super(NAME, MEMBERS);
    }

    @Override
    protected List<Class<?>> substitutions() {
        return List.of(DigestBaseSubstitutions.class, MessageDigestSubstitutions.class, MacSubstitutions.class, Pbkdf2Substitutions.class, Sha3Substitutions.class,
                        UUIDSubstitutions.class);
    }

    @Override
    protected List<Class<?>> users() {
        return List.of(DigestClass.class, MacSubstitutions.class, Sha3Substitutions.class, SunProvider.class, UUIDSubstitutions.class);
    }

    @Override
    protected Stream<String> jdkClasses() {
        return Stream.of(Arrays.stream(DigestAlgorithm.values()).map(DigestNames::jdkClass), Arrays.stream(JdkDigest.values()).map(JdkDigest::className),
                        Stream.of(DigestFields.DELEGATE, DigestFields.DELEGATE + "$CloneableDelegate", MacSubstitutions.HMAC_CORE, Sha3Substitutions.PARALLEL, SunProvider.SUN)) //
                        .flatMap(names -> names);
    }

    @Override
    public Set<String> firstUses() {
        return Set.of(DigestFields.DIGEST_BASE);
    }

    @Override
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
        return all.digests();
    }

    @Override
    public boolean isForGraal() {
        return true;
    }

    @Override
    public Stream<SubstitutedMethod> replacedByGraal() {
        return SubstitutedMethod.replaced(MessageDigest.class, "getInstance", SunProvider.class);
    }
}
