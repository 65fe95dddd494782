package org.cryptointrinsics.test.instruction;

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

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Form;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.test.Binutils;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Quick;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Compares the CPU features that instructions are said to need with what the assembler of GNU binutils knows: no one less, no one more. */
@Category(Quick.class)
public class FeatureTest {

    private static final Pattern ERROR = Pattern.compile("(?m)^.*:(\\d+): Error: (.*)$");

    private final StringBuilder source = new StringBuilder(".intel_syntax noprefix\n");
    private int line = 1;
    /** Instructions by line. */
    private final Map<Integer, String> allowed = new TreeMap<>();
    private final Map<Integer, String> refused = new TreeMap<>();

    private static String nameInAssembler(CpuFeature feature) {
        return switch (feature) {
            case SSE4_1 -> "sse4.1";
            case CLMUL -> "pclmul";
            case BMI1 -> "bmi";
            case AVX512_IFMA -> "avx512ifma";
            case AVX512_VAES -> "vaes";
            case AVX512_VPCLMULQDQ -> "vpclmulqdq";
            default -> feature.name().toLowerCase(Locale.ROOT);
        };
    }

    /** What every CPU with {@code feature} has. */
    private static Set<CpuFeature> lesser(CpuFeature feature) {
        return switch (feature) {
            case SSSE3, AES, CLMUL, SHA -> EnumSet.of(CpuFeature.SSE2);
            case SSE4_1 -> EnumSet.of(CpuFeature.SSSE3);
            case AVX -> EnumSet.of(CpuFeature.SSE4_1);
            case AVX2 -> EnumSet.of(CpuFeature.AVX);
            case AVX512F -> EnumSet.of(CpuFeature.AVX2);
            case AVX512BW, AVX512VL, AVX512_IFMA -> EnumSet.of(CpuFeature.AVX512F);
            case AVX512_VAES -> EnumSet.of(CpuFeature.AES, CpuFeature.AVX2);
            case AVX512_VPCLMULQDQ -> EnumSet.of(CpuFeature.CLMUL, CpuFeature.AVX2);
            default -> EnumSet.noneOf(CpuFeature.class);
        };
    }

    /** What every CPU with {@code features} has. */
    private static Set<CpuFeature> closure(Set<CpuFeature> features) {
        Set<CpuFeature> closure = EnumSet.of(CpuFeature.SSE2);
        closure.addAll(features);
        features.forEach(feature -> closure.addAll(lesser(feature)));
        return closure.equals(features) ? closure : closure(closure);
    }

    /** The assembler must allow the instruction with {@code features}, and refuse it with a lesser one in place of any of them. */
    private void add(Set<CpuFeature> features, String instruction) {
        addFor(features, instruction, allowed);
        for (CpuFeature feature : features) {
            Set<CpuFeature> weaker = EnumSet.copyOf(features);
            weaker.remove(feature);
            weaker.addAll(lesser(feature));
            if (!closure(weaker).contains(feature)) {
                addFor(weaker, instruction, refused);
            }
        }
    }

    private void addFor(Set<CpuFeature> features, String instruction, Map<Integer, String> lines) {
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
        if (form == Form.RX || form == Form.X) {
            operands.set(operands.size() - 1, "[rax]");
        }
        if (form.hasImmediate()) {
            operands.add("1");
        }
        return " " + String.join(",", operands);
    }

    private static String operands(VectorInstruction instruction, Scheme scheme, String register) {
        if (instruction == VectorInstruction.VPBROADCASTQ) {
            return " " + register + ",xmm1";
        }
        if (instruction.generalOperand() == null) {
            return operands(instruction.form(), scheme, register);
        }
        String general = Syntax.register(instruction.generalOperand(), 1);
        return " " + (instruction.form() == Form.MR ? general + "," + register : register + "," + general);
    }

    private static String prefix(Scheme scheme) {
        return scheme == Scheme.LEGACY ? "" : "{" + scheme.name().toLowerCase(Locale.ROOT) + "} ";
    }

    private void compare() throws Exception {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "features", ".s");
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
                    Set<CpuFeature> features = instruction.features(scheme, width);
                    if (features != null && Binutils.knows(instruction)) {
                        add(features, prefix(scheme) + Syntax.mnemonic(instruction, scheme) + operands(instruction, scheme, Syntax.register(width, 1)));
                    }
                }
            }
        }
        compare();
    }

    /** Intel SDM volume 2, chapter 4.3. */
    @Test
    public void instructionsOfSha512NeedIt() {
        for (VectorInstruction instruction : VectorInstruction.values()) {
            if (!Binutils.knows(instruction)) {
                for (Scheme scheme : Scheme.values()) {
                    for (Width width : Width.values()) {
                        Set<CpuFeature> features = instruction.features(scheme, width);
                        assertEquals(scheme == Scheme.VEX && width == Width.YMM ? Set.of(CpuFeature.AVX, CpuFeature.SHA512) : null, features);
                    }
                }
            }
        }
    }

    @Test
    public void featuresOfScalarInstructionsAreExact() throws Exception {
        for (ScalarInstruction instruction : ScalarInstruction.values()) {
            for (Size size : Size.values()) {
                Set<CpuFeature> features = instruction.feature() == null ? EnumSet.noneOf(CpuFeature.class) : EnumSet.of(instruction.feature());
                add(features, Syntax.mnemonic(instruction) + operands(instruction.form(), instruction.scheme(), Syntax.register(size, 1)));
            }
        }
        compare();
    }
}
