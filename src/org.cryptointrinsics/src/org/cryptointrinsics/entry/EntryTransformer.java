package org.cryptointrinsics.entry;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.LineNumber;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.cryptointrinsics.bytecode.MethodName;

/** Puts calls of substitutions at the beginning of the JDK's methods. */
final class EntryTransformer implements ClassFileTransformer {

    private final EntryClass entries;
    private final Map<MethodName, EntryMethod> methods = new HashMap<>();
    /** Internal names of classes. */
    private final Set<String> classes = new HashSet<>();
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();
    private final Set<String> entered = ConcurrentHashMap.newKeySet();
    private final Consumer<String> onLoad;
    private final Consumer<Class<?>> onChange;

    /**
     * @param onLoad told of the internal name of each class of the boot loader's before it is loaded
     * @param onChange told of each of them before it is redefined
     */
    EntryTransformer(EntryClass entries, Consumer<String> onLoad, Consumer<Class<?>> onChange) {
        this.entries = entries;
        this.onLoad = onLoad;
        this.onChange = onChange;
        entries.methods().forEach(method -> method.methods().forEach(name -> {
            methods.put(name, method);
            classes.add(name.className());
        }));
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] file) {
        if (loader != null || className == null) {
            return null;
        }
        if (redefined != null) {
            onChange.accept(redefined);
            return transform(className, file);
        }
        onLoad.accept(className);
        byte[] withCalls = transform(className, file);
        if (withCalls != null) {
            entered.add(className);
        }
        return withCalls;
    }

    /** Whether a class has calls. A redefinition that may yet be refused has given it none. */
    boolean hasEntered(Class<?> type) {
        return entered.contains(type.getName().replace('.', '/'));
    }

    /** To be told when a class was given calls by a redefinition. */
    void setEntered(Class<?> type) {
        entered.add(type.getName().replace('.', '/'));
    }

    /** Puts no calls into a class any more. */
    void leaveOut(Class<?> type) {
        leftOut.add(type.getName().replace('.', '/'));
    }

    /** The class file with the calls, or null if its methods have none. */
    byte[] transform(String className, byte[] file) {
        if (!classes.contains(className) || leftOut.contains(className)) {
            return null;
        }
        ClassTransform transform = (builder, element) -> {
            EntryMethod substituted = element instanceof MethodModel method ? methods.get(MethodName.of(className, method)) : null;
            if (substituted == null) {
                builder.with(element);
            } else {
                builder.transformMethod((MethodModel) element, MethodTransform.transformingCode(new Beginning(((MethodModel) element).code().orElseThrow(), substituted)));
            }
        };
        ClassFile classFile = ClassFile.of();
        return classFile.transformClass(classFile.parse(file), transform);
    }

    /** In stack traces, the call is in the first line of the method. */
    private final class Beginning implements CodeTransform {

        private final CodeModel code;
        private final EntryMethod substituted;

        Beginning(CodeModel code, EntryMethod substituted) {
            this.code = code;
            this.substituted = substituted;
        }

        @Override
        public void atStart(CodeBuilder builder) {
            code.elementStream().filter(LineNumber.class::isInstance).findFirst().ifPresent(builder::with);
            entries.enter(builder, substituted);
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            builder.with(element);
        }
    }
}
