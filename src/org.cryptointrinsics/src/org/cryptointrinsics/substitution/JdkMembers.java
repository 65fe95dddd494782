package org.cryptointrinsics.substitution;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.selection.Misfit;

import jdk.internal.misc.Unsafe;

/**
 * What substitutions use of the JDK's classes. Whoever has a private member has it from here, and what the bytecodes of its users name is looked for, too: so there is
 * none that is used and was not looked for. If one is missing, or of another type, substitutions are not to be used at all. Then what is asked for afterwards is of no use, either.
 */
public final class JdkMembers {

    /** Those of what all families use, such as buffers. */
    public static final JdkMembers SHARED = new JdkMembers("off: ");

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final ClassDesc UNSAFE = Unsafe.class.describeConstable().orElseThrow();

    /** By the names of the classes of ours. */
    private static final Map<String, List<Link>> KNOWN_LINKS = new ConcurrentHashMap<>();

    private final Set<Member> found = ConcurrentHashMap.newKeySet();
    private final Map<Class<?>, Method[]> declared = new ConcurrentHashMap<>();
    private final Set<Class<?>> linked = ConcurrentHashMap.newKeySet();
    private final String off;
    private String misfit;

    /**
     * @param off what is off if one is missing, as a line that tells it begins
     */
    public JdkMembers(String off) {
        this.off = off;
    }

    /**
     * Says what is missing.
     *
     * @param users the classes of ours that have these members; initialized, unless there is something missing that they name
     * @return null if all is there
     */
    public Misfit misfit(List<Class<?>> users) {
        users.forEach(this::link);
        if (misfit == null) {
            // So that the compiler takes what they have for constants.
            users.forEach(U::ensureClassInitialized);
        }
        return misfit == null ? null : new Misfit(off, "in this JDK, " + misfit);
    }

    private void link(Class<?> user) {
        if (!linked.contains(user)) {
            List<Link> links = KNOWN_LINKS.get(user.getName());
            (links == null ? links(user) : links).forEach(this::link);
            linked.add(user);
        }
    }

    /**
     * A method of one of the JDK's internal classes.
     *
     * @param className of its class, or of one that inherits it
     */
    private record Link(String className, String name, String descriptor) {
    }

    /** What the bytecodes of a class of ours name of the JDK's internal classes, but for {@code Unsafe}: without that, all is nothing. */
    private static List<Link> links(Class<?> user) {
        List<Link> links = new ArrayList<>();
        Module base = Object.class.getModule();
        try (InputStream file = user.getResourceAsStream("/" + user.getName().replace('.', '/') + ".class")) {
            for (PoolEntry entry : ClassFile.of().parse(file.readAllBytes()).constantPool()) {
                if (entry instanceof MemberRefEntry link) {
                    ClassDesc owner = link.owner().asSymbol();
                    if (!owner.isArray() && !owner.equals(UNSAFE) && base.getPackages().contains(owner.packageName()) && !base.isExported(owner.packageName())) {
                        links.add(new Link(owner.packageName() + "." + owner.displayName(), link.name().stringValue(), link.type().stringValue()));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return links;
    }

    private void link(Link link) {
        for (Class<?> type = type(link.className); type != null; type = type.getSuperclass()) {
            for (Method method : declared.computeIfAbsent(type, Class::getDeclaredMethods)) {
                if (method.getName().equals(link.name) && type(method).descriptorString().equals(link.descriptor)) {
                    found.add(method);
                    return;
                }
            }
        }
        misfit(link.className + " has no method " + link.name + MethodTypeDesc.ofDescriptor(link.descriptor).displayDescriptor());
    }

    /**
     * Tells what {@link #know} reads.
     *
     * @return a line of words for each class of ours, and each of what it names
     */
    public static List<String> links(Stream<Class<?>> users) {
        return users.distinct().sorted(Comparator.comparing(Class::getName)).flatMap(user -> Stream.concat(Stream.of(user.getName()), //
                        links(user).stream().map(link -> user.getName() + " " + link.className + " " + link.name + " " + link.descriptor))).toList();
    }

    /** Has nothing looked for in class files of ours any more, as what they name is told in {@code lines}. To be done before anything is asked for. */
    public static void know(String... lines) {
        for (String line : lines) {
            String[] words = line.split(" ");
            List<Link> links = KNOWN_LINKS.computeIfAbsent(words[0], _ -> new ArrayList<>());
            if (words.length > 1) {
                links.add(new Link(words[1], words[2], words[3]));
            }
        }
    }

    /** The fields, methods and constructors that were there. */
    public Set<Member> found() {
        return Set.copyOf(found);
    }

    private void misfit(String message) {
        misfit = misfit == null ? message : misfit;
    }

    /** A class, not initialized. */
    public Class<?> type(String name) {
        return type(name, null);
    }

    /** A class that extends another one. */
    public Class<?> type(String name, Class<?> superclass) {
        return type(List.of(name), superclass);
    }

    /**
     * A class that extends another one.
     *
     * @param names of which JDKs have one
     */
    public Class<?> type(List<String> names, Class<?> superclass) {
        Class<?> type = names.stream().<Class<?>> map(name -> Class.forName(Object.class.getModule(), name)).filter(Objects::nonNull).findFirst().orElse(null);
        if (type == null) {
            misfit(String.join(" or ", names) + " is missing");
        } else if (superclass != null && !superclass.isAssignableFrom(type)) {
            misfit(type.getName() + " is no " + superclass.getName());
        }
        return type;
    }

    private Field find(Class<?> declaringClass, List<String> names, Class<?> type) {
        if (declaringClass == null || type == null) {
            return null;
        }
        for (String name : names) {
            try {
                Field field = declaringClass.getDeclaredField(name);
                if (field.getType() == type) {
                    found.add(field);
                    return field;
                }
            } catch (NoSuchFieldException e) {
                // As one of another type.
            }
        }
        misfit(declaringClass.getName() + " has no field " + type.getSimpleName() + " " + String.join(" or ", names));
        return null;
    }

    /** The offset of a field in objects, for {@code Unsafe}. */
    public long field(Class<?> declaringClass, String name, Class<?> type) {
        return field(declaringClass, List.of(name), type);
    }

    /**
     * As {@link #field(Class, String, Class)}.
     *
     * @param names of which JDKs have one
     */
    public long field(Class<?> declaringClass, List<String> names, Class<?> type) {
        Field field = find(declaringClass, names, type);
        return field == null ? Unsafe.INVALID_FIELD_OFFSET : U.objectFieldOffset(field);
    }

    /** A static field. */
    public StaticField staticField(Class<?> declaringClass, String name, Class<?> type) {
        return staticField(declaringClass, List.of(name), type);
    }

    /**
     * As {@link #staticField(Class, String, Class)}.
     *
     * @param names of which JDKs have one
     */
    public StaticField staticField(Class<?> declaringClass, List<String> names, Class<?> type) {
        Field field = find(declaringClass, names, type);
        return field == null ? new StaticField(null, Unsafe.INVALID_FIELD_OFFSET) : new StaticField(U.staticFieldBase(field), U.staticFieldOffset(field));
    }

    /** Base and offset, for {@code Unsafe}. */
    public record StaticField(Object base, long offset) {

        /** The object that is there, once the class is initialized, which is done; null if there is no such field. */
        public Object get() {
            if (base instanceof Class<?> type) {
                U.ensureClassInitialized(type);
            }
            return base == null ? null : U.getReference(base, offset);
        }
    }

    /** Looks for a method that is called by its name. */
    public Method require(Class<?> declaringClass, String name, Class<?> result, Class<?>... parameters) {
        // What is null was noticed.
        return declaringClass == null || Arrays.asList(parameters).contains(null) ? null
                        : require(declaringClass, name + MethodType.methodType(result, parameters), method -> method.getName().equals(name) &&
                                        method.getReturnType() == result && Arrays.equals(method.getParameterTypes(), parameters));
    }

    /** Looks for the only method that fits. */
    Method require(Class<?> declaringClass, String described, Predicate<Method> fits) {
        List<Method> fitting = Stream.of(declaringClass.getDeclaredMethods()).filter(fits).toList();
        if (fitting.size() == 1) {
            found.add(fitting.getFirst());
            return fitting.getFirst();
        }
        misfit(declaringClass.getName() + (fitting.isEmpty() ? " has no method " : " has several methods ") + described);
        return null;
    }

    /** A method, static or not. To the handle, objects of classes that are not public are any objects. */
    public MethodHandle method(Class<?> declaringClass, String name, Class<?> result, Class<?>... parameters) {
        Method method = require(declaringClass, name, result, parameters);
        return method == null ? null : handle(method);
    }

    /** As {@link #method}, of one that only some JDKs have; null where it is not there. */
    public MethodHandle methodIfThere(Class<?> declaringClass, String name, Class<?> result, Class<?>... parameters) {
        boolean isThere = Stream.of(declaringClass.getDeclaredMethods()).anyMatch(method -> method.getName().equals(name));
        return isThere ? method(declaringClass, name, result, parameters) : null;
    }

    /**
     * What makes an object, which {@code result} is told of. To the handle, objects of classes that are not public are any objects.
     *
     * @return null if a class is missing
     */
    public MethodHandle constructor(Class<?> type, Class<?> result, Class<?>... parameters) {
        if (type == null || Arrays.asList(parameters).contains(null)) {
            return null;
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            found.add(constructor);
            MethodType erased = MethodType.methodType(result, Stream.of(parameters).<Class<?>> map(JdkMembers::erased).toList());
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).unreflectConstructor(constructor).asType(erased);
        } catch (NoSuchMethodException e) {
            String taken = Stream.of(parameters).map(Class::getSimpleName).collect(Collectors.joining(", "));
            misfit(type.getName() + " has no constructor " + (taken.isEmpty() ? "without parameters" : "for " + taken));
            return null;
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    private static MethodType type(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    }

    /** Whether anybody may name it. */
    static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && type.getModule().isExported(type.getPackageName());
    }

    /** The type, or that of any object if not anybody may name it. */
    static Class<?> erased(Class<?> type) {
        return isPublic(type) ? type : Object.class;
    }

    /** Whether anybody may call it. */
    public static boolean isPublic(Method method) {
        return Modifier.isPublic(method.getModifiers()) && isPublic(method.getDeclaringClass());
    }

    /** As {@link #method}. */
    public static MethodHandle handle(Method method) {
        try {
            MethodHandles.Lookup lookup = isPublic(method) ? MethodHandles.lookup() : MethodHandles.privateLookupIn(method.getDeclaringClass(), MethodHandles.lookup());
            MethodHandle handle = lookup.unreflect(method);
            MethodType type = handle.type();
            return handle.asType(MethodType.methodType(erased(type.returnType()), type.parameterList().stream().<Class<?>> map(JdkMembers::erased).toList()));
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }
}
