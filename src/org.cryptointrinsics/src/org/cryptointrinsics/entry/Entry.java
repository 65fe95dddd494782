package org.cryptointrinsics.entry;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.substitution.SubstitutedMethod;

/** What there is for one method. */
final class Entry {

    private static final String UNUSED = "not used yet";

    final SubstitutedMethod method;
    /** Of the {@link EntryMethod}, among all. */
    final int index;
    final Collection<? extends Intrinsic<?>> intrinsics;
    /** Of all methods that the substitution stands for. */
    final List<MethodName> roots;
    final String name;
    /** Those of all methods that the substitution stands for. */
    volatile Set<Class<?>> classes;
    /** Why the substitution is not called, whatever it stands for: an option, or that the call could not be put into the method; or null. */
    volatile String failure;
    /** How often a class was about to be redefined. */
    int announcements;
    /** Whether it is known if the substitution is called. */
    boolean isKnown;
    /** Why the substitution is not called, or null. */
    String reason;
    /** That it stands for methods which nobody has read, and is called all the same; or null. */
    volatile String untested;
    boolean isTold;
    /** Why the method has no kernels, as was told last, or null. */
    String offBecause;
    /** Since when that is so, in milliseconds since 1970. */
    long since;

    /**
     * @param intrinsics those whose kernels the substitution calls
     * @param turnedOff why the method is left to the JDK, or null
     */
    Entry(SubstitutedMethod method, int index, Collection<? extends Intrinsic<?>> intrinsics, String turnedOff) throws IOException {
        this.method = method;
        this.index = index;
        this.intrinsics = intrinsics;
        failure = turnedOff;
        roots = EntryMethod.of(method).roots();
        classes = SubstitutedMethod.JDK.classes(roots);
        Method jdk = method.method();
        name = jdk.getDeclaringClass().getName() + "." + jdk.getName() +
                        Stream.of(jdk.getParameterTypes()).map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    }

    Stream<Class<?>> entered() {
        return method.methods().map(Method::getDeclaringClass);
    }

    EntryInfo info() {
        boolean isUsed = intrinsics.stream().anyMatch(intrinsic -> intrinsic.state() == CryptoIntrinsicsMXBean.State.ON);
        String ofOn = untested != null || isUsed ? untested : UNUSED;
        return new EntryInfo(name, offBecause == null, since, offBecause == null ? ofOn : offBecause, intrinsics.stream().map(Intrinsic::name).toList());
    }
}
