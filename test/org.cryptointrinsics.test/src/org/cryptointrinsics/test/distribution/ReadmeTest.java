package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.plugin.OptionsProvider;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.test.Quick;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.graal.compiler.options.OptionDescriptor;

/** What {@code README.md} and the pages in {@code docs} say of the code must be so. */
@Category(Quick.class)
public class ReadmeTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));
    private static final int MOST_LINES = 130;
    private static final int MOST_LINES_OF_BENCHMARKS = 100;
    private static final int MOST_COLUMNS = 120;
    private static final Pattern ADDRESS = Pattern.compile("https://[\\w.]+/[\\w-]+/cryptointrinsics\\b");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)(?:#([^)]*))?\\)");

    /** What is written by hand. */
    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            Stream<Path> others = Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "SUPPORT.md").map(ROOT::resolve);
            return Stream.concat(others, docs.filter(page -> page.toString().endsWith(".md"))).sorted().toList();
        }
    }

    private static List<String> lines(String page) throws IOException {
        return Files.readAllLines(ROOT.resolve(page));
    }

    /** Of a heading, as GitHub has it. */
    private static String anchor(String heading) {
        return heading.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
    }

    /** The pages that a page leads to. */
    private static Set<Path> linked(Path page) throws IOException {
        Set<Path> linked = new LinkedHashSet<>();
        for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
            if (link.group(1).contains("://")) {
                continue;
            }
            Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
            assertTrue(page + " has a link to " + target, Files.exists(target));
            if (link.group(2) != null) {
                List<String> anchors = Files.readAllLines(target).stream().filter(line -> line.startsWith("#")).map(ReadmeTest::anchor).toList();
                assertTrue(page + " has a link to #" + link.group(2) + " of " + target + ", which has " + anchors, anchors.contains(link.group(2)));
            }
            linked.add(target);
        }
        return linked;
    }

    @Test
    public void everyPageIsFoundFromReadme() throws IOException {
        Set<Path> found = new LinkedHashSet<>(Set.of(ROOT.resolve("README.md")));
        for (int known = 0; known < found.size();) {
            known = found.size();
            for (Path page : List.copyOf(found)) {
                if (pages().contains(page)) {
                    found.addAll(linked(page));
                }
            }
        }
        assertEquals(List.of(), pages().stream().filter(page -> !found.contains(page)).toList());
    }

    @Test
    public void linesAreShort() throws IOException {
        assertHasAtMost(MOST_LINES, "README.md");
        assertHasAtMost(MOST_LINES_OF_BENCHMARKS, "docs/benchmarks/README.md");
        for (Path page : pages()) {
            for (String line : Files.readAllLines(page)) {
                // Rows of tables, and what is typed, cannot be divided.
                assertTrue(page + ": " + line, line.length() <= MOST_COLUMNS || line.startsWith("|") || line.startsWith("    ") || !line.contains(" "));
            }
        }
    }

    private static void assertHasAtMost(int most, String page) throws IOException {
        assertTrue(page + " has more than " + most + " lines", lines(page).size() <= most);
    }

    /** It is the owner's to choose: all files have that of the POM. */
    @Test
    public void addressOfRepositoryIsOne() throws IOException {
        String address = lines("pom.xml").stream().map(String::strip).filter(line -> line.startsWith("<url>")).findFirst().orElseThrow().replaceAll("</?url>", "");
        assertTrue(lines("README.md").stream().anyMatch(line -> line.startsWith("    git clone " + address + " ")));
        for (String file : List.of("README.md", "SECURITY.md", "pom.xml", ".github/ISSUE_TEMPLATE/config.yml", "mx.cryptointrinsics/suite.py")) {
            for (MatchResult found : ADDRESS.matcher(Files.readString(ROOT.resolve(file))).results().toList()) {
                assertEquals(file, address, found.group());
            }
        }
    }

    @Test
    public void allVariantsAreListedWithWhatTheyNeed() throws IOException {
        // Those that have the same are one.
        Map<List<String>, List<String>> names = new LinkedHashMap<>();
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            names.computeIfAbsent(described(algorithm.variants()), _ -> new ArrayList<>()).add(algorithm.standardName());
        }
        names.put(described(AesGcmKernel.variants()), List.of(AesGcmKernel.NAME));
        names.put(described(MlKem.variants()), List.of(FunctionIntrinsic.ML_KEM));
        names.put(described(MlDsa.variants()), List.of(FunctionIntrinsic.ML_DSA));
        names.put(described(Curve25519.variants()), List.of(FunctionIntrinsic.X25519));
        List<String> expected = new ArrayList<>();
        names.forEach((variants, of) -> variants.forEach(
                        variant -> expected.add("| " + (of.size() == 1 ? of.getFirst() : of.getFirst() + " to " + of.getLast()) + " | " + variant + " |")));
        assertEquals(expected, lines("docs/compatibility.md").stream().filter(line -> line.matches("\\| [A-Z][\\w -]+ \\| `[\\w-]+` \\| .* \\|")).toList());
    }

    private static List<String> described(List<? extends Kernel> variants) {
        return variants.stream().map(kernel -> "`" + kernel.variant() + "` | " + features(kernel)).toList();
    }

    /** Without SSE2, which every x86-64 has. */
    private static String features(Kernel kernel) {
        Set<CpuFeature> features = EnumSet.copyOf(List.of(CpuFeature.SSE2));
        features.addAll(Requirements.of(kernel, Set.of()).missing());
        features.remove(CpuFeature.SSE2);
        return features.isEmpty() ? "none" : features.stream().map(Enum::name).sorted().collect(Collectors.joining(", "));
    }

    @Test
    public void limitsAreTold() throws IOException {
        assertEquals(32 * 1024, CallLimits.DIGEST_BYTES);
        assertEquals(256 * 1024, CallLimits.AES_GCM_BYTES);
        String told = String.join(" ", lines("docs/how-it-works.md"));
        assertTrue(told.contains("at most 32 KiB (digests) or 256 KiB (AES-GCM) at once"));
    }

    @Test
    public void allOperationsAreListed() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/constant-time.md"));
        List<String> listed = Pattern.compile("`([A-Z_0-9]+)`").matcher(page.substring(page.indexOf("## Operations"))).results().map(match -> match.group(1)).toList();
        List<String> expected = Stream.of(VectorInstruction.values(), ScalarInstruction.values()).flatMap(Stream::of).map(Enum::name).toList();
        assertEquals(expected, listed);
    }

    @Test
    public void allOptionsAreListed() throws IOException {
        for (OptionDescriptor option : new OptionsProvider()) {
            assertTrue(option.getName(), lines("docs/options.md").stream().anyMatch(line -> line.startsWith("| `-Djdk.graal." + option.getName() + "=` |")));
        }
    }
}
