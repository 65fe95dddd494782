package org.cryptointrinsics.bytecode;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import org.cryptointrinsics.bytecode.VmMethods.VmMethod;

/** What a class file declares. Not thread-safe. */
final class DeclaredMethods {

    private final ClassFileReader reader;
    private final MessageDigest sha256;
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
    }

    DeclaredMethods(byte[] file, MessageDigest sha256) {
        this.sha256 = sha256;
        reader = new ClassFileReader(file);
        fingerprints = new MethodFingerprint(reader, sha256);
        for (ClassFileReader.Method method : reader.methods()) {
            methods.put(method.name(), new Declared(method));
        }
    }

    Map<MethodName, Declared> methods() {
        return methods;
    }

    /** Of the superclass, the interfaces, and the names of methods that may be called instead of others. */
    Fingerprint fingerprint() {
        tell(reader.superclass());
        reader.interfaces().forEach(this::tell);
        String[] names = new String[methods.size()];
        int count = 0;
        for (Declared method : methods.values()) {
            if (method.mayOverride()) {
                names[count++] = method.name().name() + method.name().descriptor();
            }
        }
        Arrays.sort(names, 0, count);
        for (int i = 0; i < count; i++) {
            tell(names[i]);
        }
        return Fingerprint.of(sha256);
    }

    private void tell(String name) {
        sha256.update((name == null ? "" : name).getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) 0);
    }
}
