package org.cryptointrinsics.bytecode;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

import jdk.internal.misc.Unsafe;
import jdk.vm.ci.meta.MetaAccessProvider;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.ResolvedJavaType;

/**
 * Finds out whether methods of the JDK's cryptography are the JDK's own, or were changed: by an agent, when their class was loaded or later, or by {@code --patch-module}.
 * Thread-safe.
 */
public final class JdkMethods {

    private static final String PLUGIN = "org/cryptointrinsics/";
    private static final Unsafe U = Unsafe.getUnsafe();
    /** HotSpot adds one to it when it redefines a class. */
    private static final long REDEFINITIONS = U.objectFieldOffset(Class.class, "classRedefinedCount");

    private final Set<String> receivers;
    private final Map<List<MethodName>, CallGraph> graphs = new ConcurrentHashMap<>();
    private final Map<List<MethodName>, State> states = new ConcurrentHashMap<>();
    /** By the internal names of classes. */
    private final Map<String, Compared> compared = new HashMap<>();
    private SoftReference<ClassFiles> files = new SoftReference<>(null);
    private BiFunction<String, byte[], byte[]> transform;

    /**
     * Methods as they are.
     *
     * @param changed what was changed of them, or null if they are the JDK's own
     * @param methods those that have bytecodes; what is compiled by this is to be thrown away when one of them is redefined
     */
    public record Methods(String changed, List<ResolvedJavaMethod> methods) {
    }

    /**
     * Which methods of a class are the JDK's own.
     *
     * @param redefinitions how often the class had been redefined
     */
    private record Compared(int redefinitions, Map<MethodName, Boolean> isOriginal) {
    }

    /**
     * What is known of the methods that some lead to.
     *
     * @param redefinitions how often each of the classes had been redefined
     * @param methods for compilations alone: while JVMCI's object for a method is there, all that its class had before it was redefined are kept, and the VM's memory for them
     */
    private record State(Class<?>[] classes, int[] redefinitions, String changed, SoftReference<Methods> methods) {

        boolean isCurrent() {
            return Arrays.equals(redefinitions, countRedefinitions(classes));
        }
    }

    /**
     * @param receivers internal names of the classes whose objects the methods are called of
     */
    public JdkMethods(Set<String> receivers) {
        this.receivers = receivers;
    }

    /**
     * Has methods taken for the JDK's own also if they are as in other class files.
     *
     * @param ours makes them of the internal name of a class and the JDK's class file, or returns null for what it does not change
     */
    public synchronized void accept(BiFunction<String, byte[], byte[]> ours) {
        transform = ours;
        compared.clear();
        states.clear();
    }

    /** The internal names of all classes that methods led to so far. */
    public Set<String> classes() {
        return graphs.values().stream().flatMap(graph -> graph.classes().stream()).filter(name -> !name.startsWith(PLUGIN)).collect(Collectors.toUnmodifiableSet());
    }

    /** The names of the plugin's and of Graal's classes that are initialized by what methods led to so far. */
    public Set<String> initialized() {
        return graphs.values().stream().flatMap(graph -> graph.initialized().stream()).map(name -> name.replace('/', '.')).collect(Collectors.toUnmodifiableSet());
    }

    /** How often {@code type} was redefined. */
    public static int redefinitions(Class<?> type) {
        return U.getIntVolatile(type, REDEFINITIONS);
    }

    /**
     * What was changed of the methods that {@code roots} lead to, or null if they are the JDK's own. Which methods these are is found out once, and each is compared with its
     * class file when it is first asked for, and again after its class was redefined.
     *
     * @throws IOException if a class file cannot be read
     */
    public String changed(MetaAccessProvider metaAccess, List<MethodName> roots) throws IOException {
        State state = states.get(roots);
        if (state != null && state.isCurrent()) {
            return state.changed;
        }
        return look(metaAccess, roots, false).changed;
    }

    /**
     * As {@link #changed}, with the methods.
     *
     * @throws IOException if a class file cannot be read
     */
    public Methods reached(MetaAccessProvider metaAccess, List<MethodName> roots) throws IOException {
        State state = states.get(roots);
        Methods methods = state != null && state.isCurrent() ? state.methods.get() : null;
        return methods == null ? look(metaAccess, roots, true) : methods;
    }

    private synchronized Methods look(MetaAccessProvider metaAccess, List<MethodName> roots, boolean isKept) throws IOException {
        ClassFiles classFiles = files.get();
        if (classFiles == null) {
            classFiles = new ClassFiles();
            files = new SoftReference<>(classFiles);
        }
        CallGraph graph = graphs.get(roots);
        if (graph == null) {
            graph = new CallGraph(classFiles, roots, receivers);
            graphs.put(roots, graph);
        }
        // One that is not loaded yet might be changed when it is.
        Class<?>[] classes = graph.classes().stream().filter(name -> !name.startsWith(PLUGIN)).map(JdkMethods::load).toArray(Class<?>[]::new);
        // Asked for first: if one is redefined meanwhile, this is out of date at once.
        int[] redefinitions = countRedefinitions(classes);
        Map<MethodName, ResolvedJavaMethod> actual = new HashMap<>();
        String added = null;
        for (int i = 0; i < classes.length; i++) {
            int count = redefinitions[i];
            compared.compute(classes[i].getName().replace('.', '/'), (_, of) -> of != null && of.redefinitions == count ? of : new Compared(count, new HashMap<>()));
            ResolvedJavaType resolved = metaAccess.lookupJavaType(classes[i]);
            for (ResolvedJavaMethod[] declared : new ResolvedJavaMethod[][]{resolved.getDeclaredMethods(true), resolved.getDeclaredConstructors(true)}) {
                for (ResolvedJavaMethod method : declared) {
                    actual.put(MethodName.of(method), method);
                    if (mayOverride(method) && classFiles.findMethod(MethodName.of(method)) == null) {
                        added = described(method);
                    }
                }
            }
        }
        String changed = null;
        List<ResolvedJavaMethod> methods = new ArrayList<>();
        for (MethodName name : graph.methods()) {
            if (name.className().startsWith(PLUGIN)) {
                continue;
            }
            ResolvedJavaMethod method = actual.get(name);
            if (changed == null && (method == null || !isOriginal(classFiles, method, name, compared.get(name.className()).isOriginal))) {
                changed = method == null ? name.className().replace('/', '.') + "." + name.name() : described(method);
            }
            if (method != null && method.hasBytecodes()) {
                methods.add(method);
            }
        }
        Methods reached = new Methods(changed == null ? added : changed, List.copyOf(methods));
        states.put(roots, new State(classes, redefinitions, reached.changed, new SoftReference<>(isKept ? reached : null)));
        return reached;
    }

    private boolean isOriginal(ClassFiles classFiles, ResolvedJavaMethod method, MethodName name, Map<MethodName, Boolean> known) throws IOException {
        Boolean isOriginal = known.get(name);
        if (isOriginal == null) {
            isOriginal = Comparison.isSame(method, classFiles.findMethod(name)) || transform != null && Comparison.isSame(method, classFiles.findMethod(name, transform));
            known.put(name, isOriginal);
        }
        return isOriginal;
    }

    /** An agent may add methods when a class is loaded. What is added for what it has changed is no matter, but what is called instead of others is. */
    private static boolean mayOverride(ResolvedJavaMethod method) {
        return !method.isConstructor() && (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0;
    }

    private static String described(ResolvedJavaMethod method) {
        return method.format("%H.%n(%p)");
    }

    private static Class<?> load(String className) {
        try {
            return Class.forName(className.replace('/', '.'), false, null);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(className);
        }
    }

    private static int[] countRedefinitions(Class<?>[] classes) {
        int[] redefinitions = new int[classes.length];
        for (int i = 0; i < classes.length; i++) {
            redefinitions[i] = redefinitions(classes[i]);
        }
        return redefinitions;
    }
}
