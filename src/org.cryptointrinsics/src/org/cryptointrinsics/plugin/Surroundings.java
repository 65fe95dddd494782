package org.cryptointrinsics.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;

/**
 * What the plugin is run in: whether that fits, and access to it. Graal calls the plugin while the VM starts or compiles, where an exception would bring down
 * the VM or break every compilation; so whatever does not fit is told in a line, and the plugin is off.
 */
public final class Surroundings {

    private static final int JDK = 25;
    private static final String GRAAL = "25.0.";
    private static final String[] JAVA_BASE = {"jdk.internal.misc", "sun.security.provider"};

    private static Boolean fit;

    private Surroundings() {
    }

    /**
     * Gives the plugin access to Graal, JVMCI, and the JDK's classes that it replaces. Only what is needed to get this far must be exported on the command line.
     *
     * @return whether the plugin can be used; if not, this was told
     */
    public static synchronized boolean enter() {
        if (fit == null) {
            String unfit = unfit();
            fit = unfit == null;
            if (unfit != null) {
                System.err.println("[cryptointrinsics] off: " + unfit);
            }
        }
        return fit;
    }

    /** Why the plugin cannot be used and what to do, or null. */
    private static String unfit() {
        if (!System.getProperty("os.arch").equals("amd64")) {
            return "the CPU is not an x86-64 but " + System.getProperty("os.arch") + "; leave the plugin away";
        }
        if (Runtime.version().feature() != JDK) {
            return "this is JDK " + Runtime.version().feature() + ", the plugin is for JDK " + JDK + "; run it, or take the plugin for this JDK";
        }
        Module graal = ModuleLayer.boot().findModule("jdk.graal.compiler").orElseThrow();
        String version = version(graal);
        if (!version.startsWith(GRAAL)) {
            return "this is Graal " + version + ", the plugin is for Graal " + GRAAL + "x; put that on the upgrade module path";
        }
        try {
            open(graal);
            return null;
        } catch (IllegalAccessError e) {
            return "it may not use " + e.getMessage().replaceAll(".*(?:because module )(\\S+) does not export (\\S+).*", "package $2 of $1") +
                            "; add --add-exports=java.base/jdk.internal.access=org.cryptointrinsics";
        }
    }

    private static String version(Module graal) {
        try (InputStream version = graal.getResourceAsStream("META-INF/graalvm/jdk.graal.compiler/version")) {
            return version == null ? "of unknown version" : new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "of unknown version (" + e + ")";
        }
    }

    private static void open(Module graal) {
        Module plugin = Surroundings.class.getModule();
        JavaLangAccess access = SharedSecrets.getJavaLangAccess();
        for (Module module : new Module[]{graal, ModuleLayer.boot().findModule("jdk.internal.vm.ci").orElseThrow()}) {
            for (String packageName : module.getPackages()) {
                access.addExports(module, packageName, plugin);
            }
        }
        for (String packageName : JAVA_BASE) {
            access.addOpens(Object.class.getModule(), packageName, plugin);
        }
    }
}
