package org.cryptointrinsics.entry;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Looks at the class files that HotSpot executes. It asks HotSpot to retransform classes, together with one for which it answers with what HotSpot refuses: so all agents make
 * what they make of these classes, and nothing comes of it. An agent's transformers are called in the order in which agents were loaded, so each look is that of an agent which
 * was just
 * loaded.
 */
final class ExecutedClasses {

    private final Supplier<Instrumentation> latestAgent;
    private final Set<Thread> lookers = ConcurrentHashMap.newKeySet();

    /** The class that HotSpot is asked to retransform, and does not: the class file that it is given is none. */
    private static final class Refused {

        static final byte[] FILE = new byte[Integer.BYTES];
    }

    /** Comes last. */
    private static final class Observer implements ClassFileTransformer {

        final Map<Class<?>, byte[]> files = new LinkedHashMap<>();
        private final Thread thread = Thread.currentThread();

        @Override
        public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] file) {
            // Other threads may redefine classes meanwhile.
            if (redefined == null || Thread.currentThread() != thread) {
                return null;
            }
            files.put(redefined, file);
            return redefined == Refused.class ? Refused.FILE : null;
        }
    }

    /**
     * @param latestAgent an agent that was loaded after all others
     */
    ExecutedClasses(Supplier<Instrumentation> latestAgent) {
        this.latestAgent = latestAgent;
    }

    /** Whether this thread looks at classes: then nothing comes of their retransformation. */
    boolean isLooking() {
        return lookers.contains(Thread.currentThread());
    }

    /**
     * The class files of some classes. HotSpot redefines a class for one thread at a time: all redefinitions of these classes that have begun are done, or were refused, when it
     * shows one. Takes as long as other agents do.
     *
     * @return none of a class for which HotSpot refuses what agents make of it
     */
    Map<Class<?>, byte[]> look(Collection<Class<?>> types) {
        Observer observer = new Observer();
        Instrumentation agent = latestAgent.get();
        agent.addTransformer(observer, true);
        lookers.add(Thread.currentThread());
        try {
            types.forEach(type -> look(type, agent, observer));
            return observer.files;
        } finally {
            lookers.remove(Thread.currentThread());
            agent.removeTransformer(observer);
        }
    }

    /** One at a time: HotSpot makes a class of each that it is shown, and its memory serves the next one, and goes to none but classes of the JDK. */
    private static void look(Class<?> type, Instrumentation agent, Observer observer) {
        link(type);
        try {
            agent.retransformClasses(type, Refused.class);
            throw new IllegalStateException("classes were retransformed that cannot be");
        } catch (UnsupportedOperationException | LinkageError | InternalError | UnmodifiableClassException e) {
            // As it has to be, unless it is for what another agent has made of the class.
            if (observer.files.remove(Refused.class) == null) {
                observer.files.remove(type);
            }
        }
    }

    /**
     * HotSpot links a class to tell its constructors. Before JDK 25.0.2, it crashes or shows wrong bytes of a class that another thread links meanwhile (JDK-8277444). Those that
     * have calls are linked when their methods are looked for.
     */
    private static void link(Class<?> type) {
        try {
            type.getDeclaredConstructors();
        } catch (LinkageError e) {
            // Nobody can link it.
            return;
        }
    }
}
