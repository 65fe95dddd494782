package org.cryptointrinsics.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

import org.cryptointrinsics.selection.Report;

import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;

/**
 * What the plugin is run in: whether that fits, and access to it. Graal calls the plugin while the VM starts or compiles, where an exception would bring down
 * the VM or break every compilation; so whatever does not fit is told in a line, and the plugin is off.
 */
public final class Surroundings {

    private static final int JDK = 25;
    private static final String GRAAL = "jdk.graal.compiler";
    private static final String GRAAL_RELEASE = "25.0.";
    private static final String NO_GRAAL = "none";
    private static final String[] JAVA_BASE = {"com.sun.crypto.provider", "java.security", "jdk.internal.event", "jdk.internal.loader", "jdk.internal.misc", "jdk.internal.module",
                    "sun.security.jca", "sun.security.provider", "sun.security.util"};

    private static boolean checked;
    private static String offBecause;

    private Surroundings() {
    }

    /**
     * Gives the plugin access to Graal, JVMCI, and the JDK's classes that it replaces. Only what is needed to get this far must be exported on the command
     * line.
     *
     * @return whether the plugin can be used; if not, this was told
     */
    public static boolean enter() {
        return offBecause() == null;
    }

    /** Why the plugin cannot be used and what to do, told when first asked; or null if it can. */
    static synchronized String offBecause() {
        if (!checked) {
            checked = true;
            offBecause = unfit();
            if (offBecause != null) {
                Report.warnWithoutReport("off: " + offBecause);
            }
        }
        return offBecause;
    }

    private static String unfit() {
        // macOS calls it x86_64.
        if (!Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"))) {
            return "the CPU is not an x86-64 but " + System.getProperty("os.arch") + "; leave the plugin away";
        }
        if (Runtime.version().feature() != JDK) {
            return "this is JDK " + Runtime.version().feature() + ", the plugin is for JDK " + JDK + "; run it, or take the plugin for this JDK";
        }
        String version = graalVersion();
        if (version.equals(NO_GRAAL)) {
            return "Graal is not there; add -XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI -XX:+UseJVMCICompiler";
        }
        if (!version.startsWith(GRAAL_RELEASE)) {
            return "this is Graal " + version + ", the plugin is for Graal " + GRAAL_RELEASE + "x; put that on the upgrade module path";
        }
        try {
            open();
            return null;
        } catch (IllegalAccessError e) {
            return "it may not use " + e.getMessage().replaceAll(".*(?:because module )(\\S+) does not export (\\S+).*", "package $2 of $1") +
                            "; add --add-exports=java.base/jdk.internal.access=org.cryptointrinsics";
        }
    }

    static String graalVersion() {
        Optional<Module> graal = ModuleLayer.boot().findModule(GRAAL);
        if (graal.isEmpty()) {
            return NO_GRAAL;
        }
        try (InputStream version = graal.get().getResourceAsStream("META-INF/graalvm/jdk.graal.compiler/version")) {
            return version == null ? "of unknown version" : new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "of unknown version (" + e + ")";
        }
    }

    private static void open() {
        Module plugin = Surroundings.class.getModule();
        JavaLangAccess access = SharedSecrets.getJavaLangAccess();
        for (String name : new String[]{GRAAL, "jdk.internal.vm.ci"}) {
            Module module = ModuleLayer.boot().findModule(name).orElseThrow();
            for (String packageName : module.getPackages()) {
                access.addExports(module, packageName, plugin);
            }
        }
        ModuleLayer.boot().findModule("java.management").ifPresent(management -> access.addExports(management, "sun.management.spi", plugin));
        for (String packageName : JAVA_BASE) {
            access.addOpens(Object.class.getModule(), packageName, plugin);
        }
    }
}
