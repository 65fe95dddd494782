package org.cryptointrinsics.test.substitution;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
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

/** This JDK, but with another member of {@code java.base} in place of one, wherever that is named: so that one is missing, and nothing else. */
abstract class OtherJdk {

    static final String SUFFIX = "OfAnotherJdk";

    private static final Path JAVA_BASE = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");

    private final Path folder;

    OtherJdk(Path folder) {
        this.folder = folder;
    }

    /** A class that has one of these among its {@link #names} is not as in this JDK. */
    abstract Set<String> changedNames();

    abstract byte[] transform(ClassModel model);

    /** The member's name, and of a method or a constructor the types. */
    static String name(Member member) {
        return (member instanceof Constructor ? ConstantDescs.INIT_NAME : member.getName()) + (member instanceof Field ? "" : type(member));
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
            Path folder = Files.createTempDirectory(JavaProcess.FOLDER, "jdk");
            folders.put(member, folder);
            OtherJdk jdk = member instanceof Constructor<?> constructor ? new OtherConstructor(constructor, folder) : new RenamedMember(member, folder);
            jdk.changedNames().forEach(name -> byName.computeIfAbsent(name, _ -> new ArrayList<>()).add(jdk));
        }
        try (Stream<Path> files = Files.walk(JAVA_BASE)) {
            for (Path file : (Iterable<Path>) files.filter(path -> path.toString().endsWith(".class"))::iterator) {
                ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                Set<OtherJdk> changed = new HashSet<>();
                names(model).forEach(name -> changed.addAll(byName.getOrDefault(name, List.of())));
                for (OtherJdk jdk : changed) {
                    jdk.write(model.thisClass().asInternalName(), jdk.transform(model));
                }
            }
        }
        return folders;
    }

    /** The names that a class has of members, with their types, of constructors with their classes, and strings. */
    private static Set<String> names(ClassModel model) {
        Set<String> names = new HashSet<>();
        for (PoolEntry entry : model.constantPool()) {
            switch (entry) {
                case NameAndTypeEntry pair -> names.add(pair.name() + " " + pair.type());
                case MemberRefEntry constructor when constructor.name().equalsString(ConstantDescs.INIT_NAME) ->
                    names.add(constructorName(constructor.owner().asInternalName(), constructor.type().stringValue()));
                case StringEntry string -> names.add(string.stringValue());
                default -> {
                }
            }
        }
        model.fields().forEach(field -> names.add(field.fieldName() + " " + field.fieldType()));
        model.methods().forEach(method -> names.add(method.methodName() + " " + method.methodType()));
        model.methods().stream().filter(method -> method.methodName().equalsString(ConstantDescs.INIT_NAME)).forEach(
                        constructor -> names.add(constructorName(model.thisClass().asInternalName(), constructor.methodType().stringValue())));
        return names;
    }

    static String constructorName(String internalClassName, String type) {
        return internalClassName + " " + type;
    }

    final void write(String internalClassName, byte[] classFile) throws IOException {
        Path written = folder.resolve(internalClassName + ".class");
        Files.createDirectories(written.getParent());
        Files.write(written, classFile);
    }

    /** The type of a field, or those of a method or a constructor. */
    static String type(Member member) {
        if (member instanceof Field field) {
            return field.getType().descriptorString();
        }
        Class<?> result = member instanceof Method method ? method.getReturnType() : void.class;
        return MethodType.methodType(result, ((Executable) member).getParameterTypes()).descriptorString();
    }

    /** The class that declares it first; others may override it. */
    static Class<?> root(Class<?> type, Member member) {
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

    static boolean declares(Class<?> type, Member member) {
        Member[] declared = switch (member) {
            case Field _ -> type.getDeclaredFields();
            case Method _ -> type.getDeclaredMethods();
            default -> type.getDeclaredConstructors();
        };
        return Stream.of(declared).anyMatch(other -> name(other).equals(name(member)) && type(other).equals(type(member)));
    }
}
