package org.cryptointrinsics.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

import org.cryptointrinsics.selection.Report;

import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.VM;

/**
 * What the plugin is run in: whether that fits, and access to it. Graal calls the plugin while the VM starts or compiles, where an exception would bring down
 * the VM or break every compilation; so whatever does not fit is told in a line, and the plugin is off.
 */
public final class Surroundings {

    private static final String GRAAL = "jdk.graal.compiler";
    private static final String NO_GRAAL = "none";
    private static final String[] JAVA_BASE = {"com.sun.crypto.provider", "java.security", "jdk.internal.event", "jdk.internal.foreign", "jdk.internal.foreign.abi",
                    "jdk.internal.foreign.abi.x64", "jdk.internal.loader", "jdk.internal.misc",
                    "jdk.internal.module", "sun.security.jca", "sun.security.provider", "sun.security.ssl", "sun.security.util"};

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
                Report.tellOff(offBecause);
            }
        }
        return offBecause;
    }

    private static String unfit() {
        // macOS calls it x86_64.
        if (!Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"))) {
            return "the CPU is not an x86-64 but " + System.getProperty("os.arch") + "; leave the plugin out";
        }
        Attributes manifest = manifest();
        String requiredJdk = manifest.getValue("JDK-Version");
        String requiredGraal = manifest.getValue("Graal-Version");
        if (requiredJdk == null || requiredGraal == null) {
            return "the manifest of its jar does not tell which JDK and Graal it is for; take the jar as it was built";
        }
        if (Runtime.version().feature() != Integer.parseInt(requiredJdk)) {
            return "this is JDK " + Runtime.version().feature() + ", the plugin is for JDK " + requiredJdk + "; run it, or take the plugin for this JDK";
        }
        String version = graalVersion();
        if (version.equals(NO_GRAAL)) {
            return "Graal is not there; add -XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI -XX:+UseJVMCICompiler";
        }
        // Updates of a release do not change what the plugin uses, but for the first one, before which plugins had another interface.
        String release = requiredGraal.substring(0, requiredGraal.lastIndexOf('.') + 1);
        if (!version.startsWith(release) || version.equals(release + 0)) {
            return "this is Graal " + version + ", the plugin is for Graal " + release + "1 and later " + release + "x; put that on the upgrade module path";
        }
        try {
            open();
            return Configuration.unfit();
        } catch (IllegalAccessError e) {
            return "it may not use " + e.getMessage().replaceAll(".*(?:because module )(\\S+) does not export (\\S+).*", "package $2 of $1") +
                            "; add --add-exports=java.base/jdk.internal.access=org.cryptointrinsics";
        }
    }

    /** What the build wrote into the plugin's jar. */
    private static Attributes manifest() {
        try (InputStream manifest = Surroundings.class.getModule().getResourceAsStream(JarFile.MANIFEST_NAME)) {
            return manifest == null ? new Attributes() : new Manifest(manifest).getMainAttributes();
        } catch (IOException e) {
            return new Attributes();
        }
    }

    /** That of Graal, beside the plugin. */
    public static String graalVersion() {
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

    /** What needs a package that the plugin has no access to before {@link #open}. */
    private static final class Configuration {

        /** Kernels need what this one of Graal's configurations leaves out. */
        private static final String ECONOMY = "economy";

        static String unfit() {
            for (String option : new String[]{"jdk.graal.CompilerConfiguration", "graal.CompilerConfiguration"}) {
                if (ECONOMY.equals(VM.getSavedProperty(option))) {
                    return "Graal's economy configuration cannot compile kernels; leave -D" + option + "=" + ECONOMY + " out";
                }
            }
            return null;
        }
    }

    private static void export(Module module, Module to) {
        for (String packageName : module.getPackages()) {
            SharedSecrets.getJavaLangAccess().addExports(module, packageName, to);
        }
    }

    private static void open() {
        Module plugin = Surroundings.class.getModule();
        JavaLangAccess access = SharedSecrets.getJavaLangAccess();
        Module graal = ModuleLayer.boot().findModule(GRAAL).orElseThrow();
        Module jvmci = ModuleLayer.boot().findModule("jdk.internal.vm.ci").orElseThrow();
        // For setpriority(2).
        access.addEnableNativeAccess(plugin);
        for (String packageName : graal.getPackages()) {
            access.addOpens(graal, packageName, plugin);
        }
        export(jvmci, plugin);
        ModuleLayer.boot().findModule("java.management").ifPresent(management -> access.addExports(management, "sun.management.spi", plugin));
        for (String packageName : JAVA_BASE) {
            access.addOpens(Object.class.getModule(), packageName, plugin);
        }
    }
}
