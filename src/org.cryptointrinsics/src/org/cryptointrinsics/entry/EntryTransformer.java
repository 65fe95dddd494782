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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.substitution.SubstitutedMethod;

/** Puts calls of substitutions at the beginning of the JDK's methods. */
final class EntryTransformer implements ClassFileTransformer {

    private final EntryClass entries;
    private final Map<MethodName, SubstitutedMethod> methods = new HashMap<>();
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();
    private final Consumer<Class<?>> onChange;

    /**
     * @param onChange told of each class of the JDK before it is redefined
     */
    EntryTransformer(EntryClass entries, List<SubstitutedMethod> substituted, Consumer<Class<?>> onChange) {
        this.entries = entries;
        this.onChange = onChange;
        substituted.forEach(method -> method.methods().forEach(each -> methods.put(MethodName.of(each), method)));
    }

    @Override
    public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] file) {
        if (loader != null || className == null) {
            return null;
        }
        if (redefined != null) {
            onChange.accept(redefined);
        }
        return transform(className, file);
    }

    /** Puts no calls into a class any more. */
    void leaveOut(Class<?> type) {
        leftOut.add(type.getName().replace('.', '/'));
    }

    /** The class file with the calls, or null if its methods have none. */
    byte[] transform(String className, byte[] file) {
        if (leftOut.contains(className) || methods.keySet().stream().noneMatch(method -> method.className().equals(className))) {
            return null;
        }
        ClassTransform transform = (builder, element) -> {
            SubstitutedMethod substituted = element instanceof MethodModel method ? methods.get(MethodName.of(className, method)) : null;
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
        private final SubstitutedMethod substituted;

        Beginning(CodeModel code, SubstitutedMethod substituted) {
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
