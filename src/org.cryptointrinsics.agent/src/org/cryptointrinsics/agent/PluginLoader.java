package org.cryptointrinsics.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/** Loads the plugin's classes from a folder of the agent's jar. Applications do not see them there, and they do not see those of applications. */
final class PluginLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String FOLDER = "plugin/";

    PluginLoader() {
        super("cryptointrinsics", ClassLoader.getPlatformClassLoader());
        // -ea is meant for the application.
        setDefaultAssertionStatus(false);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            byte[] file = Jar.find(FOLDER + name.replace('.', '/') + ".class");
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        InputStream own = Jar.stream(FOLDER + name);
        return own == null ? super.getResourceAsStream(name) : own;
    }

    @Override
    protected URL findResource(String name) {
        return PluginLoader.class.getResource("/" + FOLDER + name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null ? Collections.emptyEnumeration() : Collections.enumeration(Collections.singleton(found));
    }
}
