package org.cryptointrinsics.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Bytecodes that call substitutions. */
public final class Calls {

    private Calls() {
    }

    /**
     * Loads what a method takes, in a method that takes the same.
     *
     * @param first the local variable that has the first one
     */
    public static void load(CodeBuilder code, MethodTypeDesc type, int first) {
        for (int i = 0, slot = first; i < type.parameterCount(); i++) {
            TypeKind kind = TypeKind.from(type.parameterType(i));
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
    }

    /**
     * Returns from the JDK's method, if the substitution, which has just returned, has done the work.
     *
     * @param result what the JDK's method returns
     */
    public static void returnIfDone(CodeBuilder code, ClassDesc result) {
        Label otherwise = code.newLabel();
        TypeKind kind = TypeKind.from(result);
        if (kind == TypeKind.VOID) {
            code.ifeq(otherwise).return_().labelBinding(otherwise);
            return;
        }
        code.dup();
        if (result.isPrimitive()) {
            code.iflt(otherwise);
        } else {
            code.ifnull(otherwise);
        }
        code.return_(kind).labelBinding(otherwise).pop();
    }
}
