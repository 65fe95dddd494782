package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A JIT to be measured.
 *
 * @param jvmArguments the options of java that choose it
 */
record Configuration(String name, List<String> jvmArguments) {

    private static final String UPGRADE_MODULE_PATH = "--upgrade-module-path=";
    /** Bailouts are not failures here: Graal has one whenever a class is loaded that a compilation assumed not to be. {@link BlocksPerCall} finds what they leave. */
    private static final String FAILURES_END_THE_VM = "-Djdk.graal.CompilationFailureAction=ExitVM";

    /**
     * C2, Graal without the plugin, and Graal with it.
     *
     * @param argumentFile the options that turn the plugin on
     * @param folder where to put what Graal alone needs
     */
    static List<Configuration> all(Path argumentFile, Path folder) throws IOException {
        List<String> graal = new ArrayList<>();
        for (String line : Files.readAllLines(argumentFile)) {
            String option = line.replace("\"", "");
            if (option.startsWith(UPGRADE_MODULE_PATH)) {
                graal.add(UPGRADE_MODULE_PATH + withoutPlugin(Path.of(option.substring(UPGRADE_MODULE_PATH.length())), folder));
            } else if (option.startsWith("-XX:")) {
                graal.add(option);
            }
        }
        graal.add(FAILURES_END_THE_VM);
        List<String> plugin = List.of("@" + argumentFile, FAILURES_END_THE_VM);
        return List.of(new Configuration("C2", List.of()), new Configuration("Graal", graal), new Configuration("plugin", plugin));
    }

    private static Path withoutPlugin(Path jars, Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> list = Files.list(jars)) {
            for (Path jar : list.filter(file -> !file.getFileName().toString().startsWith("cryptointrinsics")).toList()) {
                Files.copy(jar, folder.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return folder;
    }
}
