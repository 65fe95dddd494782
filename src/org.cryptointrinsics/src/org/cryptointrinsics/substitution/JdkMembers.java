package org.cryptointrinsics.substitution;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;

import jdk.internal.misc.Unsafe;

/**
 * What substitutions use of the JDK's classes. Whoever has a member has it from here: so there is none that is used and was not looked for. If one is missing, or of another
 * type, substitutions are not to be used at all. Then what is asked for afterwards is of no use, either.
 */
public final class JdkMembers {

    private static final Unsafe U = Unsafe.getUnsafe();

    private String misfit;

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

    /** Looks for a method that is replaced, or called by its name. */
    public Method require(Class<?> declaringClass, String name, Class<?> result, Class<?>... parameters) {
        if (declaringClass == null || Arrays.asList(parameters).contains(null)) {
            // Which was noticed.
            return null;
        }
        try {
            Method method = declaringClass.getDeclaredMethod(name, parameters);
            if (method.getReturnType() == result) {
                return method;
            }
        } catch (NoSuchMethodException e) {
            // As one that returns something else.
        }
        misfit(declaringClass.getName() + " has no method " + name + MethodType.methodType(result, parameters));
        return null;
    }

    /** A method, static or not. To the handle, objects of classes of its own package are any objects. */
    public MethodHandle method(Class<?> declaringClass, String name, Class<?> result, Class<?>... parameters) {
        Method method = require(declaringClass, name, result, parameters);
        if (method == null) {
            return null;
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(declaringClass, MethodHandles.lookup());
            return erase(lookup.unreflect(method), declaringClass.getPackageName());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    private static MethodHandle erase(MethodHandle method, String packageName) {
        MethodType erased = method.type();
        for (int i = 0; i < erased.parameterCount(); i++) {
            if (!erased.parameterType(i).isPrimitive() && erased.parameterType(i).getPackageName().equals(packageName)) {
                erased = erased.changeParameterType(i, Object.class);
            }
        }
        return method.asType(erased);
    }
}
