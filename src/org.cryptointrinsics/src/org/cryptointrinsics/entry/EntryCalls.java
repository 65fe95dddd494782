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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.cryptointrinsics.bytecode.MethodName;

/** Puts calls of substitutions at the beginning of the JDK's methods. */
final class EntryCalls {

    private final List<EntryMethod> all;
    private final Map<MethodName, EntryMethod> methods = new HashMap<>();
    private final Set<String> classes = new HashSet<>();

    EntryCalls(List<EntryMethod> all) {
        this.all = all;
        all.forEach(method -> method.methods().forEach(name -> {
            methods.put(name, method);
            classes.add(name.className());
        }));
    }

    /** Internal names of the classes that have such methods. */
    Set<String> classes() {
        return classes;
    }

    /** The class file with the calls, or null if its methods have none. */
    byte[] transform(String className, byte[] file) {
        if (!classes.contains(className)) {
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
            EntryClass.enter(builder, all, substituted);
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            builder.with(element);
        }
    }
}
