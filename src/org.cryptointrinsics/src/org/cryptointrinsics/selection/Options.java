package org.cryptointrinsics.selection;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;

/**
 * What is asked for.
 *
 * @param intrinsics which intrinsics are on: {@code all}, {@code off}, or a comma-separated list of names, each of which may be preceded by {@code -} to turn it off; with that,
 *            it may also be the name of a method of the JDK
 * @param variant a comma-separated list of {@code algorithm=variant}, to be used instead of those that suit the CPU best
 * @param report whether to report what is done, {@code true} or {@code false}, or the file to write that to
 * @param untested whether kernels are called in place of methods of the JDK that nobody has read, {@code on} or {@code off}
 * @param methods the names of all methods of the JDK that substitutions stand for, such as {@code Cipher.doFinal}
 */
public record Options(Setting intrinsics, Setting variant, Setting report, Setting untested, Supplier<Set<String>> methods) {

    /**
     * An option.
     *
     * @param name the one that its user knows
     */
    public record Setting(String name, String value) {

        /**
         * Whether it is {@code true}.
         *
         * @throws OptionException if it is not {@code false} either
         */
        public boolean isTrue() {
            return is("true", "false");
        }

        /**
         * Whether it is {@code on}.
         *
         * @throws OptionException if it is not {@code off} either
         */
        public boolean isOn() {
            return is("on", "off");
        }

        private boolean is(String one, String other) {
            if (!value.equals(one) && !value.equals(other)) {
                throw new OptionException("'" + value + "' in option " + name + " is not one of: " + one + ", " + other);
            }
            return value.equals(one);
        }
    }

    /** Why an intrinsic is off that is left out, or a method; or all, if all are left out. */
    public String turnedOff() {
        return "by option " + intrinsics.name;
    }

    /**
     * Throws an exception if one has a wrong value.
     *
     * @throws OptionException which says why
     */
    public Options checked() {
        names();
        methodsOff();
        variants();
        untested.isOn();
        return this;
    }

    /** The names of the intrinsics that are on. */
    Set<String> names() {
        Set<String> on = new HashSet<>();
        if (intrinsics.value.equals("off")) {
            return on;
        }
        List<String> names = List.of(intrinsics.value.split(",", -1));
        if (names.getFirst().startsWith("-")) {
            on.addAll(allNames());
        }
        for (String name : names) {
            if (isOfMethod(name)) {
                continue;
            }
            if (name.equals("all")) {
                on.addAll(allNames());
            } else if (name.startsWith("-")) {
                on.remove(known(name.substring(1), intrinsics, "all, off, "));
            } else {
                on.add(known(name, intrinsics, "all, off, "));
            }
        }
        return on;
    }

    private static boolean isOfMethod(String name) {
        return name.contains(".");
    }

    /** The names of the methods that are left to the JDK. */
    Set<String> methodsOff() {
        return Stream.of(intrinsics.value.split(",")).filter(Options::isOfMethod).map(this::turnedOff).collect(Collectors.toUnmodifiableSet());
    }

    private String turnedOff(String method) {
        String name = method.startsWith("-") ? method.substring(1) : method;
        String known = methods.get().stream().filter(name::equalsIgnoreCase).findAny().orElseThrow(() -> new OptionException("'" + name + "' in option " + intrinsics.name +
                        " is not one of: " + methods.get().stream().sorted().collect(Collectors.joining(", "))));
        if (name.equals(method)) {
            throw new OptionException("'" + name + "' in option " + intrinsics.name + " is a method, which can only be turned off: -" + known);
        }
        return known;
    }

    /** Whether none is on. */
    public boolean areAllOff() {
        return names().isEmpty();
    }

    /** The kernels to use, by the names of intrinsics. */
    Map<String, Kernel> variants() {
        Map<String, Kernel> chosen = new HashMap<>();
        if (variant.value.isEmpty()) {
            return chosen;
        }
        for (String choice : variant.value.split(",", -1)) {
            String[] parts = choice.split("=", -1);
            if (parts.length != 2) {
                throw new OptionException("'" + choice + "' in option " + variant.name + " is not of the form algorithm=variant");
            }
            String name = known(parts[0], variant, "");
            List<? extends Kernel> variants = variants(name);
            Kernel kernel = variants.stream().filter(candidate -> candidate.variant().equals(parts[1])).findAny().orElseThrow(
                            () -> new OptionException("'" + parts[1] + "' in option " + variant.name + " is no variant of " + name + "; there are: " +
                                            variants.stream().map(Kernel::variant).collect(Collectors.joining(", "))));
            chosen.put(name, kernel);
        }
        return chosen;
    }

    /** The names of all intrinsics. */
    private static List<String> allNames() {
        return Stream.concat(Stream.of(DigestAlgorithm.values()).map(DigestAlgorithm::standardName),
                        Stream.of(AesGcmKernel.NAME, FunctionIntrinsic.ML_KEM, FunctionIntrinsic.ML_DSA, FunctionIntrinsic.X25519)).toList();
    }

    private static List<? extends Kernel> variants(String name) {
        return switch (name) {
            case AesGcmKernel.NAME -> AesGcmKernel.variants();
            case FunctionIntrinsic.ML_KEM -> MlKem.variants();
            case FunctionIntrinsic.ML_DSA -> MlDsa.variants();
            case FunctionIntrinsic.X25519 -> Curve25519.variants();
            default -> Stream.of(DigestAlgorithm.values()).filter(algorithm -> algorithm.standardName().equals(name)).findAny().orElseThrow().variants();
        };
    }

    private static String known(String name, Setting option, String more) {
        return allNames().stream().filter(name::equalsIgnoreCase).findAny().orElseThrow(
                        () -> new OptionException("'" + name + "' in option " + option.name + " is not one of: " + more + String.join(", ", allNames())));
    }
}
