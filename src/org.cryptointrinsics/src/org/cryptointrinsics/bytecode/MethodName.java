package org.cryptointrinsics.bytecode;

import java.lang.classfile.MethodModel;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Objects;

/**
 * A method as class files name it.
 *
 * @param className internal name of the class, such as {@code java/lang/String}
 * @param descriptor types of the parameters and the result, such as {@code ([BII)V}
 */
public record MethodName(String className, String name, String descriptor) {
    /** The name of {@code method}. */
    public static MethodName of(Method method) {
        return new MethodName(method.getDeclaringClass().getName().replace('.', '/'), method.getName(),
                        MethodType.methodType(method.getReturnType(), method.getParameterTypes()).descriptorString());
    }

    /** The name of {@code method}, which is one of that class. */
    public static MethodName of(String className, MethodModel method) {
        return new MethodName(className, method.methodName().stringValue(), method.methodType().stringValue());
    }

    // Those of records are slow where they are interpreted, and all of this is mostly done before anything is compiled.
    @Override
    public int hashCode() {
        return (Objects.hashCode(className) * 31 + Objects.hashCode(name)) * 31 + Objects.hashCode(descriptor);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MethodName same && Objects.equals(name, same.name) && Objects.equals(className, same.className) && Objects.equals(descriptor, same.descriptor);
    }

    /** The one of that class. */
    MethodName of(String otherClass) {
        return new MethodName(otherClass, name, descriptor);
    }

    /** The internal name of what has such a descriptor; an array's is its descriptor. */
    public static String internalName(String typeDescriptor) {
        return typeDescriptor.startsWith("L") ? typeDescriptor.substring(1, typeDescriptor.length() - 1) : typeDescriptor;
    }
}
