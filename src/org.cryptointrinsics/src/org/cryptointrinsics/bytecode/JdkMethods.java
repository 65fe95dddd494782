package org.cryptointrinsics.bytecode;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

import org.cryptointrinsics.bytecode.VmMethods.VmMethod;

import jdk.internal.misc.Unsafe;

/**
 * Finds out whether methods of the JDK's cryptography are the JDK's own, or were changed: by an agent, when their class was loaded or later, or by {@code --patch-module}.
 * Thread-safe.
 */
public final class JdkMethods {

    /** How often a class had been redefined that was redefined while it was looked at: what is found out is out of date at once. */
    public static final int REDEFINED_MEANWHILE = -1;

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
    private KnownMethods known;
    /** Roots of which something else is known than this JDK has. */
    private final Set<List<MethodName>> unknown = new HashSet<>();
    /** By their internal names. */
    private final Map<String, Class<?>> types = new HashMap<>();
    private final Set<String> initialized = new HashSet<>();
    /** Those of this JDK that nobody has read, by the roots that lead to them. */
    private final Map<List<MethodName>, List<MethodName>> untested = new ConcurrentHashMap<>();
    private SoftReference<Set<MethodDigest>> tested = new SoftReference<>(null);

    /**
     * Methods as they are.
     *
     * @param changed what was changed of them, or null if they are the JDK's own
     * @param methods all; what is compiled by this is to be thrown away when one of them is redefined
     */
    public record Methods(String changed, List<VmMethod> methods) {
    }

    /**
     * Which methods of a class are the JDK's own.
     *
     * @param redefinitions how often the class had been redefined
     * @param added a method that the JDK's class does not have and that may be called instead of another one, or null
     */
    private record Compared(int redefinitions, String added, Map<MethodName, Boolean> isOriginal) {
    }

    /**
     * What is known of the methods that some lead to.
     *
     * @param redefinitions how often each of the classes had been redefined
     * @param methods for compilations alone: while JVMCI's object for a method is there, all that its class had before it was redefined are kept, and the VM's memory for them
     */
    private record State(Class<?>[] classes, int[] redefinitions, String changed, SoftReference<Methods> methods) {

        boolean isCurrent() {
            for (int i = 0; i < classes.length; i++) {
                if (JdkMethods.redefinitions(classes[i]) != redefinitions[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * @param receivers internal names of the classes whose objects the methods are called of; those that this JDK does not have count for nothing
     */
    public JdkMethods(Set<String> receivers) {
        this.receivers = receivers;
    }

    /**
     * Has methods taken for the JDK's own also if they are as in other class files. To be done before HotSpot is given any of these.
     *
     * @param ours makes them of the internal name of a class and the JDK's class file, or returns null for what it does not change
     */
    public synchronized void accept(BiFunction<String, byte[], byte[]> ours) {
        transform = ours;
    }

    /** Gives back the memory of class files that were read, which are read anew when they are needed. */
    public synchronized void forgetFiles() {
        files = new SoftReference<>(null);
    }

    /**
     * Writes what there is to be known of this JDK.
     *
     * @throws IOException as if a class file cannot be read
     */
    public synchronized void write(OutputStream file, Collection<List<MethodName>> roots) throws IOException {
        Map<List<MethodName>, CallGraph> all = new LinkedHashMap<>();
        for (List<MethodName> each : roots) {
            all.put(each, graph(each));
        }
        Set<MethodDigest> ofJdks = KnownJdks.digests();
        KnownMethods.write(file, all, graph -> untested(graph, ofJdks).isEmpty(), files());
    }

    /**
     * All methods that {@code roots} lead to, and what they do.
     *
     * @throws IOException if a class file cannot be read
     */
    public synchronized Map<MethodName, MethodDigest> digests(Collection<List<MethodName>> roots) throws IOException {
        Map<MethodName, MethodDigest> digests = new HashMap<>();
        for (List<MethodName> each : roots) {
            KnownMethods.ofJdk(graph(each)).forEach(method -> digests.put(method, digest(method)));
        }
        return digests;
    }

    private MethodDigest digest(MethodName method) {
        try {
            return files().findMethod(method).digest();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The methods which {@code roots} lead to that do in this JDK what they do in none of {@link KnownJdks}: nobody has read them, and what stands for them must not be executed,
     * as they may correct what was wrong. Whether the VM executes something else is for others to ask.
     *
     * @throws IOException if a class file cannot be read
     */
    public List<MethodName> untested(List<MethodName> roots) throws IOException {
        List<MethodName> found = untested.get(roots);
        if (found == null) {
            synchronized (this) {
                Set<MethodDigest> ofJdks = tested.get();
                if (ofJdks == null) {
                    ofJdks = KnownJdks.digests();
                    tested = new SoftReference<>(ofJdks);
                }
                found = untested(graph(roots), ofJdks);
                untested.put(roots, found);
            }
        }
        return found;
    }

    private List<MethodName> untested(CallGraph graph, Set<MethodDigest> ofJdks) {
        return KnownMethods.ofJdk(graph).filter(method -> !ofJdks.contains(digest(method))).toList();
    }

    /** Has methods compared with what is known of them, where that is of this JDK. To be done before anything is asked for. */
    public synchronized void know(KnownMethods methods) {
        known = methods;
    }

    /**
     * The classes of the JDK in which methods are looked for that {@code roots} lead to: as is known, until {@link #isKnown} says otherwise, and as their class files say then.
     *
     * @throws IOException if a class file cannot be read
     */
    public synchronized Set<Class<?>> classes(List<MethodName> roots) throws IOException {
        KnownMethods.Graph knownGraph = knownGraph(roots);
        Collection<String> names;
        if (knownGraph != null) {
            names = known.classes(knownGraph);
            addInitialized(knownGraph.initialized());
        } else {
            CallGraph graph = graph(roots);
            names = graph.classes();
            addInitialized(graph.initialized());
        }
        return Set.of(ofJdk(names));
    }

    /** One that is not loaded yet might be changed when it is. */
    private Class<?>[] ofJdk(Collection<String> names) {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            if (!name.startsWith(PLUGIN)) {
                classes.add(load(name));
            }
        }
        return classes.toArray(Class<?>[]::new);
    }

    private void addInitialized(Collection<String> classNames) {
        for (String name : classNames) {
            initialized.add(name.replace('/', '.'));
        }
    }

    private KnownMethods.Graph knownGraph(List<MethodName> roots) {
        KnownMethods.Graph graph = known == null || unknown.contains(roots) ? null : known.graph(roots);
        if (graph != null) {
            for (String name : known.classes(graph)) {
                if (find(name) == null) {
                    unknown.add(roots);
                    return null;
                }
            }
        }
        return graph;
    }

    /** Whether the methods that {@code roots} lead to are known, and are the JDK's own. If not, this JDK is another one, or something was changed. */
    public synchronized boolean isKnown(ClassFileMethods vm, List<MethodName> roots) {
        KnownMethods.Graph graph = knownGraph(roots);
        if (graph == null) {
            return false;
        }
        State state = states.get(roots);
        if (state != null && state.isCurrent()) {
            return true;
        }
        Class<?>[] classes = ofJdk(known.classes(graph));
        if (!vm.comparison(known, types).isSame(graph)) {
            unknown.add(roots);
            return false;
        }
        states.put(roots, new State(classes, redefinitions(vm, classes), null, new SoftReference<>(null)));
        if (graph.isTested()) {
            // The build has looked.
            untested.put(roots, List.of());
        }
        return true;
    }

    /** The names of the plugin's and of Graal's classes that are initialized by what methods led to so far. */
    public synchronized Set<String> initialized() {
        return Set.copyOf(initialized);
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
    public String changed(VmMethods vm, List<MethodName> roots) throws IOException {
        State state = states.get(roots);
        if (state != null && state.isCurrent()) {
            return state.changed;
        }
        return look(vm, roots, false).changed;
    }

    /**
     * As {@link #changed}, with the methods.
     *
     * @throws IOException if a class file cannot be read
     */
    public Methods reached(VmMethods vm, List<MethodName> roots) throws IOException {
        State state = states.get(roots);
        Methods methods = state != null && state.isCurrent() ? state.methods.get() : null;
        return methods == null ? look(vm, roots, true) : methods;
    }

    private synchronized Methods look(VmMethods vm, List<MethodName> roots, boolean isKept) throws IOException {
        CallGraph graph = graph(roots);
        Class<?>[] classes = ofJdk(graph.classes());
        // Asked for first: if one is redefined meanwhile, this is out of date at once.
        int[] redefinitions = redefinitions(vm, classes);
        Map<String, Class<?>> byName = new HashMap<>();
        String added = null;
        for (int i = 0; i < classes.length; i++) {
            byName.put(internalName(classes[i]), classes[i]);
            String ofClass = compared(classes[i], redefinitions[i], vm).added;
            added = ofClass == null ? added : ofClass;
        }
        String changed = null;
        List<VmMethod> methods = new ArrayList<>();
        for (MethodName name : graph.methods()) {
            if (name.className().startsWith(PLUGIN)) {
                continue;
            }
            if (changed == null && !isOriginal(name, byName.get(name.className()), vm)) {
                VmMethod method = vm.declared(byName.get(name.className())).get(name);
                changed = method == null ? name.className().replace('/', '.') + "." + name.name() : method.described();
            }
            if (isKept) {
                VmMethod method = vm.declared(byName.get(name.className())).get(name);
                if (method != null) {
                    methods.add(method);
                }
            }
        }
        Methods reached = new Methods(changed == null ? added : changed, List.copyOf(methods));
        states.put(roots, new State(classes, redefinitions, reached.changed, new SoftReference<>(isKept ? reached : null)));
        return reached;
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private Compared compared(Class<?> type, int redefinitions, VmMethods vm) throws IOException {
        String className = internalName(type);
        Compared known = compared.get(className);
        if (known == null || known.redefinitions != redefinitions || redefinitions == REDEFINED_MEANWHILE) {
            String added = null;
            for (VmMethod method : vm.declared(type).values()) {
                if (method.mayOverride() && files().findMethod(method.name()) == null) {
                    added = method.described();
                }
            }
            known = new Compared(redefinitions, added, new HashMap<>());
            compared.put(className, known);
        }
        return known;
    }

    private boolean isOriginal(MethodName name, Class<?> type, VmMethods vm) throws IOException {
        Map<MethodName, Boolean> known = compared.get(name.className()).isOriginal;
        Boolean isOriginal = known.get(name);
        if (isOriginal == null) {
            VmMethod method = vm.declared(type).get(name);
            isOriginal = method != null && (method.isSame(files().findMethod(name)) || transform != null && method.isSame(files().findMethod(name, transform)));
            known.put(name, isOriginal);
        }
        return isOriginal;
    }

    private ClassFiles files() {
        ClassFiles known = files.get();
        if (known == null) {
            known = new ClassFiles();
            files = new SoftReference<>(known);
        }
        return known;
    }

    private CallGraph graph(List<MethodName> roots) throws IOException {
        CallGraph graph = graphs.get(roots);
        if (graph == null) {
            graph = new CallGraph(files(), roots, receivers.stream().filter(ClassFiles::isThere).collect(Collectors.toUnmodifiableSet()));
            graphs.put(roots, graph);
        }
        return graph;
    }

    private Class<?> load(String className) {
        Class<?> found = find(className);
        if (found == null) {
            throw new NoClassDefFoundError(className);
        }
        return found;
    }

    private Class<?> find(String className) {
        Class<?> found = types.get(className);
        if (found == null) {
            found = Class.forName(Object.class.getModule(), className.replace('/', '.'));
            types.put(className, found);
        }
        return found;
    }

    private static int[] redefinitions(VmMethods vm, Class<?>... classes) {
        int[] redefinitions = new int[classes.length];
        for (int i = 0; i < classes.length; i++) {
            redefinitions[i] = vm.redefinitions(classes[i]);
        }
        return redefinitions;
    }
}
