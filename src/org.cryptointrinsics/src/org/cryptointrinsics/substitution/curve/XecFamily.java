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

    /** The JDK's arithmetic. Elements of a field are made by that; a24 (RFC 7748, 5) is there before. */
    private static final String POLYNOMIALS = "sun.security.util.math.intpoly.IntegerPolynomial";

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
    protected Stream<String> jdkClasses() {
        return Stream.of(XecSubstitutions.OPERATIONS, POLYNOMIALS + "25519", POLYNOMIALS + "$Limb");
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
