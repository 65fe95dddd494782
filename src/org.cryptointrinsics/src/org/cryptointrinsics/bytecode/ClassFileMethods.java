package org.cryptointrinsics.bytecode;

import java.util.HashMap;
import java.util.Map;

/** Methods of class files that HotSpot has shown to a transformer which came last: it executes these. Not thread-safe. */
public final class ClassFileMethods implements VmMethods {

    private final Map<Class<?>, byte[]> files;
    private final Map<Class<?>, DeclaredMethods> classes = new HashMap<>();

    /**
     * @param files of all classes that are asked for
     */
    public ClassFileMethods(Map<Class<?>, byte[]> files) {
        this.files = files;
    }

    @Override
    public Map<MethodName, ? extends VmMethod> declared(Class<?> type) {
        return find(type).methods();
    }

    byte[] file(Class<?> type) {
        return files.get(type);
    }

    DeclaredMethods find(Class<?> type) {
        DeclaredMethods found = classes.get(type);
        if (found == null) {
            found = new DeclaredMethods(files.get(type));
            classes.put(type, found);
        }
        return found;
    }
}
