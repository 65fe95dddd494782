package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.graalvm.collections.EconomicMap;

import jdk.graal.compiler.options.OptionKey;
import jdk.graal.compiler.options.OptionValues;

/** The plugin's options, given as {@code -Djdk.graal.NAME=VALUE} like Graal's own. Graal reports a wrong value and does not start. */
public final class CryptoIntrinsicsOptions {

    /** Which intrinsics are on. */
    public static final OptionKey<String> CryptoIntrinsics = new OptionKey<>("all") {
        @Override
        protected void onValueUpdate(EconomicMap<OptionKey<?>, Object> values, String oldValue, String newValue) {
            parseAlgorithms(newValue);
        }
    };

    /** Which variants of them to use. */
    public static final OptionKey<String> CryptoIntrinsicsVariant = new OptionKey<>("") {
        @Override
        protected void onValueUpdate(EconomicMap<OptionKey<?>, Object> values, String oldValue, String newValue) {
            parseVariants(newValue);
        }
    };

    /** Whether, and where, to report what was done. */
    public static final OptionKey<String> CryptoIntrinsicsReport = new OptionKey<>("false");

    private CryptoIntrinsicsOptions() {
    }

    static Set<DigestAlgorithm> algorithms(OptionValues options) {
        return parseAlgorithms(CryptoIntrinsics.getValue(options));
    }

    static Map<DigestAlgorithm, DigestKernel> variants(OptionValues options) {
        return parseVariants(CryptoIntrinsicsVariant.getValue(options));
    }

    private static Set<DigestAlgorithm> parseAlgorithms(String value) {
        Set<DigestAlgorithm> on = EnumSet.noneOf(DigestAlgorithm.class);
        if (value.equals("off")) {
            return on;
        }
        List<String> names = List.of(value.split(",", -1));
        if (names.getFirst().startsWith("-")) {
            on = EnumSet.allOf(DigestAlgorithm.class);
        }
        for (String name : names) {
            if (name.equals("all")) {
                on = EnumSet.allOf(DigestAlgorithm.class);
            } else if (name.startsWith("-")) {
                on.remove(algorithm(name.substring(1), "CryptoIntrinsics", "all, off, "));
            } else {
                on.add(algorithm(name, "CryptoIntrinsics", "all, off, "));
            }
        }
        return on;
    }

    private static Map<DigestAlgorithm, DigestKernel> parseVariants(String value) {
        Map<DigestAlgorithm, DigestKernel> variants = new EnumMap<>(DigestAlgorithm.class);
        if (value.isEmpty()) {
            return variants;
        }
        for (String choice : value.split(",", -1)) {
            String[] parts = choice.split("=", -1);
            if (parts.length != 2) {
                throw new IllegalArgumentException("'" + choice + "' in option CryptoIntrinsicsVariant is not of the form algorithm=variant");
            }
            DigestAlgorithm algorithm = algorithm(parts[0], "CryptoIntrinsicsVariant", "");
            DigestKernel kernel = algorithm.variants().stream().filter(variant -> variant.variant().equals(parts[1])).findAny().orElseThrow(
                            () -> new IllegalArgumentException("'" + parts[1] + "' in option CryptoIntrinsicsVariant is no variant of " +
                                            algorithm.standardName() + "; there are: " +
                                            algorithm.variants().stream().map(DigestKernel::variant).collect(Collectors.joining(", "))));
            variants.put(algorithm, kernel);
        }
        return variants;
    }

    private static DigestAlgorithm algorithm(String name, String option, String more) {
        return Stream.of(DigestAlgorithm.values()).filter(algorithm -> algorithm.standardName().equalsIgnoreCase(name)).findAny().orElseThrow(
                        () -> new IllegalArgumentException("'" + name + "' in option " + option + " is not one of: " + more +
                                        Stream.of(DigestAlgorithm.values()).map(DigestAlgorithm::standardName).collect(Collectors.joining(", "))));
    }
}
