package org.cryptointrinsics.entry;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Has classes of the JDK given calls of substitutions when they are loaded or redefined. */
final class EntryTransformer implements ClassFileTransformer {

    private final BiFunction<String, byte[], byte[]> withCalls;
    private final Set<String> entered;
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();
    private final Consumer<String> onLoad;
    private final Predicate<Class<?>> onChange;

    /**
     * @param withCalls the class file with calls, of the internal name of a class and its class file; null if its methods have none
     * @param entered internal names of the classes that have calls
     * @param onLoad told of the internal name of each class of the boot loader's before it is loaded
     * @param onChange told of each of them before it is redefined; returns whether that may come about
     */
    EntryTransformer(BiFunction<String, byte[], byte[]> withCalls, Set<String> entered, Consumer<String> onLoad, Predicate<Class<?>> onChange) {
        this.withCalls = withCalls;
        this.entered = entered;
        this.onLoad = onLoad;
        this.onChange = onChange;
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] file) {
        if (loader != null || className == null) {
            return null;
        }
        if (redefined != null) {
            return onChange.test(redefined) && !leftOut.contains(className) ? withCalls.apply(className, file) : null;
        }
        onLoad.accept(className);
        byte[] changed = withCalls.apply(className, file);
        if (changed != null) {
            entered.add(className);
        }
        return changed;
    }

    /** Whether a class has calls. A redefinition that may yet be refused has given it none. */
    boolean hasEntered(Class<?> type) {
        return entered.contains(type.getName().replace('.', '/'));
    }

    /** To be told when a class was given calls by a redefinition. */
    void setEntered(Class<?> type) {
        entered.add(type.getName().replace('.', '/'));
    }

    /** Puts no calls into a class any more. */
    void leaveOut(Class<?> type) {
        leftOut.add(type.getName().replace('.', '/'));
    }
}
