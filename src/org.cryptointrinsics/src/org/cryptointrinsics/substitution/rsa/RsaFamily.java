package org.cryptointrinsics.substitution.rsa;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.JdkMembers;

/** RSA with private keys. */
public final class RsaFamily extends Family {

    public static final JdkMembers MEMBERS = new JdkMembers(FunctionIntrinsic.RSA + ": off, ");
    public static final RsaFamily INSTANCE = new RsaFamily();

    private RsaFamily() {
        super(FunctionIntrinsic.RSA, MEMBERS);
    }

    @Override
    protected List<Class<?>> substitutions() {
        return List.of(RsaSubstitutions.class);
    }

    @Override
    protected Stream<String> jdkClasses() {
        return Stream.of(RsaSubstitutions.KEY, RsaSubstitutions.CORE + "$BlindingParameters");
    }

    @Override
    public Set<String> firstUses() {
        return Set.of(RsaSubstitutions.CORE);
    }

    @Override
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
        return List.of(all.rsa());
    }
}
