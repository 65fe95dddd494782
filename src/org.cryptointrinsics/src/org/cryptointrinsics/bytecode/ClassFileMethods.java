package org.cryptointrinsics.bytecode;

import java.util.HashMap;
import java.util.Map;

/** Methods of class files that HotSpot has shown to a transformer which came last: it executes these. Not thread-safe. */
public final class ClassFileMethods implements VmMethods {

    private final Map<Class<?>, byte[]> files;
    private final Map<Class<?>, Integer> redefinitions;
    private final Map<Class<?>, DeclaredMethods> classes = new HashMap<>();
    private KnownMethods.Comparison comparison;

    /**
     * @param files of all classes that are asked for
     * @param redefinitions how often each of these had been redefined when HotSpot showed it; or {@link JdkMethods#REDEFINED_MEANWHILE}
     */
    public ClassFileMethods(Map<Class<?>, byte[]> files, Map<Class<?>, Integer> redefinitions) {
        this.files = files;
        this.redefinitions = redefinitions;
    }

    @Override
    public int redefinitions(Class<?> type) {
        return redefinitions.get(type);
    }

    /** Of these with {@code known}, of which there is one. */
    KnownMethods.Comparison comparison(KnownMethods known, Map<String, Class<?>> types) {
        if (comparison == null) {
            comparison = new KnownMethods.Comparison(known, this, types);
        }
        return comparison;
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
