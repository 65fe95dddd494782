package org.cryptointrinsics.selection;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.graalvm.collections.EconomicMap;

import jdk.graal.compiler.options.OptionKey;
import jdk.graal.compiler.options.OptionValues;

/** The plugin's options, given as {@code -Djdk.graal.NAME=VALUE} like Graal's own. Graal reports a wrong value and does not start. */
public final class CryptoIntrinsicsOptions {

    /** Why an intrinsic is off that {@link #CryptoIntrinsics} leaves out; or all, if it leaves out all. */
    public static final String TURNED_OFF = "by option CryptoIntrinsics";

    /** Which intrinsics are on. */
    public static final OptionKey<String> CryptoIntrinsics = new OptionKey<>("all") {
        @Override
        protected void onValueUpdate(EconomicMap<OptionKey<?>, Object> values, String oldValue, String newValue) {
            parseNames(newValue);
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

    /** Whether the JDK's methods call kernels themselves where there is an agent. */
    public static final OptionKey<Boolean> CryptoIntrinsicsEntries = new OptionKey<>(true);

    private CryptoIntrinsicsOptions() {
    }

    /** The names of the intrinsics that are on. */
    static Set<String> names(OptionValues options) {
        return parseNames(CryptoIntrinsics.getValue(options));
    }

    /** Whether none is. */
    public static boolean areAllOff(OptionValues options) {
        return names(options).isEmpty();
    }

    /** The kernels to use, by the names of intrinsics. */
    static Map<String, Kernel> variants(OptionValues options) {
        return parseVariants(CryptoIntrinsicsVariant.getValue(options));
    }

    /** The names of all intrinsics. */
    private static List<String> allNames() {
        return Stream.concat(Stream.of(DigestAlgorithm.values()).map(DigestAlgorithm::standardName),
                        Stream.of(AesGcmKernel.NAME, PolynomialIntrinsic.ML_KEM, PolynomialIntrinsic.ML_DSA)).toList();
    }

    private static Set<String> parseNames(String value) {
        Set<String> on = new HashSet<>();
        if (value.equals("off")) {
            return on;
        }
        List<String> names = List.of(value.split(",", -1));
        if (names.getFirst().startsWith("-")) {
            on.addAll(allNames());
        }
        for (String name : names) {
            if (name.equals("all")) {
                on.addAll(allNames());
            } else if (name.startsWith("-")) {
                on.remove(known(name.substring(1), "CryptoIntrinsics", "all, off, "));
            } else {
                on.add(known(name, "CryptoIntrinsics", "all, off, "));
            }
        }
        return on;
    }

    private static Map<String, Kernel> parseVariants(String value) {
        Map<String, Kernel> chosen = new HashMap<>();
        if (value.isEmpty()) {
            return chosen;
        }
        for (String choice : value.split(",", -1)) {
            String[] parts = choice.split("=", -1);
            if (parts.length != 2) {
                throw new OptionException("'" + choice + "' in option CryptoIntrinsicsVariant is not of the form algorithm=variant");
            }
            String name = known(parts[0], "CryptoIntrinsicsVariant", "");
            List<? extends Kernel> variants = variants(name);
            Kernel kernel = variants.stream().filter(variant -> variant.variant().equals(parts[1])).findAny().orElseThrow(
                            () -> new OptionException("'" + parts[1] + "' in option CryptoIntrinsicsVariant is no variant of " + name + "; there are: " +
                                            variants.stream().map(Kernel::variant).collect(Collectors.joining(", "))));
            chosen.put(name, kernel);
        }
        return chosen;
    }

    private static List<? extends Kernel> variants(String name) {
        return switch (name) {
            case AesGcmKernel.NAME -> AesGcmKernel.variants();
            case PolynomialIntrinsic.ML_KEM -> MlKem.variants();
            case PolynomialIntrinsic.ML_DSA -> MlDsa.variants();
            default -> Stream.of(DigestAlgorithm.values()).filter(algorithm -> algorithm.standardName().equals(name)).findAny().orElseThrow().variants();
        };
    }

    private static String known(String name, String option, String more) {
        return allNames().stream().filter(name::equalsIgnoreCase).findAny().orElseThrow(
                        () -> new OptionException("'" + name + "' in option " + option + " is not one of: " + more + String.join(", ", allNames())));
    }
}
