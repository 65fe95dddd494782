package org.cryptointrinsics.test.substitution;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.test.JavaProcess;

/** This JDK, but for a member of {@code java.base} that has another name, wherever it is named: so it is missing, and nothing else. */
final class OtherJdk {

    private static final Path JAVA_BASE = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    private static final String SUFFIX = "OfAnotherJdk";

    private final Member member;
    private final Path folder;
    private final String name;
    private final String type;
    /** The class that declares it first; others may override it. */
    private final Class<?> root;

    private OtherJdk(Member member, Path folder) {
        this.member = member;
        this.folder = folder;
        this.name = member.getName();
        this.type = type(member);
        this.root = root(member.getDeclaringClass(), member);
    }

    /** The member's name, and of a method the types. */
    static String name(Member member) {
        return member.getName() + (member instanceof Method ? type(member) : "");
    }

    /** Whether it is for other modules, or stands for what is. */
    static boolean isExported(Member member) {
        Class<?> root = root(member.getDeclaringClass(), member);
        boolean isForOthers = (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
        return isForOthers && Modifier.isPublic(root.getModifiers()) && root.getModule().isExported(root.getPackageName());
    }

    /** Folders with the classes that are not as in this JDK, each without one of the members. */
    static Map<Member, Path> without(Collection<Member> members) throws IOException {
        Map<Member, Path> folders = new LinkedHashMap<>();
        Map<String, List<OtherJdk>> byName = new HashMap<>();
        for (Member member : members) {
            OtherJdk jdk = new OtherJdk(member, Files.createTempDirectory(JavaProcess.FOLDER, "jdk"));
            folders.put(member, jdk.folder);
            byName.computeIfAbsent(jdk.name + " " + jdk.type, _ -> new ArrayList<>()).add(jdk);
        }
        try (Stream<Path> files = Files.walk(JAVA_BASE)) {
            for (Path file : (Iterable<Path>) files.filter(path -> path.toString().endsWith(".class"))::iterator) {
                ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                for (String name : names(model)) {
                    for (OtherJdk jdk : byName.getOrDefault(name, List.of())) {
                        jdk.write(file, model);
                    }
                }
            }
        }
        return folders;
    }

    /** The names, with their types, that a class has of members. */
    private static Set<String> names(ClassModel model) {
        Set<String> names = new HashSet<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof NameAndTypeEntry pair) {
                names.add(pair.name() + " " + pair.type());
            }
        }
        model.fields().forEach(field -> names.add(field.fieldName() + " " + field.fieldType()));
        model.methods().forEach(method -> names.add(method.methodName() + " " + method.methodType()));
        return names;
    }

    private void write(Path file, ClassModel model) throws IOException {
        Path written = folder.resolve(JAVA_BASE.relativize(file).toString());
        Files.createDirectories(written.getParent());
        Files.write(written, transform(model));
    }

    /** The type of a field, or those of a method. */
    static String type(Member member) {
        return member instanceof Field field ? field.getType().descriptorString() : type((Method) member);
    }

    private static String type(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).descriptorString();
    }

    private static Class<?> root(Class<?> type, Member member) {
        if (type == null) {
            return null;
        }
        if (member instanceof Method) {
            for (Class<?> above : Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces())).toList()) {
                Class<?> root = root(above, member);
                if (root != null) {
                    return root;
                }
            }
        }
        return declares(type, member) ? type : null;
    }

    private static boolean declares(Class<?> type, Member member) {
        return Stream.of(member instanceof Field ? type.getDeclaredFields() : type.getDeclaredMethods()).anyMatch(
                        other -> other.getName().equals(member.getName()) && type(other).equals(type(member)));
    }

    private byte[] transform(ClassModel model) {
        CodeTransform uses = (builder, element) -> {
            switch (element) {
                case FieldInstruction access when isNamed(access.name(), access.type()) && isOf(access.owner()) ->
                    builder.fieldAccess(access.opcode(), access.owner().asSymbol(), name + SUFFIX, access.typeSymbol());
                case InvokeInstruction call when isNamed(call.name(), call.type()) && isOf(call.owner()) ->
                    builder.invoke(call.opcode(), call.owner().asSymbol(), name + SUFFIX, call.typeSymbol(), call.isInterface());
                default -> builder.with(element);
            }
        };
        return ClassFile.of().transformClass(model, ClassTransform.transformingMethodBodies(uses).andThen((builder, element) -> {
            Utf8Entry newName = builder.constantPool().utf8Entry(name + SUFFIX);
            switch (element) {
                case FieldModel field when isNamed(field.fieldName(), field.fieldType()) && isOf(model.thisClass()) ->
                    builder.withField(newName, field.fieldType(), renamed -> field.forEach(renamed::with));
                case MethodModel method when isNamed(method.methodName(), method.methodType()) && isOf(model.thisClass()) ->
                    builder.withMethod(newName, method.methodType(), method.flags().flagsMask(), renamed -> method.forEach(part -> {
                        // HotSpot has no intrinsic by that name.
                        if (!(part instanceof RuntimeVisibleAnnotationsAttribute)) {
                            renamed.with(part);
                        }
                    }));
                default -> builder.with(element);
            }
        }));
    }

    private boolean isNamed(Utf8Entry otherName, Utf8Entry otherType) {
        return otherName.equalsString(name) && otherType.equalsString(type);
    }

    /** Whether what has that name there is the member. */
    private boolean isOf(ClassEntry owner) {
        Class<?> declaring = Class.forName(Object.class.getModule(), owner.asInternalName().replace('/', '.'));
        if (member instanceof Method) {
            return declaring != null && root.isAssignableFrom(declaring);
        }
        while (declaring != null && !declares(declaring, member)) {
            declaring = declaring.getSuperclass();
        }
        return declaring == root;
    }
}
