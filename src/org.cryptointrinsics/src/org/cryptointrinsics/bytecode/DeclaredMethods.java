package org.cryptointrinsics.bytecode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.bytecode.VmMethods.VmMethod;

/** What a class file declares. Not thread-safe. */
final class DeclaredMethods {

    private final ClassFileReader reader;
    private final MethodFingerprint fingerprints;
    private final Map<MethodName, Declared> methods = new HashMap<>();

    /** A method of the class file. */
    final class Declared implements VmMethod {

        private final ClassFileReader.Method method;
        private Fingerprint fingerprint;

        private Declared(ClassFileReader.Method method) {
            this.method = method;
        }

        @Override
        public MethodName name() {
            return method.name();
        }

        @Override
        public int modifiers() {
            return method.modifiers();
        }

        @Override
        public boolean isSame(OriginalMethod original) {
            return fingerprint().equals(original.fingerprint());
        }

        /** Of what it does, and of its modifiers. */
        Fingerprint fingerprint() {
            if (fingerprint == null) {
                fingerprint = fingerprints.of(method);
            }
            return fingerprint;
        }

        /** Of the same, and of its name. */
        MethodDigest digest() {
            return fingerprints.digest(method);
        }
    }

    DeclaredMethods(byte[] file) {
        reader = new ClassFileReader(file);
        fingerprints = new MethodFingerprint(reader);
        for (ClassFileReader.Method method : reader.methods()) {
            methods.put(method.name(), new Declared(method));
        }
    }

    Map<MethodName, Declared> methods() {
        return methods;
    }

    /** Of the superclass, the interfaces, and the names of methods that may be called instead of others. */
    Fingerprint fingerprint() {
        List<String> overriding = new ArrayList<>();
        for (Declared method : methods.values()) {
            if (method.mayOverride()) {
                overriding.add(method.name().name() + method.name().descriptor());
            }
        }
        Collections.sort(overriding);
        StringBuilder told = new StringBuilder().append(reader.superclass());
        for (String name : reader.interfaces()) {
            told.append(' ').append(name);
        }
        for (String name : overriding) {
            told.append(' ').append(name);
        }
        byte[] bytes = told.toString().getBytes(StandardCharsets.UTF_8);
        return Fingerprint.of(bytes, bytes.length);
    }
}
