package org.cryptointrinsics.tool.know;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.cryptointrinsics.bytecode.MethodName;

/** A JDK that is there, beside the one of this process. */
final class KnownHome implements AutoCloseable {

    private final String name;
    private final FileSystem image;

    KnownHome(Path home) throws IOException {
        Properties release = new Properties();
        release.load(Files.newBufferedReader(home.resolve("release")));
        name = value(release, "IMPLEMENTOR") + " " + value(release, "JAVA_RUNTIME_VERSION");
        image = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
    }

    private static String value(Properties release, String key) {
        return release.getProperty(key, "").replace("\"", "");
    }

    /** As it calls itself. */
    String name() {
        return name;
    }

    /** The text of a method; none if it has no such method. */
    List<String> text(MethodName method) throws IOException {
        Path file = image.getPath("modules", "java.base", method.className() + ".class");
        return Files.exists(file) ? MethodText.of(Files.readAllBytes(file), method) : List.of();
    }

    @Override
    public void close() throws IOException {
        image.close();
    }
}
