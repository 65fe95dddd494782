package org.cryptointrinsics.substitution;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.Intrinsics.Misfits;
import org.cryptointrinsics.substitution.cipher.AesFamily;
import org.cryptointrinsics.substitution.cipher.AesGcmInitialization;
import org.cryptointrinsics.substitution.curve.XecFamily;
import org.cryptointrinsics.substitution.digest.DigestFamily;
import org.cryptointrinsics.substitution.digest.MessageDigestSubstitutions;
import org.cryptointrinsics.substitution.lattice.MlDsaFamily;
import org.cryptointrinsics.substitution.lattice.MlKemFamily;
import org.cryptointrinsics.substitution.tls.RecordFamily;

/** All families. */
public final class Families {

    private static final List<Family> ALL = List.of(DigestFamily.INSTANCE, AesFamily.INSTANCE, RecordFamily.INSTANCE, MlKemFamily.INSTANCE, MlDsaFamily.INSTANCE,
                    XecFamily.INSTANCE);

    private Families() {
    }

    /** In an order that is always the same. */
    public static List<Family> all() {
        return ALL;
    }

    /** By the names of classes of the JDK, with slashes, that tell by being loaded that a family will be used. */
    public static Map<String, Family> byFirstUse() {
        return ALL.stream().flatMap(family -> family.firstUses().stream().map(name -> Map.entry(name.replace('.', '/'), family))).collect(
                        Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** What the JDK's classes lack, for intrinsics. */
    public static Misfits misfits() {
        return new Misfits(DigestFamily.INSTANCE::misfit, AesFamily.INSTANCE::misfit, MlKemFamily.INSTANCE::misfit, MlDsaFamily.INSTANCE::misfit,
                        XecFamily.INSTANCE::misfit);
    }

    /** The {@linkplain SubstitutedMethod#name() names} of all methods, whether this JDK has them or not. */
    public static Set<String> methodNames() {
        return ALL.stream().flatMap(family -> family.substitutions().stream()).flatMap(SubstitutedMethod::names).collect(Collectors.toUnmodifiableSet());
    }

    /** As {@link Family#jdkClasses}, with slashes. */
    static Set<String> jdkClasses() {
        return ALL.stream().flatMap(Family::jdkClasses).map(name -> name.replace('.', '/')).collect(Collectors.toUnmodifiableSet());
    }

    /** Those of ours that all families use. */
    static List<Class<?>> sharedUsers() {
        return List.of(Buffers.class, Bytes.class, MessageDigestSubstitutions.class, AesGcmInitialization.class);
    }

    /** The classes of ours that have members of the JDK's classes. */
    public static Stream<Class<?>> allUsers() {
        return Stream.concat(Stream.of(sharedUsers()), ALL.stream().map(Family::users)).flatMap(List::stream);
    }
}
