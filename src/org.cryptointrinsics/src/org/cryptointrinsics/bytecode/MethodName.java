package org.cryptointrinsics.bytecode;

import java.lang.classfile.MethodModel;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

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

    /** The one of that class. */
    MethodName of(String otherClass) {
        return new MethodName(otherClass, name, descriptor);
    }

    /** The internal name of what has such a descriptor; an array's is its descriptor. */
    public static String internalName(String typeDescriptor) {
        return typeDescriptor.startsWith("L") ? typeDescriptor.substring(1, typeDescriptor.length() - 1) : typeDescriptor;
    }
}
