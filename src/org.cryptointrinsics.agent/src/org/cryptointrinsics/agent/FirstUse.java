package org.cryptointrinsics.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Tells when a class of the JDK is initialized that there are kernels for. */
final class FirstUse {

    private static final String[] CLASSES = {"sun.security.provider.DigestBase", "com.sun.crypto.provider.GaloisCounterMode", "com.sun.crypto.provider.CounterMode"};

    private final Object unsafe;
    private final Method shouldBeInitialized;
    private final List<Class<?>> classes = new ArrayList<>();

    FirstUse(Instrumentation instrumentation) throws ReflectiveOperationException {
        Class<?> type = Plugin.ofJavaBase(instrumentation, "jdk.internal.misc.Unsafe");
        unsafe = type.getMethod("getUnsafe").invoke(null);
        shouldBeInitialized = type.getMethod("shouldBeInitialized", Class.class);
        for (String name : CLASSES) {
            Class<?> found = Class.forName(Object.class.getModule(), name);
            if (found != null) {
                classes.add(found);
            }
        }
    }

    /** Whether one is. */
    boolean isThere() throws ReflectiveOperationException {
        for (Class<?> candidate : classes) {
            if (!(boolean) shouldBeInitialized.invoke(unsafe, candidate)) {
                return true;
            }
        }
        return false;
    }
}
