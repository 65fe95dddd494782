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
    /** Of methods as the VM has them. When a class is redefined it gets others. */
    private final Map<ResolvedJavaMethod, Boolean> isOriginal = new ConcurrentHashMap<>();
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
     * @param redefinitions how often each of the classes had been redefined
     */
    private record State(Class<?>[] classes, int[] redefinitions, Methods methods) {

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
        isOriginal.clear();
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
     * The methods that {@code roots} lead to. Which these are is found out once, and each is compared with its class file when it is first asked for, and again after its class
     * was redefined.
     *
     * @throws IOException if a class file cannot be read
     */
    public Methods reached(MetaAccessProvider metaAccess, List<MethodName> roots) throws IOException {
        State state = states.get(roots);
        if (state == null || !state.isCurrent()) {
            state = look(metaAccess, roots);
            states.put(roots, state);
        }
        return state.methods;
    }

    private synchronized State look(MetaAccessProvider metaAccess, List<MethodName> roots) throws IOException {
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
        for (Class<?> type : classes) {
            ResolvedJavaType resolved = metaAccess.lookupJavaType(type);
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
            if (changed == null && (method == null || !isOriginal(classFiles, method, name))) {
                changed = method == null ? name.className().replace('/', '.') + "." + name.name() : described(method);
            }
            if (method != null && method.hasBytecodes()) {
                methods.add(method);
            }
        }
        return new State(classes, redefinitions, new Methods(changed == null ? added : changed, List.copyOf(methods)));
    }

    private boolean isOriginal(ClassFiles classFiles, ResolvedJavaMethod method, MethodName name) throws IOException {
        Boolean known = isOriginal.get(method);
        if (known == null) {
            known = Comparison.isSame(method, classFiles.findMethod(name)) || transform != null && Comparison.isSame(method, classFiles.findMethod(name, transform));
            isOriginal.put(method, known);
        }
        return known;
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
