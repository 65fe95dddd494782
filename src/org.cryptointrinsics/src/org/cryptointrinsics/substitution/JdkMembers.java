package org.cryptointrinsics.substitution;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import jdk.internal.misc.Unsafe;

/**
 * What substitutions use of the JDK's classes. Whoever has a member has it from here: so there is none that is used and was not looked for. If one is missing, or of another
 * type, substitutions are not to be used at all. Then what is asked for afterwards is of no use, either.
 */
public final class JdkMembers {

    /** Those of classes for digests. */
    public static final JdkMembers DIGESTS = new JdkMembers();
    /** Those of ciphers. */
    public static final JdkMembers CIPHERS = new JdkMembers();
    /** Those of direct buffers. */
    public static final JdkMembers BUFFERS = new JdkMembers();

    private static final Unsafe U = Unsafe.getUnsafe();

    private String misfit;

    private JdkMembers() {
    }

    /** What is missing, or null. */
    public String misfit() {
        return misfit == null ? null : "in this JDK, " + misfit;
    }

    private void misfit(String message) {
        misfit = misfit == null ? message : misfit;
    }

    /** A class, not initialized. */
    public Class<?> type(String name) {
        Class<?> type = Class.forName(Object.class.getModule(), name);
        if (type == null) {
            misfit(name + " is missing");
        }
        return type;
    }

    /** A class that extends another one. */
    public Class<?> type(String name, Class<?> superclass) {
        Class<?> type = type(name);
        if (type != null && superclass != null && !superclass.isAssignableFrom(type)) {
            misfit(name + " is no " + superclass.getName());
        }
        return type;
    }

    private Field find(Class<?> declaringClass, String name, Class<?> type) {
        if (declaringClass == null || type == null) {
            return null;
        }
        try {
            Field field = declaringClass.getDeclaredField(name);
            if (field.getType() == type) {
                return field;
            }
        } catch (NoSuchFieldException e) {
            // As one of another type.
        }
        misfit(declaringClass.getName() + " has no field " + type.getSimpleName() + " " + name);
        return null;
    }

    /** The offset of a field in objects, for {@code Unsafe}. */
    public long field(Class<?> declaringClass, String name, Class<?> type) {
        Field field = find(declaringClass, name, type);
        return field == null ? Unsafe.INVALID_FIELD_OFFSET : U.objectFieldOffset(field);
    }

    /** A static field. */
    public StaticField staticField(Class<?> declaringClass, String name, Class<?> type) {
        Field field = find(declaringClass, name, type);
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
        List<Method> found = Stream.of(declaringClass.getDeclaredMethods()).filter(fits).toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        misfit(declaringClass.getName() + (found.isEmpty() ? " has no method " : " has several methods ") + described);
        return null;
    }

    /** A method, static or not. To the handle, objects of classes that are not public are any objects. */
    public MethodHandle method(Class<?> declaringClass, String name, Class<?> result, Class<?>... parameters) {
        Method method = require(declaringClass, name, result, parameters);
        return method == null ? null : handle(method);
    }

    /** Whether anybody may call it. */
    static boolean isPublic(Method method) {
        return Modifier.isPublic(method.getModifiers() & method.getDeclaringClass().getModifiers());
    }

    /** As {@link #method}. */
    static MethodHandle handle(Method method) {
        try {
            Class<?> type = method.getDeclaringClass();
            MethodHandles.Lookup lookup = isPublic(method) ? MethodHandles.lookup() : MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            MethodHandle handle = lookup.unreflect(method);
            MethodType erased = handle.type();
            for (int i = 0; i < erased.parameterCount(); i++) {
                Class<?> parameter = erased.parameterType(i);
                if (!parameter.isPrimitive() && !Modifier.isPublic(parameter.getModifiers())) {
                    erased = erased.changeParameterType(i, Object.class);
                }
            }
            return handle.asType(erased);
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }
}
