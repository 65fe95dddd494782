package org.cryptointrinsics.substitution;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.JdkMethods;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.selection.DigestIntrinsic;
import org.cryptointrinsics.selection.DigestNames;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;

/**
 * A method of the JDK that has a {@link MethodSubstitution}.
 *
 * @param method of the JDK; if it is abstract, those that implement it are substituted
 * @param substitution of ours
 */
public record SubstitutedMethod(Method method, Method substitution) {

    /** What knows the JDK's methods by the classes of objects that substitutions ask for, and of what those hold. */
    public static final JdkMethods JDK = new JdkMethods(Families.jdkClasses());

    static List<SubstitutedMethod> of(JdkMembers members, List<Class<?>> classes) {
        Stream<Method> substitutions = classes.stream().flatMap(type -> Arrays.stream(type.getDeclaredMethods()));
        return substitutions.filter(method -> method.isAnnotationPresent(MethodSubstitution.class)).map(method -> of(members, method)).filter(Objects::nonNull).toList();
    }

    /** The names of the methods that have their substitutions in a class. */
    static Stream<String> names(Class<?> substitutions) {
        return Stream.of(substitutions.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(MethodSubstitution.class)).map(
                        method -> name(method.getAnnotation(MethodSubstitution.class).value(), method.getName()));
    }

    private static SubstitutedMethod of(JdkMembers members, Method substitution) {
        MethodSubstitution annotation = substitution.getAnnotation(MethodSubstitution.class);
        Class<?> type = members.type(annotation.value());
        if (type != null && Stream.of(type.getDeclaredMethods()).map(MethodName::of).anyMatch(name -> annotation.unless().equals(name.name() + name.descriptor()))) {
            return null;
        }
        String taken = Stream.of(substitution.getParameterTypes()).map(Class::getSimpleName).collect(Collectors.joining(", "));
        Method method = type == null ? null : members.require(type, substitution.getName() + " for (" + taken + ")", candidate -> fits(candidate, substitution));
        return method == null ? null : new SubstitutedMethod(method, substitution);
    }

    /** The methods of that name of a class of the JDK, each with the one of ours that takes what it is given. */
    public static Stream<SubstitutedMethod> replaced(Class<?> type, String name, Class<?> replacements) {
        return Stream.of(type.getDeclaredMethods()).filter(method -> method.getName().equals(name)).flatMap(
                        method -> Stream.of(replacements.getDeclaredMethods()).filter(candidate -> candidate.getName().equals(name) && takes(candidate, given(method))).map(
                                        replacement -> new SubstitutedMethod(method, replacement)));
    }

    private static boolean takes(Method replacement, Class<?>[] given) {
        Class<?>[] taken = replacement.getParameterTypes();
        return taken.length == given.length && IntStream.range(0, taken.length).allMatch(i -> taken[i].isAssignableFrom(given[i]));
    }

    private static boolean fits(Method method, Method substitution) {
        Class<?> result = method.getReturnType();
        Class<?> told = result.isPrimitive() ? result == void.class ? boolean.class : int.class : result;
        Class<?>[] given = given(method);
        Class<?>[] taken = substitution.getParameterTypes();
        boolean isTaken = method.getName().equals(substitution.getName()) && given.length == taken.length;
        for (int i = 0; isTaken && i < given.length; i++) {
            isTaken = given[i] == taken[i] || taken[i] == Object.class && !JdkMembers.isPublic(given[i]);
        }
        return isTaken && (substitution.getReturnType() == told || substitution.getReturnType() == Object.class && !JdkMembers.isPublic(told));
    }

    private static Class<?>[] given(Method method) {
        Stream<Class<?>> receiver = Modifier.isStatic(method.getModifiers()) ? Stream.of() : Stream.of(method.getDeclaringClass());
        return Stream.concat(receiver, Stream.of(method.getParameterTypes())).toArray(Class<?>[]::new);
    }

    /** The name of the method as options have it: that of its class, without a package or an enclosing class, and its own. All methods with other parameters have it, too. */
    public String name() {
        return name(method.getDeclaringClass().getName(), method.getName());
    }

    /**
     * As {@link #name()}, of any method.
     *
     * @param className with its package
     */
    public static String name(String className, String method) {
        return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1) + "." + method;
    }

    /** The methods that are substituted: this one, or those that implement it. */
    public Stream<Method> methods() {
        if (!Modifier.isAbstract(method.getModifiers())) {
            return Stream.of(method);
        }
        Stream<Class<?>> types = Stream.of(DigestAlgorithm.values()).map(DigestNames::jdkClass).distinct().<Class<?>> map(
                        name -> Class.forName(Object.class.getModule(), name)).filter(Objects::nonNull);
        return types.flatMap(type -> Stream.of(type.getDeclaredMethods())).filter(
                        other -> other.getName().equals(method.getName()) && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
    }

    /**
     * The intrinsics whose kernels the substitution calls: it needs one of each kind, or {@linkplain #needsAll all}.
     *
     * @param family those of its family
     */
    public Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all, Collection<? extends Intrinsic<?>> family) {
        DigestAlgorithm[] digests = substitution.getAnnotation(MethodSubstitution.class).digests();
        Stream<Intrinsic<?>> others = family.stream().<Intrinsic<?>> map(intrinsic -> intrinsic).filter(intrinsic -> !(intrinsic instanceof DigestIntrinsic));
        return digests.length == 0 ? family : Stream.concat(Stream.of(digests).map(all::of), others).toList();
    }

    /** As {@link MethodSubstitution#needsAll}. */
    public boolean needsAll() {
        return substitution.getAnnotation(MethodSubstitution.class).needsAll();
    }

    /** What the substitution takes and returns. */
    public MethodTypeDesc type() {
        return MethodType.methodType(substitution.getReturnType(), substitution.getParameterTypes()).describeConstable().orElseThrow();
    }

    /** What the JDK's method returns, or an {@code Object}, where its class is not one that anybody may name. */
    public ClassDesc result() {
        return JdkMembers.erased(method.getReturnType()).describeConstable().orElseThrow();
    }
}
