package org.cryptointrinsics.agent;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jdk.internal.misc.Unsafe;

/**
 * Puts calls of substitutions into classes when they are loaded, none of which are on yet. From the first class of the JDK's cryptography on. Applications wait for that: it needs
 * next to no other class.
 */
final class LoadedClasses implements ClassFileTransformer {

    private static final String[] NAMES = {"java/security/MessageDigest", "java/util/UUID", "javax/crypto/", "javax/net/ssl/", "com/sun/crypto/provider/",
                    "sun/security/ec/", "sun/security/provider/", "sun/security/ssl/"};
    private static final String[] DOTTED_NAMES = dotted();

    /** Whatever there are kernels for needs it. It is abstract, and extends what extends {@code Object}. */
    private static final String FIRST_USED = "java.security.MessageDigest";

    private static final String FILE = "entry-calls";

    private final Instrumentation instrumentation;
    /** Internal names of the classes of the JDK's cryptography that were loaded. */
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();
    /** Internal names of those that have calls. */
    private final Set<String> entered = ConcurrentHashMap.newKeySet();
    private volatile boolean isBegun;
    private volatile boolean isFirstUseLoaded;
    private volatile LastingWork work;
    /** Null before, and if all is off. */
    private volatile EntryCalls calls;
    /** Null before, and if all is off. */
    private volatile ClassFileTransformer plugin;

    LoadedClasses(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] file) throws IllegalClassFormatException {
        if (loader != null || className == null) {
            return null;
        }
        boolean isOfCryptography = beginsWithAny(className, NAMES);
        if (!isBegun) {
            if (!isOfCryptography || className.equals(EntryCalls.CALLED)) {
                return null;
            }
            Agent.begin();
        }
        EntryCalls entryCalls = calls;
        if (entryCalls == null) {
            return null;
        }
        // Before the plugin is asked for: it looks at these when it was started.
        if (isOfCryptography) {
            loaded.add(className);
        }
        ClassFileTransformer started = plugin;
        if (started != null) {
            return started.transform(module, loader, className, redefined, domain, file);
        }
        byte[] withCalls = entryCalls.withCalls(className, file);
        if (withCalls != null && redefined == null) {
            entered.add(className);
        }
        noticeUse(className);
        return withCalls;
    }

    private void noticeUse(String className) {
        isFirstUseLoaded |= FirstUse.isOf(className);
        if (isFirstUseLoaded && !Agent.isThreadStarted()) {
            try {
                Agent.startThread(true);
            } catch (VirtualMachineError e) {
                // As for want of memory. The next class of cryptography has it started.
                return;
            }
        }
    }

    /** Whether there is one already, as where another agent was given before, or with an AOT cache. */
    boolean areThere() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            // HotSpot makes names when they are first asked for: that of few.
            Class<?> superclass = type.getSuperclass();
            if (superclass != null && superclass.getSuperclass() == Object.class && Modifier.isAbstract(type.getModifiers()) && type.getName().equals(FIRST_USED)) {
                return true;
            }
        }
        return false;
    }

    private static String[] dotted() {
        String[] dotted = new String[NAMES.length];
        for (int i = 0; i < dotted.length; i++) {
            dotted[i] = NAMES[i].replace('/', '.');
        }
        return dotted;
    }

    private static boolean beginsWithAny(String className, String... names) {
        for (String name : names) {
            if (className.startsWith(name)) {
                return true;
            }
        }
        return false;
    }

    /** To be done once. Without it no class has calls. */
    void begin() throws IOException {
        EntryCalls read = new EntryCalls(Jar.read(Plugin.PRECOMPILED + FILE));
        byte[] called = read.called();
        try {
            work = new LastingWork(Unsafe.getUnsafe().defineClass(EntryCalls.CALLED, called, 0, called.length, null, null));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
        calls = read;
    }

    boolean isBegun() {
        return isBegun;
    }

    /** Also if all is off. */
    void setBegun() {
        isBegun = true;
    }

    /** Notes what was loaded before the agent. */
    Set<String> all() {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getClassLoader() == null && beginsWithAny(type.getName(), DOTTED_NAMES)) {
                loaded.add(type.getName().replace('.', '/'));
            }
        }
        return loaded;
    }

    /** What the calls are counted for, in classes that have them. */
    LastingWork work() {
        return work;
    }

    Set<String> entered() {
        return entered;
    }

    /** As {@link EntryCalls#withCalls}. */
    byte[] withCalls(String className, byte[] file) {
        return calls.withCalls(className, file);
    }

    /** Has the plugin asked from now on. */
    void set(ClassFileTransformer started) {
        plugin = started;
    }
}
