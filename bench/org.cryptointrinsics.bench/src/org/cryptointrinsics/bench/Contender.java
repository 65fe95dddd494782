package org.cryptointrinsics.bench;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the benchmarks are compiled with.
 */
enum Jit {
    C2("C2"),
    GRAAL("Graal"),
    PLUGIN("Graal with plugin");

    private static final String PLUGIN_MODULE = "org.cryptointrinsics";
    private static final String UPGRADE = "--upgrade-module-path=";

    /**
     * A compilation that fails would go unnoticed otherwise, and its method would be measured as the first tier compiles it. A bailout is no failure: Graal has
     * one whenever a class is loaded that a compilation assumed not to be, and tries again. {@link BlocksPerCall} finds those that are for good.
     */
    private static final String FAIL_LOUDLY = "-Djdk.graal.CompilationFailureAction=ExitVM";

    private final String title;

    Jit(String title) {
        this.title = title;
    }

    @Override
    public String toString() {
        return title;
    }

    /**
     * The options of the VM.
     *
     * @param plugin the file of options that turn the plugin on
     */
    List<String> options(Path plugin) throws IOException {
        return switch (this) {
            case C2 -> List.of();
            case GRAAL -> Stream.concat(withoutPlugin(plugin).stream(), Stream.of(FAIL_LOUDLY)).toList();
            case PLUGIN -> List.of("@" + plugin, FAIL_LOUDLY);
        };
    }

    private static List<String> withoutPlugin(Path plugin) throws IOException {
        List<String> options = new ArrayList<>();
        for (String option : read(plugin)) {
            if (option.startsWith(UPGRADE)) {
                options.add(UPGRADE + jars(option).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
            } else if (!option.endsWith("=" + PLUGIN_MODULE)) {
                options.add(option);
            }
        }
        return options;
    }

    /** The jars of Graal. */
    static List<Path> jarsOfGraal(Path plugin) throws IOException {
        String option = read(plugin).stream().filter(line -> line.startsWith(UPGRADE)).findAny().orElseThrow(() -> new IOException(plugin + " has no " + UPGRADE));
        return jars(option);
    }

    private static List<String> read(Path options) throws IOException {
        return Files.readAllLines(options).stream().map(line -> line.strip().replaceAll("^\"(.*)\"$", "$1")).filter(line -> !line.isEmpty()).toList();
    }

    private static List<Path> jars(String option) {
        Path[] path = Stream.of(option.substring(UPGRADE.length()).split(File.pathSeparator)).map(Path::of).toArray(Path[]::new);
        return ModuleFinder.of(path).findAll().stream().filter(module -> !module.descriptor().name().equals(PLUGIN_MODULE)) //
                        .map(ModuleReference::location).map(location -> Path.of(location.orElseThrow())).sorted().toList();
    }
}
