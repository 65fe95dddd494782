package org.cryptointrinsics.agent;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Loads the plugin's classes from the agent's jar. Applications do not see them there, and they do not see those of applications. */
final class PluginLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final PluginFiles start = new PluginFiles("plugin/start");
    private final PluginFiles proofs = new PluginFiles("plugin/proofs");

    PluginLoader() {
        super("cryptointrinsics", ClassLoader.getPlatformClassLoader());
        // -ea is meant for the application.
        setDefaultAssertionStatus(false);
    }

    private ByteBuffer find(String name) throws IOException {
        ByteBuffer found = start.find(name);
        return found == null ? proofs.find(name) : found;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            ByteBuffer file = find(name.replace('.', '/') + ".class");
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, file.array(), file.position(), file.remaining());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        try {
            ByteBuffer file = find(name);
            return file == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(file.array(), file.position(), file.remaining());
        } catch (IOException e) {
            return null;
        }
    }
}
