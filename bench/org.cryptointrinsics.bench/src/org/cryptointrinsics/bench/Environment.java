package org.cryptointrinsics.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What the benchmarks were run on.
 *
 * @param description names and values
 * @param avx512 whether the CPU has it and options do not hide it
 * @param jdk the version of the JDK, such as 27; 0 is 25
 */
public record Environment(Map<String, String> description, Microarchitecture microarchitecture, boolean avx512, int jdk) {

    /** The one that is measured unless another is asked for. */
    static final int USUAL_JDK = 25;

    /** From that version on, C2 has vector code of its own for SHA-3, ML-KEM and ML-DSA. */
    private static final int HAS_SHA3_BY_C2 = 27;

    private static final double QUIET = 0.3;
    private static final long POLL_MILLIS = 1000;

    /** A name in the description. */
    public static final String CPU = "CPU";

    /** After the name of a peer in the description. */
    static final String ON_C2 = ", on C2";

    /** Family and model: clouds tell no more than "AMD EPYC". */
    private static final Map<String, String> CPU_NAMES = Map.ofEntries( //
                    Map.entry("23/49", "AMD EPYC 7002 (Rome, Zen 2)"), Map.entry("25/1", "AMD EPYC 7003 (Milan, Zen 3)"),
                    Map.entry("25/17", "AMD EPYC 9004 (Genoa, Zen 4)"), Map.entry("25/160", "AMD EPYC 97x4 (Bergamo, Zen 4)"),
                    Map.entry("26/2", "AMD EPYC 9005 (Turin, Zen 5)"), Map.entry("26/17", "AMD EPYC 9005 (Turin Dense, Zen 5)"),
                    Map.entry("6/85", "Intel Xeon (Skylake or Cascade Lake)"), Map.entry("6/106", "Intel Xeon (Ice Lake)"),
                    Map.entry("6/143", "Intel Xeon (Sapphire Rapids)"), Map.entry("6/207", "Intel Xeon (Emerald Rapids)"),
                    Map.entry("6/173", "Intel Xeon 6 (Granite Rapids)"));
    private static final Pattern CPU_NUMBERS = Pattern.compile("cpu family (\\d+), model (\\d+)");
    private static final Pattern LIBRARY = Pattern.compile("\\S+ \\d+(\\.\\d+)+");

    /** Of its own, in the description. */
    static final String GRAAL = "Graal";

    private static final Path CPUS = Path.of("/proc/cpuinfo");

    /** This machine. */
    static Environment current(Map<String, String> description) {
        return new Environment(description, Microarchitecture.current(), hasAvx512(), MeasuredJdk.chosen().feature());
    }

    /** By the name of its series, if that is known. */
    public static String cpu(Map<String, String> description) {
        String cpu = description.getOrDefault(CPU, "");
        Matcher numbers = CPU_NUMBERS.matcher(cpu);
        String name = numbers.find() ? CPU_NAMES.get(numbers.group(1) + '/' + numbers.group(2)) : null;
        return name == null ? cpu : name;
    }

    String cpu() {
        return cpu(description);
    }

    /** A list in Markdown, with the name of the CPU's series before what the CPU says. */
    public static String list(Map<String, String> description) {
        String series = cpu(description);
        return description.entrySet().stream().map(entry -> "- " + entry.getKey() + ": " + (entry.getKey().equals(CPU) && !series.equals(entry.getValue()) ? series + "; " : "") +
                        entry.getValue() + '\n').collect(Collectors.joining());
    }

    /** With the version of the library that is called by the foreign-function API. */
    String nameOf(Contender contender) {
        Matcher library = LIBRARY.matcher(description.getOrDefault(contender + ON_C2, ""));
        return contender.isForeign() && library.lookingAt() ? library.group() + (contender == Contender.FFM ? "" : ", low-level") : contender.toString();
    }

    /** Whether C2 has vector code of its own for SHA-3, ML-KEM and ML-DSA. */
    boolean hasSha3ByC2() {
        return jdk >= HAS_SHA3_BY_C2;
    }

    /**
     * Names and values.
     *
     * @param plugin the file of options that turn the plugin on in Graal
     */
    public static Map<String, String> describe(Path plugin) throws IOException {
        Map<String, String> description = new LinkedHashMap<>();
        description.put(CPU, thisCpu());
        description.put("CPUs", String.valueOf(Runtime.getRuntime().availableProcessors()));
        description.put("Kernel", System.getProperty("os.name") + " " + System.getProperty("os.version") + ", " + System.getProperty("os.arch"));
        description.put("JDK", MeasuredJdk.chosen().name());
        description.put(GRAAL, graal(plugin));
        return description;
    }

    /**
     * The average number of processes that wanted to run in the last minute.
     *
     * @param isAwaited whether to wait until the machine has nothing else to do
     */
    public static String load(boolean isAwaited) throws InterruptedException {
        boolean isTold = false;
        while (isAwaited && average() >= QUIET) {
            if (!isTold) {
                System.err.printf(Locale.ROOT, "cryptointrinsics: the load is %.1f; this waits until it is below %.1f. --any-load begins at once.%n", average(), QUIET);
                isTold = true;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return String.format(Locale.ROOT, "%.1f", average());
    }

    private static double average() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** The family that the CPU says it is of, or 0. */
    static int cpuFamily() {
        return Integer.parseInt(firstCpu().getOrDefault("cpu family", "0"));
    }

    /** Whether the CPU has it and options do not hide it. */
    static boolean hasAvx512() {
        return Contender.javaOptions().stream().noneMatch(option -> option.matches("-XX:UseAVX=[0-2]")) &&
                        hasFlag("avx512f");
    }

    /** Whether the CPU has it, by the name of Linux. */
    static boolean hasFlag(String flag) {
        return List.of(firstCpu().getOrDefault("flags", "").split(" ")).contains(flag);
    }

    private static Map<String, String> firstCpu() {
        Map<String, String> first = new LinkedHashMap<>();
        if (Files.isReadable(CPUS)) {
            try (Stream<String> lines = Files.lines(CPUS)) {
                lines.map(line -> line.split("\\s*:\\s*", 2)).filter(pair -> pair.length == 2).forEach(pair -> first.putIfAbsent(pair[0], pair[1]));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return first;
    }

    private static String thisCpu() {
        Map<String, String> first = firstCpu();
        return first.getOrDefault("model name", "unknown") + Stream.of("cpu family", "model", "stepping").filter(first::containsKey) //
                        .map(key -> ", " + key + " " + first.get(key)).collect(Collectors.joining());
    }

    private static String graal(Path plugin) throws IOException {
        return Contender.jarsOfGraal(plugin).stream().map(Environment::versionOfGraal).filter(version -> !version.isEmpty()).findFirst().orElse("unknown");
    }

    private static String versionOfGraal(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry("META-INF/graalvm/jdk.graal.compiler/version");
            if (entry == null) {
                return "";
            }
            try (InputStream version = zip.getInputStream(entry)) {
                return new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
