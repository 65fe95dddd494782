package org.cryptointrinsics.tool;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs classes of this tool where they find those of the plugin: in the boot layer, or, if the JIT is C2, in that of the agent. */
public final class InPlugin {

    private static final String PLUGIN = "org.cryptointrinsics";
    private static final String AGENT = "org.cryptointrinsics.agent.Agent";

    private InPlugin() {
    }

    /**
     * Runs {@code main}, unless it is where it finds the plugin.
     *
     * @return whether it was run
     * @throws Failure if there is no plugin
     */
    public static boolean run(Class<?> main, String[] arguments) throws Failure {
        if (isInBootLayer() || main.getClassLoader() != ClassLoader.getSystemClassLoader()) {
            return false;
        }
        try {
            Module plugin = (Module) Class.forName(AGENT).getMethod("plugin").invoke(null);
            if (plugin == null) {
                throw notThere();
            }
            // Lives as long as the VM.
            @SuppressWarnings("resource")
            ClassLoader loader = new URLClassLoader(classPath(), plugin.getClassLoader());
            Method method = loader.loadClass(main.getName()).getMethod("main", String[].class);
            method.setAccessible(true);
            method.invoke(null, (Object) arguments);
            return true;
        } catch (ClassNotFoundException e) {
            throw notThere();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException | MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is told where there is no plugin. */
    public static Failure notThere() {
        return new Failure("the agent is not there; start this by bin/cryptointrinsics.");
    }

    /** Whether the plugin is, as where Graal is the JIT. */
    private static boolean isInBootLayer() {
        return ModuleLayer.boot().findModule(PLUGIN).isPresent();
    }

    private static URL[] classPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }
}
