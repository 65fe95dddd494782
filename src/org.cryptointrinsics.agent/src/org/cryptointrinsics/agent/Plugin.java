package org.cryptointrinsics.agent;

import java.lang.instrument.Instrumentation;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolutionException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The plugin and Graal: in the boot layer where Graal is the JIT, elsewhere in a layer of their own, from the folder {@code jit} beside the agent. */
final class Plugin {

    static final String NAME = "org.cryptointrinsics";

    private static final String GRAAL = "jdk.graal.compiler";
    private static final String OPTION = "jdk.graal.compiler.options.OptionKey";
    private static final String START = "org.cryptointrinsics.plugin.AgentStart";
    private static final String FOLDER = "jit";
    /** What the plugin gives itself access to the rest with. */
    private static final String ACCESS = "jdk.internal.access";

    private Plugin() {
    }

    /** Has the plugin start; returns null, and tells so, if it is not there. */
    static Module start(Instrumentation instrumentation) throws ReflectiveOperationException {
        Optional<Module> boot = ModuleLayer.boot().findModule(NAME);
        Module plugin;
        if (boot.isPresent()) {
            plugin = boot.get();
        } else {
            String jdk = System.getProperty("java.specification.version");
            if (!jdk.equals(Agent.JDK)) {
                Agent.tellOff("this is JDK " + jdk + ", the plugin is for JDK " + Agent.JDK + "; run it, or take the plugin for this JDK");
                return null;
            }
            if (ModuleLayer.boot().findModule(GRAAL).filter(graal -> !graal.getPackages().isEmpty()).isPresent()) {
                Agent.tellOff("this Java has Graal already, without the plugin; take the options that \"cryptointrinsics args\" prints, and, if C2 is to be the JIT, " +
                                "-XX:-UseJVMCICompiler after them");
                return null;
            }
            try {
                plugin = layer().findModule(NAME).get();
            } catch (FindException | ResolutionException | URISyntaxException e) {
                Agent.tellOff("Graal cannot be loaded: " + e.getMessage() + "; keep the folder " + FOLDER + " beside the agent, and run a JDK with all its modules");
                return null;
            }
        }
        export(instrumentation, Object.class.getModule(), ACCESS, plugin);
        Class.forName(plugin, START).getMethod("start", Instrumentation.class).invoke(null, instrumentation);
        return plugin;
    }

    private static ModuleLayer layer() throws URISyntaxException {
        Path agent = Paths.get(Plugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path folder = agent.resolveSibling(FOLDER);
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration = Configuration.resolve(ModuleFinder.of(folder), List.of(boot.configuration()), ModuleFinder.of(), Set.of(GRAAL, NAME));
        ModuleLayer layer = ModuleLayer.defineModulesWithOneLoader(configuration, List.of(boot), ClassLoader.getPlatformClassLoader()).layer();
        ClassLoader loader = layer.findLoader(NAME);
        // -ea is meant for the application. Packages of Graal that it names have their assertions.
        loader.setDefaultAssertionStatus(false);
        // That each option is described: it looks for that on the class path of the application.
        loader.setClassAssertionStatus(OPTION, false);
        return layer;
    }

    /** A class that the agent has access to from now on; null if this JDK has none of that name. */
    static Class<?> ofJavaBase(Instrumentation instrumentation, String name) {
        Class<?> type = Class.forName(Object.class.getModule(), name);
        if (type != null) {
            export(instrumentation, type.getModule(), type.getPackage().getName(), Plugin.class.getModule());
        }
        return type;
    }

    /** Gives a module access to a package. */
    private static void export(Instrumentation instrumentation, Module module, String packageName, Module to) {
        instrumentation.redefineModule(module, Set.of(), Collections.singletonMap(packageName, Set.of(to)), Collections.emptyMap(), Set.of(), Collections.emptyMap());
    }
}
