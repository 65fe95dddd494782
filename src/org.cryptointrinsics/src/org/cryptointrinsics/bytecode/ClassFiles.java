package org.cryptointrinsics.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Class files of {@code java.base} as they are in the run-time image, and of the plugin. Agents and {@code --patch-module} do not change them. Not thread-safe. */
public final class ClassFiles {

    private static final String PLUGIN = "org/cryptointrinsics/";
    private static final Path JAVA_BASE = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");

    private final Map<String, Declarations> declarations = new HashMap<>();
    private final Map<String, Declarations> transformed = new HashMap<>();
    private final Map<MethodName, List<Reference>> references = new HashMap<>();

    /**
     * What the code of a method refers to.
     *
     * @param member a class alone, which is made or has the field; or a method of it
     */
    record Reference(Kind kind, MethodName member) {

        enum Kind {
            DIRECT_CALL,
            VIRTUAL_CALL,
            METHOD_HANDLE,
            NEW,
            FIELD;

            boolean isCall() {
                return this == DIRECT_CALL || this == VIRTUAL_CALL;
            }
        }

        private static Reference ofClass(Kind kind, ClassEntry type) {
            return new Reference(kind, new MethodName(type.asInternalName(), null, null));
        }

        private static Reference of(DirectMethodHandleDesc handle) {
            return new Reference(Kind.METHOD_HANDLE, new MethodName(MethodName.internalName(handle.owner().descriptorString()), handle.methodName(), handle.lookupDescriptor()));
        }

        private static Stream<Reference> of(CodeElement element) {
            return switch (element) {
                case InvokeInstruction call -> {
                    boolean isDirect = call.opcode() == Opcode.INVOKESTATIC || call.opcode() == Opcode.INVOKESPECIAL;
                    MethodName callee = new MethodName(call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue());
                    yield Stream.of(new Reference(isDirect ? Kind.DIRECT_CALL : Kind.VIRTUAL_CALL, callee));
                }
                case InvokeDynamicInstruction lambda -> lambda.bootstrapArgs().stream().filter(DirectMethodHandleDesc.class::isInstance).map(
                                handle -> of((DirectMethodHandleDesc) handle));
                case NewObjectInstruction object -> Stream.of(ofClass(Kind.NEW, object.className()));
                case FieldInstruction field -> Stream.of(ofClass(Kind.FIELD, field.owner()));
                default -> Stream.of();
            };
        }
    }

    /**
     * What a class declares.
     *
     * @param superclass internal name; null for {@code java.lang.Object}
     * @param interfaces internal names
     */
    record Declarations(String superclass, List<String> interfaces, Map<MethodName, OriginalMethod> methods) {

        static Declarations of(String className, byte[] file) {
            ClassModel model = ClassFile.of().parse(file);
            Map<MethodName, OriginalMethod> methods = new HashMap<>();
            Declared declared = new Declared(file);
            model.methods().forEach(method -> {
                MethodName name = MethodName.of(className, method);
                methods.put(name, new OriginalMethod(name, method, declared));
            });
            return new Declarations(model.superclass().map(ClassEntry::asInternalName).orElse(null), model.interfaces().stream().map(ClassEntry::asInternalName).toList(), methods);
        }
    }

    /** What a class file declares, read when it is first asked for. */
    private static final class Declared implements Supplier<DeclaredMethods> {

        private final byte[] file;
        private DeclaredMethods methods;

        Declared(byte[] file) {
            this.file = file;
        }

        @Override
        public DeclaredMethods get() {
            if (methods == null) {
                methods = new DeclaredMethods(file);
            }
            return methods;
        }
    }

    /**
     * @param className internal name of a class of {@code java.base} or of the plugin
     */
    Declarations find(String className) throws IOException {
        Declarations found = declarations.get(className);
        if (found == null) {
            found = Declarations.of(className, read(className));
            declarations.put(className, found);
        }
        return found;
    }

    /** Whether this JDK has a class of that internal name. */
    static boolean isThere(String className) {
        return Files.exists(JAVA_BASE.resolve(className + ".class"));
    }

    /** The class file in the run-time image of a class of {@code java.base}, by its internal name. */
    public static byte[] ofJdk(String className) throws IOException {
        return Files.readAllBytes(JAVA_BASE.resolve(className + ".class"));
    }

    private static byte[] read(String className) throws IOException {
        if (!className.startsWith(PLUGIN)) {
            return ofJdk(className);
        }
        String file = className + ".class";
        try (InputStream resource = ClassFiles.class.getResourceAsStream("/" + file)) {
            if (resource == null) {
                throw new IOException(file + " is missing");
            }
            return resource.readAllBytes();
        }
    }

    /** A method that the class itself declares, or null. */
    OriginalMethod findMethod(MethodName name) throws IOException {
        return find(name.className()).methods.get(name);
    }

    /** Each once, in the order of the code; none of a method that has no code. The method is there. */
    List<Reference> references(MethodName name) throws IOException {
        List<Reference> found = references.get(name);
        if (found == null) {
            Optional<CodeModel> code = findMethod(name).model().code();
            found = code.stream().flatMap(CodeModel::elementStream).flatMap(Reference::of).distinct().toList();
            references.put(name, found);
        }
        return found;
    }

    /**
     * As {@link #findMethod}, of the class file that {@code transform} makes.
     *
     * @param transform always the same; returns null for what it does not change
     */
    OriginalMethod findMethod(MethodName name, BiFunction<String, byte[], byte[]> transform) throws IOException {
        String className = name.className();
        Declarations found = transformed.get(className);
        if (found == null) {
            byte[] file = transform.apply(className, read(className));
            found = file == null ? find(className) : Declarations.of(className, file);
            transformed.put(className, found);
        }
        return found.methods.get(name);
    }
}
