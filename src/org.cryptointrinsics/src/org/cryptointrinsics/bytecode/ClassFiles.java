package org.cryptointrinsics.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Class files of {@code java.base} as they are in the run-time image, and of the plugin. Agents and {@code --patch-module} do not change them. Not thread-safe. */
final class ClassFiles {

    private static final String PLUGIN = "org/cryptointrinsics/";
    private static final Path JAVA_BASE = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");

    private final Map<String, ClassModel> models = new HashMap<>();
    private final Map<String, ClassModel> transformed = new HashMap<>();

    /**
     * @param className internal name of a class of {@code java.base} or of the plugin
     */
    ClassModel find(String className) throws IOException {
        ClassModel model = models.get(className);
        if (model == null) {
            model = ClassFile.of().parse(read(className + ".class"));
            models.put(className, model);
        }
        return model;
    }

    private static byte[] read(String file) throws IOException {
        if (!file.startsWith(PLUGIN)) {
            return Files.readAllBytes(JAVA_BASE.resolve(file));
        }
        try (InputStream resource = ClassFiles.class.getModule().getResourceAsStream(file)) {
            if (resource == null) {
                throw new IOException(file + " is missing");
            }
            return resource.readAllBytes();
        }
    }

    /** A method that the class itself declares, or null. */
    MethodModel findMethod(MethodName name) throws IOException {
        return findMethod(find(name.className()), name);
    }

    private static MethodModel findMethod(ClassModel model, MethodName name) {
        for (MethodModel method : model.methods()) {
            if (method.methodName().equalsString(name.name()) && method.methodType().equalsString(name.descriptor())) {
                return method;
            }
        }
        return null;
    }

    /**
     * As {@link #findMethod}, of the class file that {@code transform} makes.
     *
     * @param transform always the same; returns null for what it does not change
     */
    MethodModel findMethod(MethodName name, BiFunction<String, byte[], byte[]> transform) throws IOException {
        ClassModel model = transformed.get(name.className());
        if (model == null) {
            byte[] file = transform.apply(name.className(), read(name.className() + ".class"));
            model = file == null ? find(name.className()) : ClassFile.of().parse(file);
            transformed.put(name.className(), model);
        }
        return findMethod(model, name);
    }

    /** Internal name; null for {@code java.lang.Object}. */
    String superclass(String className) throws IOException {
        return find(className).superclass().map(ClassEntry::asInternalName).orElse(null);
    }

    /** Internal names. */
    List<String> interfaces(String className) throws IOException {
        return find(className).interfaces().stream().map(ClassEntry::asInternalName).toList();
    }
}
