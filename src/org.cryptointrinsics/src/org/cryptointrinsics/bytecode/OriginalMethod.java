package org.cryptointrinsics.bytecode;

import java.lang.classfile.MethodModel;
import java.util.function.Supplier;

/** A method as a class file of the run-time image has it. */
public final class OriginalMethod {

    private final MethodName name;
    private final MethodModel model;
    private final Supplier<DeclaredMethods> declared;

    OriginalMethod(MethodName name, MethodModel model, Supplier<DeclaredMethods> declared) {
        this.name = name;
        this.model = model;
        this.declared = declared;
    }

    public MethodModel model() {
        return model;
    }

    Fingerprint fingerprint() {
        return declared.get().methods().get(name).fingerprint();
    }

    MethodDigest digest() {
        return declared.get().methods().get(name).digest();
    }
}
