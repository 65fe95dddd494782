package org.cryptointrinsics.bench;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The JDK that is measured: the one that runs this, or another, with C2 alone.
 *
 * @param home its folder
 * @param name of its build
 * @param feature its version, such as 25
 */
record MeasuredJdk(Path home, String name, int feature) {

    private static volatile MeasuredJdk chosen = new MeasuredJdk(Path.of(System.getProperty("java.home")), System.getProperty("java.vendor.version",
                    System.getProperty("java.vendor")) + ", " + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"), Runtime.version().feature());

    static MeasuredJdk chosen() {
        return chosen;
    }

    /**
     * Has another JDK measured from now on.
     *
     * @throws IOException if it has no {@code java}, or does not tell what it is
     */
    static void choose(Path home) throws IOException {
        Properties release = new Properties();
        try (Reader file = Files.newBufferedReader(home.resolve("release"))) {
            release.load(file);
        }
        String version = value(release, "JAVA_RUNTIME_VERSION", home);
        MeasuredJdk jdk = new MeasuredJdk(home.toAbsolutePath(), value(release, "IMPLEMENTOR", home) + " " + version, Runtime.Version.parse(version).feature());
        if (!Files.isExecutable(jdk.java())) {
            throw new IOException("there is no " + jdk.java());
        }
        chosen = jdk;
    }

    private static String value(Properties release, String key, Path home) throws IOException {
        String value = release.getProperty(key);
        if (value == null) {
            throw new IOException("the file release in " + home + " has no " + key);
        }
        return value.replace("\"", "");
    }

    Path java() {
        return home.resolve("bin").resolve("java");
    }
}
