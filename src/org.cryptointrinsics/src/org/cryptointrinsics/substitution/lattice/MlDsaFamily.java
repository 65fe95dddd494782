package org.cryptointrinsics.substitution.lattice;

import java.util.Collection;
import java.util.List;
import java.util.Set;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.JdkMembers;

/** ML-DSA. */
public final class MlDsaFamily extends Family {

    private static final String NAME = "ML-DSA";
    public static final JdkMembers MEMBERS = new JdkMembers(NAME + ": off, ");
    public static final MlDsaFamily INSTANCE = new MlDsaFamily();

    private MlDsaFamily() {
        super(NAME, MEMBERS);
    }

    @Override
    protected List<Class<?>> substitutions() {
        return List.of(MlDsaSubstitutions.class);
    }

    @Override
    protected List<Class<?>> users() {
        return List.of(MlDsaFields.class);
    }

    @Override
    public Set<String> firstUses() {
        return Set.of(MlDsaFields.ML_DSA);
    }

    @Override
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
        return List.of(all.mlDsa());
    }
}
