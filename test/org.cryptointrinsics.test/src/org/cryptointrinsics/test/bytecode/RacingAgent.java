package org.cryptointrinsics.test.bytecode;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** An agent that changes a class of the JDK as soon as the plugin has looked at it: before the plugin has compared what it has seen. */
public final class RacingAgent implements ClassFileTransformer {

    /** A system property that is there when the class was changed. */
    public static final String CHANGED = "org.cryptointrinsics.test.changed";

    /** Whatever has a digest leads to it. */
    private static final String CLASS = "sun/security/provider/ByteArrayAccess";
    private static final String LOOKER = "cryptointrinsics";

    private static RacingAgent agent;

    private final Instrumentation instrumentation;
    private final CountDownLatch seen = new CountDownLatch(1);
    private volatile byte[] changed;

    private RacingAgent(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    public static void premain(@SuppressWarnings("unused") String arguments, Instrumentation instrumentation) {
        agent = new RacingAgent(instrumentation);
        instrumentation.addTransformer(agent, true);
        Thread.ofPlatform().daemon().start(agent::change);
    }

    /** Has the class as it was. */
    public static void takeBack() throws Exception {
        agent.changed = null;
        agent.retransform();
    }

    private void retransform() throws Exception {
        instrumentation.retransformClasses(Class.forName(CLASS.replace('/', '.')));
    }

    private void change() {
        try {
            // What has to be done before, so that nothing is left to be done then.
            byte[] file = withNops();
            seen.await();
            changed = file;
            retransform();
            System.setProperty(CHANGED, "true");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] withNops() throws IOException {
        ClassFile classFile = ClassFile.of();
        return classFile.transformClass(classFile.parse(Object.class.getResourceAsStream("/" + CLASS + ".class").readAllBytes()), ClassTransform.transformingMethodBodies(
                        new CodeTransform() {
                            @Override
                            public void atStart(CodeBuilder code) {
                                code.nop();
                            }

                            @Override
                            public void accept(CodeBuilder code, CodeElement element) {
                                code.with(element);
                            }
                        }));
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] file) {
        if (redefined == null || !className.equals(CLASS)) {
            return null;
        }
        if (Thread.currentThread().getName().equals(LOOKER)) {
            seen.countDown();
        }
        return changed;
    }

    /** Writes the agent's jar. */
    public static void writeJar(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", RacingAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (String type : List.of(RacingAgent.class.getName(), RacingAgent.class.getName() + "$1")) {
                String name = type.replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                out.write(RacingAgent.class.getResourceAsStream("/" + name).readAllBytes());
            }
        }
    }
}
