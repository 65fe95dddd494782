package org.cryptointrinsics.test.bytecode;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.util.function.Predicate;

/** Class files with one more instruction at the beginning of methods, which does nothing. */
final class Nops {

    private Nops() {
    }

    /**
     * @param changed which methods have it
     */
    static byte[] with(byte[] file, Predicate<MethodModel> changed) {
        ClassFile writer = ClassFile.of();
        return writer.transformClass(writer.parse(file), ClassTransform.transformingMethodBodies(changed, new CodeTransform() {
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
}
