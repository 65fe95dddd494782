package org.cryptointrinsics.test.bytecode;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * An agent as those for auditing are: it has methods tell {@link CallCounts} when they are called. Its argument says of which: names of classes and methods, such as
 * {@code javax.crypto.Mac.doFinal}, with commas between.
 */
public final class CountingAgent {

    /** Before the argument of an agent whose changes cannot be taken back. */
    public static final String FOR_GOOD = "for-good:";

    /** An argument: has all methods of the JDK's cryptography {@linkplain CallCounts#trace traced}. */
    public static final String ALL = "all";

    private static final Set<String> PACKAGES = Set.of("com.sun.crypto.provider", "java.security", "javax.crypto", "javax.crypto.spec", "javax.net.ssl", "sun.security.jca",
                    "sun.security.provider", "sun.security.ssl", "sun.security.util");

    private static Instrumentation instrumentation;
    private static ClassFileTransformer transformer;
    private static Set<String> targets;

    private CountingAgent() {
    }

    /** With {@code -javaagent}. */
    public static void premain(String argument, Instrumentation given) throws UnmodifiableClassException {
        instrumentation = given;
        if (argument.startsWith(FOR_GOOD)) {
            targets = Set.of(argument.substring(FOR_GOOD.length()).split(","));
            given.addTransformer(transformer(), false);
        } else {
            start(argument);
        }
    }

    /** Where it is attached. */
    public static void agentmain(String argument, Instrumentation given) throws UnmodifiableClassException {
        instrumentation = given;
        start(argument);
    }

    /** Changes classes that are loaded, and those that will be. */
    public static void start(String argument) throws UnmodifiableClassException {
        targets = Set.of(argument.split(","));
        transformer = transformer();
        instrumentation.addTransformer(transformer, true);
        retransform();
    }

    /** As {@link #start}, for one class and together with another one, which comes last and takes so long to transform. */
    public static void start(String argument, Class<?> type, Class<?> last, long millis) throws UnmodifiableClassException {
        targets = Set.of(argument.split(","));
        transformer = transformer();
        ClassFileTransformer slow = new SlowTransformer(last, new CountDownLatch(1), millis, null);
        instrumentation.addTransformer(transformer, true);
        instrumentation.addTransformer(slow, true);
        instrumentation.retransformClasses(type, last);
        instrumentation.removeTransformer(slow);
    }

    /**
     * Asks for what HotSpot refuses: a method more.
     *
     * @param end what the transformer of the class waits for
     */
    public static void addMethod(Class<?> type, CountDownLatch end) throws UnmodifiableClassException {
        ClassFileTransformer adding = new SlowTransformer(type, end, Long.MAX_VALUE, "added");
        instrumentation.addTransformer(adding, true);
        try {
            instrumentation.retransformClasses(type);
            throw new AssertionError("a method was added to " + type);
        } catch (UnsupportedOperationException e) {
            // As it has to be.
            return;
        } finally {
            instrumentation.removeTransformer(adding);
        }
    }

    private static final class SlowTransformer implements ClassFileTransformer {

        private final Class<?> type;
        private final CountDownLatch end;
        private final long mostMillis;
        private final String added;

        /**
         * @param end what it waits for, for so long at most
         * @param added the name of a method to add, or null
         */
        SlowTransformer(Class<?> type, CountDownLatch end, long mostMillis, String added) {
            this.type = type;
            this.end = end;
            this.mostMillis = mostMillis;
            this.added = added;
        }

        @Override
        public byte[] transform(ClassLoader loader, String internalName, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
            if (redefined != type) {
                return null;
            }
            try {
                end.await(mostMillis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (added == null) {
                return null;
            }
            ClassTransform transform = ClassTransform.endHandler(builder -> builder.withMethodBody(added, MethodTypeDesc.of(ConstantDescs.CD_void), ClassFile.ACC_PUBLIC,
                            CodeBuilder::return_));
            return ClassFile.of().transformClass(ClassFile.of().parse(classFile), transform);
        }
    }

    /** Takes all changes back. */
    public static void stop() throws UnmodifiableClassException {
        instrumentation.removeTransformer(transformer);
        retransform();
    }

    private static void retransform() throws UnmodifiableClassException {
        Class<?>[] loaded = Stream.of(instrumentation.getAllLoadedClasses()).filter(type -> isOfTarget(type.getName())).toArray(Class<?>[]::new);
        if (loaded.length != 0) {
            instrumentation.retransformClasses(loaded);
        }
    }

    private static boolean isOfTarget(String className) {
        if (isTracing()) {
            return PACKAGES.contains(className.substring(0, Math.max(0, className.lastIndexOf('.')))) || className.equals("java.util.UUID");
        }
        // No stream: its classes would be asked for while they are loaded.
        for (String target : targets) {
            if (target.startsWith(className + ".") && target.indexOf('.', className.length() + 1) < 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTracing() {
        return targets.contains(ALL);
    }

    private static boolean isTarget(String className, String method) {
        // A class initializer is not what is skipped.
        return isTracing() ? !method.equals(ConstantDescs.CLASS_INIT_NAME) : targets.contains(className + "." + method);
    }

    private static ClassFileTransformer transformer() {
        // No lambda: it would be linked while the JDK's classes are loaded.
        return new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String internalName, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
                String className = internalName.replace('/', '.');
                try {
                    return loader == null && isOfTarget(className) ? count(classFile, className) : null;
                } catch (RuntimeException | Error e) {
                    // Nobody else would tell.
                    e.printStackTrace();
                    throw e;
                }
            }
        };
    }

    private static byte[] count(byte[] classFile, String className) {
        ClassTransform transform = (builder, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent() && isTarget(className, method.methodName().stringValue())) {
                String name = className + "." + method.methodName().stringValue() + method.methodType().stringValue();
                builder.transformMethod(method, MethodTransform.transformingCode(counting(name)));
            } else {
                builder.with(element);
            }
        };
        // Not by loading classes, as this one is being loaded.
        ClassFile files = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader())));
        return files.transformClass(files.parse(classFile), transform);
    }

    private static CodeTransform counting(String method) {
        return new CodeTransform() {
            @Override
            public void atStart(CodeBuilder builder) {
                builder.loadConstant(method).invokestatic(ClassDesc.of(CallCounts.class.getName()), isTracing() ? "trace" : "count",
                                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String));
            }

            @Override
            public void accept(CodeBuilder builder, CodeElement element) {
                builder.with(element);
            }
        };
    }

    /** Makes a jar of it. */
    public static void writeJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", CountingAgent.class.getName());
        attributes.putValue("Agent-Class", CountingAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        // What the JDK's classes call must be found by their class loader.
        attributes.putValue("Boot-Class-Path", jar.getFileName().toString());
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (Class<?> type : List.of(CallCounts.class, CountingAgent.class, Class.forName(CountingAgent.class.getName() + "$1"),
                            Class.forName(CountingAgent.class.getName() + "$2"), SlowTransformer.class)) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                out.write(CountingAgent.class.getResourceAsStream("/" + name).readAllBytes());
            }
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }
}
