package org.cryptointrinsics.substitution;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;

/** Whether the JDK's digest classes are still what the substitutions were written for. */
final class JdkShape {

    private JdkShape() {
    }

    /** The first difference found, or null. */
    static String difference() {
        try {
            field(DigestFields.DIGEST_BASE, "buffer", byte[].class);
            field(DigestFields.DIGEST_BASE, "bufOfs", int.class);
            field(DigestFields.DIGEST_BASE, "blockSize", int.class);
            field(DigestFields.DIGEST_BASE, "bytesProcessed", long.class);
            method(DigestFields.DIGEST_BASE, "implCompress", void.class, byte[].class, int.class);
            method(DigestFields.DIGEST_BASE, "implCompressMultiBlock0", int.class, byte[].class, int.class, int.class);
            for (String digest : new String[]{DigestFields.MD5, DigestFields.SHA2}) {
                field(digest, "state", int[].class);
                method(digest, "implCompress0", void.class, byte[].class, int.class);
            }
            field(DigestFields.DELEGATE, "digestSpi", MessageDigestSpi.class);
            field(MessageDigest.class.getName(), "state", int.class);
            method(MessageDigest.class.getName(), "update", void.class, ByteBuffer.class);
            return null;
        } catch (ClassNotFoundException | NoSuchFieldException | NoSuchMethodException e) {
            return "the JDK has changed, there is no " + e.getMessage() + "; take a plugin for JDK " + Runtime.version();
        }
    }

    private static void field(String className, String name, Class<?> type) throws ClassNotFoundException, NoSuchFieldException {
        for (Field field : Class.forName(className).getDeclaredFields()) {
            if (field.getName().equals(name) && field.getType() == type) {
                return;
            }
        }
        throw new NoSuchFieldException("field " + type.getTypeName() + " " + className + "." + name);
    }

    private static void method(String className, String name, Class<?> result, Class<?>... parameters) throws ClassNotFoundException, NoSuchMethodException {
        Method method = Class.forName(className).getDeclaredMethod(name, parameters);
        if (method.getReturnType() != result) {
            throw new NoSuchMethodException(result + " " + method.getName());
        }
    }
}
