package org.cryptointrinsics.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import jdk.internal.misc.VM;

/** The plugin: in the boot layer where it is beside Graal, elsewhere in the agent's jar. */
final class Plugin {

    static final String NAME = "org.cryptointrinsics";

    private static final String START = "org.cryptointrinsics.plugin.AgentStart";
    private static final String PRECOMPILED_START = "org.cryptointrinsics.plugin.PrecompiledStart";
    /** A folder of the agent's jar. */
    static final String PRECOMPILED = "precompiled/";
    /** What the plugin gives itself access to the rest with. */
    private static final String ACCESS = "jdk.internal.access";
    /** What it uses of {@code java.base} that is not for everybody. */
    private static final String[] PACKAGES = {"com.sun.crypto.provider", "java.security", ACCESS, "jdk.internal.event", "jdk.internal.foreign", "jdk.internal.foreign.abi",
                    "jdk.internal.foreign.abi.x64", "jdk.internal.loader", "jdk.internal.misc", "jdk.internal.module", "sun.security.jca", "sun.security.provider",
                                    "sun.security.ssl",
                    "sun.security.util"};

    private Plugin() {
    }

    /** Whether Graal is the JIT. */
    static boolean isGraalTheJit(Instrumentation instrumentation) {
        export(instrumentation, Object.class.getModule(), "jdk.internal.misc", Plugin.class.getModule());
        boolean isJit = false;
        String[] arguments = VM.getRuntimeArguments();
        // Null if there are none.
        for (String argument : arguments == null ? new String[0] : arguments) {
            isJit = argument.equals("-XX:+UseJVMCICompiler") || isJit && !argument.equals("-XX:-UseJVMCICompiler");
        }
        return isJit;
    }

    /** Has the plugin that is beside Graal start. */
    static Module start(Instrumentation instrumentation) throws ReflectiveOperationException {
        Module plugin = ModuleLayer.boot().findModule(NAME).get();
        export(instrumentation, Object.class.getModule(), ACCESS, plugin);
        Supplier<Instrumentation> latest = Agent::latest;
        Function<byte[], BiFunction<String, byte[], byte[]>> calls = file -> {
            try {
                return new EntryCalls(file)::withCalls;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        Class.forName(plugin, START).getMethod("start", Instrumentation.class, Supplier.class, Function.class).invoke(null, instrumentation, latest, calls);
        return plugin;
    }

    /** The one that needs no Graal. */
    static Module precompiled() {
        Optional<Module> boot = ModuleLayer.boot().findModule(NAME);
        return boot.isPresent() ? boot.get() : new PluginLoader().getUnnamedModule();
    }

    /** Has it start, and be asked of each class that is loaded. */
    static void startPrecompiled(Module plugin, Instrumentation instrumentation, LoadedClasses classes) throws ReflectiveOperationException {
        Map<String, Set<Module>> packages = new HashMap<>();
        for (String packageName : PACKAGES) {
            packages.put(packageName, Set.of(plugin));
        }
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), packages, packages, Set.of(), Collections.emptyMap());
        Optional<Module> management = ModuleLayer.boot().findModule("java.management");
        if (management.isPresent()) {
            export(instrumentation, management.get(), "sun.management.spi", plugin);
        }
        Supplier<Instrumentation> latest = Agent::latest;
        Function<String, InputStream> files = file -> Jar.stream(PRECOMPILED + file);
        BiFunction<String, byte[], byte[]> withCalls = classes::withCalls;
        Function<ClassFileTransformer, Set<String>> loaded = transformer -> {
            classes.set(transformer);
            return classes.all();
        };
        Class<?>[] types = {Instrumentation.class, Supplier.class, Function.class, BiFunction.class, Set.class, Function.class};
        precompiledStart(plugin).getMethod("start", types).invoke(null, instrumentation, latest, files, withCalls, classes.entered(), loaded);
    }

    private static Class<?> precompiledStart(Module plugin) throws ClassNotFoundException {
        return Class.forName(PRECOMPILED_START, true, plugin.getClassLoader());
    }

    /** Has it begin at once with what was used so far, and waits for that. */
    static void startNow(Module plugin) {
        if (plugin != null) {
            try {
                precompiledStart(plugin).getMethod("startNow").invoke(null);
            } catch (InvocationTargetException e) {
                throw unchecked(e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Has this agent loaded once more. Java's launcher does so, too. */
    static void load(Instrumentation instrumentation) {
        try {
            Class<?> type = instrumentation.getClass();
            instrumentation.redefineModule(type.getModule(), Set.of(), Collections.emptyMap(), Collections.singletonMap(type.getPackage().getName(),
                            Set.of(Plugin.class.getModule())),
                            Set.of(), Collections.emptyMap());
            Method load = type.getDeclaredMethod("loadAgent", String.class);
            load.setAccessible(true);
            load.invoke(null, Jar.path());
        } catch (InvocationTargetException e) {
            throw unchecked(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An error is thrown as it is: who called waits for memory, or tries once more. */
    private static IllegalStateException unchecked(Throwable cause) {
        if (cause instanceof Error) {
            throw (Error) cause;
        }
        return new IllegalStateException(cause);
    }

    /** Gives a module access to a package. */
    static void export(Instrumentation instrumentation, Module module, String packageName, Module to) {
        instrumentation.redefineModule(module, Set.of(), Collections.singletonMap(packageName, Set.of(to)), Collections.emptyMap(), Set.of(), Collections.emptyMap());
    }
}
