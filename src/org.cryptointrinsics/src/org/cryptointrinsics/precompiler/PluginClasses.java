package org.cryptointrinsics.precompiler;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The plugin's classes as they are in the agent's jar: without those that need Graal, in few files, since each one in a jar costs each program that starts with it, and without
 * lambdas where kernels wait for it. A file has, in the format of {@link DataOutputStream}, how many there are, the names and lengths of all, and their bytes.
 */
final class PluginClasses {

    private static final String PLUGIN = "org/cryptointrinsics/";
    private static final List<String> OF_GRAAL = List.of("compilation/", "graph/", "precompiler/", "replacements/", "stub/");
    /** What is only needed for proofs, and by those who ask for them; and where the JDK is another one. */
    private static final List<String> LATER = List.of("bytecode/known-jdks", "interpreter/", "proof/", "verification/");

    /** What is executed until kernels are there. */
    private static final List<String> OF_START = List.of("bytecode/", "entry/", "linkage/", "plugin/", "precompiled/", "recording/", "selection/", "substitution/");

    private static final String START = "start";
    private static final String PROOFS = "proofs";
    private static final String SUFFIX = ".class";

    private PluginClasses() {
    }

    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        ResolvedModule module = PluginClasses.class.getModule().getLayer().configuration().findModule(PluginClasses.class.getModule().getName()).orElseThrow();
        try (ModuleReader reader = module.reference().open(); Stream<String> names = reader.list()) {
            Map<String, byte[]> files = new TreeMap<>();
            for (String name : names.filter(name -> name.startsWith(PLUGIN) && !name.endsWith("/") && !isOfAny(OF_GRAAL, name)).toList()) {
                try (InputStream in = reader.open(name).orElseThrow()) {
                    files.put(name, in.readAllBytes());
                }
            }
            Map<String, byte[]> start = select(files, name -> !isOfAny(LATER, name));
            Map<String, byte[]> classes = select(start, name -> name.endsWith(SUFFIX) && isOfAny(OF_START, name));
            start.keySet().removeAll(classes.keySet());
            LambdaClasses.replace(new ArrayList<>(classes.values()), PluginClasses.class.getClassLoader()).forEach((name, file) -> start.put(name + SUFFIX, file));
            write(folder.resolve(START), start);
            write(folder.resolve(PROOFS), select(files, name -> isOfAny(LATER, name)));
        }
    }

    private static boolean isOfAny(List<String> packages, String name) {
        return packages.stream().anyMatch(each -> name.startsWith(PLUGIN + each));
    }

    private static Map<String, byte[]> select(Map<String, byte[]> files, Predicate<String> names) {
        Map<String, byte[]> selected = new TreeMap<>(files);
        selected.keySet().removeIf(names.negate());
        return selected;
    }

    private static void write(Path path, Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream file = Files.newOutputStream(path); DataOutputStream out = new DataOutputStream(file)) {
            out.writeInt(files.size());
            for (Map.Entry<String, byte[]> entry : files.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeInt(entry.getValue().length);
                bytes.write(entry.getValue());
            }
            bytes.writeTo(out);
        }
    }
}
