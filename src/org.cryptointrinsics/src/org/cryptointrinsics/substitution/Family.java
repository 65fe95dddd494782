package org.cryptointrinsics.substitution;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.selection.Misfit;

/**
 * Substitutions that stand for methods of the same classes of the JDK, and are on or off together. A class of their package says all that is particular to them; {@link Families}
 * lists these. Of each, nothing is loaded before it is needed. Thread-safe.
 */
public abstract class Family {

    private final String name;
    private final JdkMembers members;
    private List<SubstitutedMethod> methods;

    /**
     * @param name as lines tell it
     */
    protected Family(String name, JdkMembers members) {
        this.name = name;
        this.members = members;
    }

    @Override
    public final String toString() {
        return name;
    }

    /** The classes of ours with the substitutions. */
    protected abstract List<Class<?>> substitutions();

    /** The classes of ours that have members of the JDK's classes. */
    protected List<Class<?>> users() {
        return substitutions();
    }

    /** The names of the JDK's classes of which substitutions ask for objects, and of what those hold. */
    protected Stream<String> jdkClasses() {
        return Stream.of();
    }

    /** The names of classes of the JDK by which it is known that the family will be used, when they are loaded. */
    public abstract Set<String> firstUses();

    /** The intrinsics whose kernels the substitutions call. */
    public abstract Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all);

    /** Whether Graal, as the JIT, puts the substitutions in place of calls. Without, the agent alone has them called. */
    public boolean isForGraal() {
        return false;
    }

    /** The methods that are replaced besides where Graal is the JIT, in code that it compiles. */
    public Stream<SubstitutedMethod> replacedByGraal() {
        return Stream.of();
    }

    /** Whether it has no intrinsic of its own, which would be off where the JDK's classes are not as expected. */
    public boolean sharesIntrinsics() {
        return false;
    }

    /** The methods of the JDK that have substitutions, as far as they are there. */
    public final synchronized List<SubstitutedMethod> methods() {
        if (methods == null) {
            methods = SubstitutedMethod.of(members, substitutions());
        }
        return methods;
    }

    /** Says what the JDK's classes lack, or null if they are as expected. */
    public final Misfit misfit() {
        Misfit shared = JdkMembers.SHARED.misfit(Families.sharedUsers());
        if (shared != null) {
            return shared;
        }
        methods();
        return members.misfit(users());
    }
}
