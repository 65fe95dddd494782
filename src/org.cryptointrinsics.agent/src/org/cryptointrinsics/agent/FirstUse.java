package org.cryptointrinsics.agent;

import java.util.Set;

import jdk.internal.misc.Unsafe;

/** Tells when a class of the JDK is initialized that there are kernels for. */
final class FirstUse {

    /** Internal names of the classes. Whatever there are kernels for needs one of these. */
    static final Set<String> CLASSES = Set.of("sun/security/provider/DigestBase", "com/sun/crypto/provider/GaloisCounterMode", "com/sun/crypto/provider/CounterMode",
                    "sun/security/ec/XECOperations");

    private FirstUse() {
    }

    static boolean isOf(String className) {
        return CLASSES.contains(className);
    }

    /**
     * Whether one is.
     *
     * @param names internal names of classes: others are not asked for, and these are loaded for it
     */
    static boolean isThere(Set<String> names) {
        for (String name : CLASSES) {
            if (names.contains(name)) {
                Class<?> type = Class.forName(Object.class.getModule(), name.replace('/', '.'));
                if (type != null && !Unsafe.getUnsafe().shouldBeInitialized(type)) {
                    return true;
                }
            }
        }
        return false;
    }
}
