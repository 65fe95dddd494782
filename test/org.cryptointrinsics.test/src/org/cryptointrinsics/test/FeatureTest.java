package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.cryptointrinsics.instruction.Form;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.junit.Test;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** Compares the CPU features that instructions are said to need with what the assembler of GNU binutils knows: no one less, no one more. */
public class FeatureTest {

    private static final Pattern ERROR = Pattern.compile("(?m)^.*:(\\d+): Error: (.*)$");

    private final StringBuilder source = new StringBuilder(".intel_syntax noprefix\n");
    private int line = 1;
    /** Instructions by line. */
    private final Map<Integer, String> allowed = new TreeMap<>();
    private final Map<Integer, String> refused = new TreeMap<>();

    private static String nameInAssembler(CPUFeature feature) {
        return switch (feature) {
            case SSE4_1 -> "sse4.1";
            case CLMUL -> "pclmul";
            case BMI1 -> "bmi";
            case AVX512_VAES -> "vaes";
            case AVX512_VPCLMULQDQ -> "vpclmulqdq";
            default -> feature.name().toLowerCase(Locale.ROOT);
        };
    }

    /** Those that the assembler takes to come with {@code features}. */
    private static Set<CPUFeature> implied(Set<CPUFeature> features) {
        Set<CPUFeature> implied = EnumSet.of(CPUFeature.SSE2);
        for (CPUFeature feature : features) {
            if (feature.name().startsWith("AVX")) {
                Collections.addAll(implied, CPUFeature.SSSE3, CPUFeature.SSE4_1, CPUFeature.AVX);
            }
            if (feature == CPUFeature.AVX512BW || feature == CPUFeature.AVX512VL) {
                implied.add(CPUFeature.AVX512F);
            }
        }
        return implied;
    }

    private void add(Set<CPUFeature> features, String instruction) {
        addFor(features, instruction, allowed);
        for (CPUFeature feature : features) {
            Set<CPUFeature> others = EnumSet.copyOf(features);
            others.remove(feature);
            if (!implied(others).contains(feature)) {
                addFor(others, instruction, refused);
            }
        }
    }

    private void addFor(Set<CPUFeature> features, String instruction, Map<Integer, String> lines) {
        addLine(".arch generic64");
        features.forEach(feature -> addLine(".arch ." + nameInAssembler(feature)));
        addLine(instruction);
        lines.put(line, instruction + " with " + features);
    }

    private void addLine(String text) {
        source.append(text).append('\n');
        line++;
    }

    /** Any registers and immediate will do. */
    private static String operands(Form form, Scheme scheme, String register) {
        int registers = form.sources() + (form.overwrites(scheme) ? 0 : 1) - (form == Form.RM0 ? 1 : 0);
        List<String> operands = new ArrayList<>(Collections.nCopies(registers, register));
        if (form.hasImmediate()) {
            operands.add("1");
        }
        return " " + String.join(",", operands);
    }

    private static String prefix(Scheme scheme) {
        return scheme == Scheme.LEGACY ? "" : "{" + scheme.name().toLowerCase(Locale.ROOT) + "} ";
    }

    private void compare() throws Exception {
        Path file = Files.createTempFile("features", ".s");
        Map<Integer, String> errors = new TreeMap<>();
        try {
            Files.writeString(file, source);
            ERROR.matcher(Binutils.run("as", "-o", "/dev/null", file.toString())).results().forEach(
                            match -> errors.put(Integer.parseInt(match.group(1)), match.group(2)));
        } finally {
            Files.delete(file);
        }
        assertFalse(allowed.isEmpty() || refused.isEmpty());
        allowed.forEach((number, instruction) -> assertEquals(instruction, null, errors.get(number)));
        refused.forEach((number, instruction) -> assertEquals(instruction + " is allowed", true, errors.containsKey(number)));
        assertEquals(refused.keySet(), errors.keySet());
    }

    @Test
    public void featuresOfVectorInstructionsAreExact() throws Exception {
        for (VectorInstruction instruction : VectorInstruction.values()) {
            for (Scheme scheme : Scheme.values()) {
                for (Width width : Width.values()) {
                    Set<CPUFeature> features = instruction.features(scheme, width);
                    if (features != null) {
                        add(features, prefix(scheme) + Syntax.mnemonic(instruction, scheme) + operands(instruction.form(), scheme, Syntax.register(width, 1)));
                    }
                }
            }
        }
        compare();
    }

    @Test
    public void featuresOfScalarInstructionsAreExact() throws Exception {
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            for (Size size : Size.values()) {
                Set<CPUFeature> features = instruction.feature() == null ? EnumSet.noneOf(CPUFeature.class) : EnumSet.of(instruction.feature());
                add(features, Syntax.mnemonic(instruction) + operands(instruction.form(), instruction.scheme(), Syntax.register(size, 1)));
            }
        }
        compare();
    }
}
