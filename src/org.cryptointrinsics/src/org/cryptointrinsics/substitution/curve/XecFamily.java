package org.cryptointrinsics.substitution.curve;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Family;
import org.cryptointrinsics.substitution.JdkMembers;

/** X25519. */
public final class XecFamily extends Family {

    public static final JdkMembers MEMBERS = new JdkMembers(FunctionIntrinsic.X25519 + ": off, ");
    public static final XecFamily INSTANCE = new XecFamily();

    private XecFamily() {
        super(FunctionIntrinsic.X25519, MEMBERS);
    }

    @Override
    protected List<Class<?>> substitutions() {
        return List.of(XecSubstitutions.class);
    }

    @Override
    protected List<Class<?>> users() {
        return List.of(XecSubstitutions.class);
    }

    @Override
    protected Stream<String> jdkClasses() {
        return Stream.of();
    }

    @Override
    public Set<String> firstUses() {
        return Set.of(XecSubstitutions.OPERATIONS);
    }

    @Override
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
        return List.of(all.x25519());
    }
}
