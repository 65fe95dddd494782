package org.cryptointrinsics.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
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
}
