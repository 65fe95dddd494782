package org.cryptointrinsics.substitution.lattice;

import java.util.Collection;
import java.util.List;
import java.util.Set;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.JdkMembers;

/** ML-KEM. */
public final class MlKemFamily extends Family {

    private static final String NAME = "ML-KEM";
    public static final JdkMembers MEMBERS = new JdkMembers(NAME + ": off, ");
    public static final MlKemFamily INSTANCE = new MlKemFamily();

    private MlKemFamily() {
        super(NAME, MEMBERS);
    }

    @Override
    protected List<Class<?>> substitutions() {
        return List.of(MlKemSubstitutions.class);
    }

    @Override
    protected List<Class<?>> users() {
        return List.of(MlKemFields.class);
    }

    @Override
    public Set<String> firstUses() {
        return Set.of(MlKemFields.ML_KEM);
    }

    @Override
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
        return List.of(all.mlKem());
    }
}
