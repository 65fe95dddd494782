package org.cryptointrinsics.bytecode;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What methods do that substitutions stand for, in the JDK with which the project was built: so nothing has to be found out in each process, and next to nothing compared. Methods
 * that do the same lead to the same. A file has it, in the format of {@link DataOutputStream}: the classes and, for each substitution, which of these; then what is compared where
 * a
 * class file is another one: what classes declare, methods, and for each substitution which of these.
 */
public final class KnownMethods {

    private static final String PLUGIN = "org/cryptointrinsics/";

    private final List<KnownClass> classes = new ArrayList<>();
    private final Map<List<MethodName>, Graph> graphs = new HashMap<>();
    /** In the order of the file. */
    private final List<Graph> ordered = new ArrayList<>();
    /** Null when all was read. */
    private DataInputStream left;
    private final List<Fingerprint> declarations = new ArrayList<>();
    private final List<KnownMethod> methods = new ArrayList<>();

    /**
     * @param name internal name
     */
    private record KnownClass(String name, ExactClass exact) {
    }

    /**
     * @param declaring the number of its class
     */
    private record KnownMethod(int declaring, MethodName name, Fingerprint fingerprint) {
    }

    /** The methods that some lead to, as of {@link CallGraph}, by their numbers. */
    static final class Graph {

        private boolean isTested;
        private int[] classes;
        private int[] methods;
        private final List<String> initialized = new ArrayList<>();

        /** Whether all of the methods are in {@link KnownJdks}, as the build has seen. */
        boolean isTested() {
            return isTested;
        }

        /** As of {@link CallGraph#initialized}. */
        List<String> initialized() {
            return initialized;
        }
    }

    /** Whether the classes of a VM are the known ones. Of each it is found out once. */
    static final class Comparison {

        /** Byte by byte. */
        private static final byte EXACT = 1;
        private static final byte SAME = 2;
        private static final byte OTHER = 3;

        private final KnownMethods known;
        private final ClassFileMethods vm;
        private final Map<String, Class<?>> types;
        private final byte[] ofClasses;
        private byte[] ofMethods;

        /**
         * @param types by their internal names
         */
        Comparison(KnownMethods known, ClassFileMethods vm, Map<String, Class<?>> types) {
            this.known = known;
            this.vm = vm;
            this.types = types;
            ofClasses = new byte[known.classes.size()];
        }

        /** Whether the VM executes what is known. */
        boolean isSame(Graph graph) {
            boolean isExact = true;
            for (int i : graph.classes) {
                if (ofClasses[i] == 0) {
                    ofClasses[i] = compare(i);
                }
                if (ofClasses[i] == OTHER) {
                    return false;
                }
                isExact &= ofClasses[i] == EXACT;
            }
            return isExact || areMethodsSame(graph);
        }

        private byte compare(int number) {
            KnownClass type = known.classes.get(number);
            Class<?> actual = types.get(type.name);
            if (type.exact.isOf(vm.file(actual))) {
                return EXACT;
            }
            known.readAll();
            return vm.find(actual).fingerprint().equals(known.declarations.get(number)) ? SAME : OTHER;
        }

        private boolean areMethodsSame(Graph graph) {
            known.readAll();
            if (ofMethods == null) {
                ofMethods = new byte[known.methods.size()];
            }
            for (int i : graph.methods) {
                KnownMethod method = known.methods.get(i);
                if (ofMethods[i] == 0) {
                    ofMethods[i] = ofClasses[method.declaring] == EXACT || isSame(method) ? SAME : OTHER;
                }
                if (ofMethods[i] == OTHER) {
                    return false;
                }
            }
            return true;
        }

        private boolean isSame(KnownMethod method) {
            DeclaredMethods.Declared declared = vm.find(types.get(method.name.className())).methods().get(method.name);
            return declared != null && declared.fingerprint().equals(method.fingerprint);
        }
    }

    /**
     * Reads the file.
     *
     * @param roots those of substitutions, in the order in which they were written
     */
    public KnownMethods(InputStream file, List<List<MethodName>> roots) throws IOException {
        left = new DataInputStream(new ByteArrayInputStream(file.readAllBytes()));
        for (int count = left.readInt(); count > 0; count--) {
            classes.add(new KnownClass(left.readUTF(), ExactClass.read(left)));
        }
        for (List<MethodName> each : roots) {
            Graph graph = new Graph();
            graph.isTested = left.readBoolean();
            graph.classes = readNumbers(left, classes.size());
            for (int names = left.readShort(); names > 0; names--) {
                graph.initialized.add(left.readUTF());
            }
            graphs.put(each, graph);
            ordered.add(graph);
        }
    }

    /** Also what is only compared where a class file is another one. */
    private void readAll() {
        if (left == null) {
            return;
        }
        try {
            for (int i = 0; i < classes.size(); i++) {
                declarations.add(Fingerprint.read(left));
            }
            String[] strings = new String[left.readShort()];
            for (int i = 0; i < strings.length; i++) {
                strings[i] = left.readUTF();
            }
            for (int count = left.readInt(); count > 0; count--) {
                int declaring = left.readShort();
                methods.add(new KnownMethod(declaring, new MethodName(classes.get(declaring).name, strings[left.readShort()], strings[left.readShort()]), Fingerprint.read(left)));
            }
            for (Graph graph : ordered) {
                graph.methods = readNumbers(left, methods.size());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        left = null;
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

    /**
     * Writes the file, of the JDK of this process.
     *
     * @param isTested whether the methods of a graph are in {@link KnownJdks}
     */
    static void write(OutputStream file, Map<List<MethodName>, CallGraph> graphs, Predicate<CallGraph> isTested, ClassFiles files) throws IOException {
        List<String> classes = graphs.values().stream().flatMap(graph -> graph.classes().stream()).filter(KnownMethods::isOfJdk).distinct().sorted().toList();
        List<MethodName> methods = graphs.values().stream().flatMap(KnownMethods::ofJdk).distinct().sorted(KnownJdks.ORDER).toList();
        DataOutputStream out = new DataOutputStream(file);
        out.writeInt(classes.size());
        for (String name : classes) {
            out.writeUTF(name);
            ExactClass.of(ClassFiles.ofJdk(name)).write(out);
        }
        for (CallGraph graph : graphs.values()) {
            out.writeBoolean(isTested.test(graph));
            write(out, classes, graph.classes().stream().filter(KnownMethods::isOfJdk).toList());
            out.writeShort(graph.initialized().size());
            for (String name : graph.initialized().stream().sorted().toList()) {
                out.writeUTF(name);
            }
        }
        for (String name : classes) {
            new DeclaredMethods(ClassFiles.ofJdk(name)).fingerprint().write(out);
        }
        List<String> strings = methods.stream().flatMap(method -> Stream.of(method.name(), method.descriptor())).distinct().toList();
        out.writeShort(strings.size());
        for (String string : strings) {
            out.writeUTF(string);
        }
        out.writeInt(methods.size());
        for (MethodName method : methods) {
            out.writeShort(classes.indexOf(method.className()));
            out.writeShort(strings.indexOf(method.name()));
            out.writeShort(strings.indexOf(method.descriptor()));
            files.findMethod(method).fingerprint().write(out);
        }
        for (CallGraph graph : graphs.values()) {
            write(out, methods, ofJdk(graph).toList());
        }
    }

    /** The methods of the JDK that substitutions stand for, and the initializers of their classes. */
    static Stream<MethodName> ofJdk(CallGraph graph) {
        return Stream.concat(graph.methods().stream(), graph.initializers().stream()).filter(method -> isOfJdk(method.className()));
    }

    private static boolean isOfJdk(String className) {
        return !className.startsWith(PLUGIN);
    }
}
