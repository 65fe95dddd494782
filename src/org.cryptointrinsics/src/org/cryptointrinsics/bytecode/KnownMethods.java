package org.cryptointrinsics.bytecode;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What methods do that substitutions stand for, in the JDK with which the project was built: so nothing has to be found out and compared in each process. Methods that do the same
 * lead to the same. A file has it, in the format of {@link DataOutputStream}: the classes, the methods, and for each substitution which of these.
 */
public final class KnownMethods {

    private static final String PLUGIN = "org/cryptointrinsics/";

    private final List<KnownClass> classes = new ArrayList<>();
    private final List<KnownMethod> methods = new ArrayList<>();
    private final Map<List<MethodName>, Graph> graphs = new HashMap<>();

    /**
     * @param name internal name
     * @param declarations as of {@link DeclaredMethods#fingerprint}
     */
    private record KnownClass(String name, Fingerprint declarations) {
    }

    private record KnownMethod(MethodName name, Fingerprint fingerprint) {
    }

    /** The methods that some lead to, as of {@link CallGraph}, by their numbers. */
    static final class Graph {

        private int[] classes;
        private int[] methods;
        private final List<String> initialized = new ArrayList<>();

        /** As of {@link CallGraph#initialized}. */
        List<String> initialized() {
            return initialized;
        }
    }

    /** Whether the classes of a VM are the known ones. Of each it is found out once. */
    static final class Comparison {

        private static final byte SAME = 1;
        private static final byte OTHER = 2;

        private final KnownMethods known;
        private final ClassFileMethods vm;
        private final Map<String, Class<?>> types;
        private final byte[] ofClasses;
        private final byte[] ofMethods;

        /**
         * @param types by their internal names
         */
        Comparison(KnownMethods known, ClassFileMethods vm, Map<String, Class<?>> types) {
            this.known = known;
            this.vm = vm;
            this.types = types;
            ofClasses = new byte[known.classes.size()];
            ofMethods = new byte[known.methods.size()];
        }

        boolean isOf(ClassFileMethods other) {
            return vm == other;
        }

        /** Whether the VM executes what is known. */
        boolean isSame(Graph graph) {
            for (int i : graph.classes) {
                if (ofClasses[i] == 0) {
                    ofClasses[i] = isSame(known.classes.get(i)) ? SAME : OTHER;
                }
                if (ofClasses[i] == OTHER) {
                    return false;
                }
            }
            for (int i : graph.methods) {
                if (ofMethods[i] == 0) {
                    ofMethods[i] = isSame(known.methods.get(i)) ? SAME : OTHER;
                }
                if (ofMethods[i] == OTHER) {
                    return false;
                }
            }
            return true;
        }

        private boolean isSame(KnownClass type) {
            return vm.find(types.get(type.name)).fingerprint().equals(type.declarations);
        }

        private boolean isSame(KnownMethod method) {
            DeclaredMethods.Declared declared = vm.find(types.get(method.name.className())).methods().get(method.name);
            return declared != null && declared.fingerprint().equals(method.fingerprint);
        }
    }

    /** Reads the file. */
    public KnownMethods(InputStream file) throws IOException {
        DataInputStream in = new DataInputStream(file);
        for (int count = in.readInt(); count > 0; count--) {
            classes.add(new KnownClass(in.readUTF(), Fingerprint.read(in)));
        }
        for (int count = in.readInt(); count > 0; count--) {
            String declaring = classes.get(in.readShort()).name;
            methods.add(new KnownMethod(new MethodName(declaring, in.readUTF(), in.readUTF()), Fingerprint.read(in)));
        }
        for (int count = in.readInt(); count > 0; count--) {
            MethodName[] roots = new MethodName[in.readShort()];
            for (int i = 0; i < roots.length; i++) {
                roots[i] = new MethodName(in.readUTF(), in.readUTF(), in.readUTF());
            }
            Graph graph = new Graph();
            graph.classes = readNumbers(in, classes.size());
            graph.methods = readNumbers(in, methods.size());
            for (int names = in.readShort(); names > 0; names--) {
                graph.initialized.add(in.readUTF());
            }
            graphs.put(Arrays.asList(roots), graph);
        }
    }

    private static int[] readNumbers(DataInputStream in, int most) throws IOException {
        byte[] bits = new byte[(most + Byte.SIZE - 1) / Byte.SIZE];
        in.readFully(bits);
        int[] numbers = new int[most];
        int count = 0;
        for (int i = 0; i < most; i++) {
            if ((bits[i / Byte.SIZE] >> i % Byte.SIZE & 1) != 0) {
                numbers[count++] = i;
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    /** A bit for each of {@code all}: whether it is one of these. */
    private static <T> void write(DataOutputStream out, List<T> all, Collection<T> these) throws IOException {
        byte[] bits = new byte[(all.size() + Byte.SIZE - 1) / Byte.SIZE];
        for (T each : these) {
            int i = all.indexOf(each);
            bits[i / Byte.SIZE] |= (byte) (1 << i % Byte.SIZE);
        }
        out.write(bits);
    }

    private static void write(DataOutputStream out, MethodName name) throws IOException {
        out.writeUTF(name.className());
        out.writeUTF(name.name());
        out.writeUTF(name.descriptor());
    }

    /** Of the methods that {@code roots} lead to; null if it is not known. */
    Graph graph(List<MethodName> roots) {
        return graphs.get(roots);
    }

    /** Internal names of the JDK's classes in which methods were looked for. */
    List<String> classes(Graph graph) {
        List<String> names = new ArrayList<>();
        for (int i : graph.classes) {
            names.add(classes.get(i).name);
        }
        return names;
    }

    /** Writes the file, of the JDK of this process. */
    static void write(OutputStream file, Map<List<MethodName>, CallGraph> graphs, ClassFiles files) throws IOException {
        List<String> classes = graphs.values().stream().flatMap(graph -> graph.classes().stream()).filter(KnownMethods::isOfJdk).distinct().sorted().toList();
        List<MethodName> methods = graphs.values().stream().flatMap(graph -> graph.methods().stream()).filter(method -> isOfJdk(method.className())).distinct().sorted(
                        Comparator.comparing(MethodName::className).thenComparing(MethodName::name).thenComparing(MethodName::descriptor)).toList();
        DataOutputStream out = new DataOutputStream(file);
        out.writeInt(classes.size());
        for (String name : classes) {
            out.writeUTF(name);
            new DeclaredMethods(ClassFiles.ofJdk(name)).fingerprint().write(out);
        }
        out.writeInt(methods.size());
        for (MethodName method : methods) {
            out.writeShort(classes.indexOf(method.className()));
            out.writeUTF(method.name());
            out.writeUTF(method.descriptor());
            files.findMethod(method).fingerprint().write(out);
        }
        out.writeInt(graphs.size());
        for (Map.Entry<List<MethodName>, CallGraph> entry : graphs.entrySet()) {
            out.writeShort(entry.getKey().size());
            for (MethodName root : entry.getKey()) {
                write(out, root);
            }
            CallGraph graph = entry.getValue();
            write(out, classes, graph.classes().stream().filter(KnownMethods::isOfJdk).toList());
            write(out, methods, graph.methods().stream().filter(method -> isOfJdk(method.className())).toList());
            Set<String> initialized = graph.initialized();
            out.writeShort(initialized.size());
            for (String name : initialized.stream().sorted().toList()) {
                out.writeUTF(name);
            }
        }
    }

    private static boolean isOfJdk(String className) {
        return !className.startsWith(PLUGIN);
    }
}
