package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.plugin.OptionsProvider;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.selection.PolynomialIntrinsic;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.graal.compiler.options.OptionDescriptor;
import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** What {@code README.md} and the pages in {@code docs} say of the code must be so. */
@Category(Quick.class)
public class ReadmeTest {

    private static List<String> readme;

    @BeforeClass
    public static void read() throws IOException {
        readme = Files.readAllLines(Path.of(System.getProperty("cryptointrinsics.root"), "README.md"));
    }

    @Test
    public void allVariantsAreListedWithWhatTheyNeed() {
        // Those that have the same are one.
        Map<List<String>, List<String>> names = new LinkedHashMap<>();
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            names.computeIfAbsent(described(algorithm.variants()), _ -> new ArrayList<>()).add(algorithm.standardName());
        }
        names.put(described(AesGcmKernel.variants()), List.of(AesGcmKernel.NAME));
        names.put(described(MlKem.variants()), List.of(PolynomialIntrinsic.ML_KEM));
        names.put(described(MlDsa.variants()), List.of(PolynomialIntrinsic.ML_DSA));
        List<String> expected = new ArrayList<>();
        names.forEach((variants, of) -> variants.forEach(
                        variant -> expected.add("| " + (of.size() == 1 ? of.getFirst() : of.getFirst() + " to " + of.getLast()) + " | " + variant + " |")));
        assertEquals(expected, readme.stream().filter(line -> line.matches("\\| [A-Z][\\w -]+ \\| `[\\w-]+` \\| .* \\|")).toList());
    }

    private static List<String> described(List<? extends Kernel> variants) {
        return variants.stream().map(kernel -> "`" + kernel.variant() + "` | " + features(kernel)).toList();
    }

    /** Without SSE2, which every x86-64 has. */
    private static String features(Kernel kernel) {
        Set<CPUFeature> features = EnumSet.copyOf(List.of(CPUFeature.SSE2));
        features.addAll(Requirements.of(kernel, Set.of()).missing());
        features.remove(CPUFeature.SSE2);
        return features.isEmpty() ? "none" : features.stream().map(Enum::name).sorted().collect(Collectors.joining(", "));
    }

    @Test
    public void allOperationsAreListed() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("cryptointrinsics.root"), "docs", "constant-time.md"));
        List<String> listed = Pattern.compile("`([A-Z_0-9]+)`").matcher(page.substring(page.indexOf("## Operations"))).results().map(match -> match.group(1)).toList();
        List<String> expected = Stream.of(VectorInstruction.values(), ScalarInstruction.values()).flatMap(Stream::of).map(Enum::name).toList();
        assertEquals(expected, listed);
    }

    @Test
    public void allOptionsAreListed() {
        for (OptionDescriptor option : new OptionsProvider()) {
            assertTrue(option.getName(), readme.stream().anyMatch(line -> line.startsWith("| `-Djdk.graal." + option.getName() + "=` |")));
        }
    }
}
