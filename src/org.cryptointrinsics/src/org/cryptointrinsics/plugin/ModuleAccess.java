package org.cryptointrinsics.plugin;

import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;

/**
 * Gives the plugin access to what it is made of: Graal, JVMCI, and the JDK's classes that it replaces. Only what is needed to get this far must be exported on
 * the command line.
 */
final class ModuleAccess {

    private static final String[] JAVA_BASE = {"jdk.internal.misc", "sun.security.provider"};

    private ModuleAccess() {
    }

    /** Idempotent. */
    static void open() {
        Module plugin = ModuleAccess.class.getModule();
        JavaLangAccess access = SharedSecrets.getJavaLangAccess();
        for (String name : new String[]{"jdk.graal.compiler", "jdk.internal.vm.ci"}) {
            Module module = ModuleLayer.boot().findModule(name).orElseThrow();
            for (String packageName : module.getPackages()) {
                access.addExports(module, packageName, plugin);
            }
        }
        for (String packageName : JAVA_BASE) {
            access.addOpens(Object.class.getModule(), packageName, plugin);
        }
    }
}
