package org.cryptointrinsics.bytecode;

import jdk.vm.ci.meta.ResolvedJavaMethod;

/**
 * A method as class files name it.
 *
 * @param className internal name of the class, such as {@code java/lang/String}
 * @param descriptor types of the parameters and the result, such as {@code ([BII)V}
 */
public record MethodName(String className, String name, String descriptor) {

    /** The name of {@code method}. */
    public static MethodName of(ResolvedJavaMethod method) {
        return new MethodName(internalName(method.getDeclaringClass().getName()), method.getName(), method.getSignature().toMethodDescriptor());
    }

    /** The one of that class. */
    MethodName of(String otherClass) {
        return new MethodName(otherClass, name, descriptor);
    }

    /** The internal name of what has such a descriptor; an array's is its descriptor. */
    static String internalName(String typeDescriptor) {
        return typeDescriptor.startsWith("L") ? typeDescriptor.substring(1, typeDescriptor.length() - 1) : typeDescriptor;
    }
}
