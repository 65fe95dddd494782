package org.cryptointrinsics.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Watches for the first class of the JDK's cryptography that is loaded. From then on, what the plugin has for that is asked of each class. */
final class LoadedClasses implements ClassFileTransformer {

    private static final String[] PACKAGES = {"java/security/MessageDigest", "java/util/UUID", "javax/crypto/", "javax/net/ssl/", "com/sun/crypto/provider/",
                    "sun/security/provider/",
                    "sun/security/ssl/"};

    /** Whatever there are kernels for needs it. */
    private static final String FIRST_USED = "java.security.MessageDigest";

    /** Null before, and if there is none. */
    private volatile ClassFileTransformer plugin;
    private volatile boolean isAsked;

    @Override
    public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] file) throws IllegalClassFormatException {
        if (loader != null || className == null) {
            return null;
        }
        if (!isAsked) {
            if (!isOfCryptography(className)) {
                return null;
            }
            ask();
        }
        ClassFileTransformer asked = plugin;
        return asked == null ? null : asked.transform(module, loader, className, redefined, domain, file);
    }

    /** Whether there is one already, as where another agent was given before. */
    static boolean areThere(Instrumentation instrumentation) {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getName().equals(FIRST_USED)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfCryptography(String className) {
        for (String packageName : PACKAGES) {
            if (className.startsWith(packageName)) {
                return true;
            }
        }
        return false;
    }

    void ask() {
        // No lock of its own: the agent asks, too, and has this one.
        synchronized (Agent.class) {
            if (!isAsked) {
                plugin = Agent.startPrecompiled();
                isAsked = true;
            }
        }
    }
}
