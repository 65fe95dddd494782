package org.cryptointrinsics.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the VM runs on. */
public final class Host {

    private Host() {
    }

    public static String jdk() {
        return Runtime.version() + " (" + System.getProperty("java.vendor") + ")";
    }

    public static String cpu() {
        int processors = Runtime.getRuntime().availableProcessors();
        return name() + ", " + processors + (processors == 1 ? " processor" : " processors");
    }

    private static String name() {
        String otherwise = System.getProperty("os.arch");
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name")).map(line -> line.replaceFirst(".*: *", "")).findFirst().orElse(otherwise);
        } catch (IOException e) {
            // Not Linux.
            return otherwise;
        }
    }
}
