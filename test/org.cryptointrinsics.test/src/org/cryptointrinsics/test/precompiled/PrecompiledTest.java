package org.cryptointrinsics.test.precompiled;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.test.JavaProcess;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The machine code that is compiled when the project is built does what it should, and is the same wherever it is built. */
public class PrecompiledTest {

    private static final Path FOLDER = Path.of(System.getProperty("cryptointrinsics.output"), "precompiled");
    /** Of a CPU that has hardly any of the features. */
    private static final int FEWEST_FUNCTIONS = 50;
    private static final int MOST_BYTES = 2_000_000;

    @Rule public final TemporaryFolder temporary = new TemporaryFolder();

    @Before
    public void isBuilt() {
        assumeTrue("not built by Maven", Files.isRegularFile(FOLDER.resolve(CodeLibrary.INDEX)));
    }

    private static void call(String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        Stream.of("jdk.internal.access", "jdk.internal.foreign.abi", "jdk.internal.foreign.abi.x64", "jdk.internal.misc").forEach(
                        name -> all.add("--add-exports=java.base/" + name + "=ALL-UNNAMED"));
        String printed = JavaProcess.runPlain(all, Functions.class, FOLDER.toString());
        String count = printed.lines().filter(line -> line.startsWith(Functions.CALLED)).findFirst().orElseThrow();
        assertTrue(count, Integer.parseInt(count.substring(Functions.CALLED.length())) >= FEWEST_FUNCTIONS);
    }

    @Test
    public void functionsByC2() throws Exception {
        call();
    }

    @Test
    public void functionsByC1() throws Exception {
        call("-XX:TieredStopAtLevel=1");
    }

    @Test
    public void functionsByTheInterpreter() throws Exception {
        call("-Xint");
    }

    /** The layouts of objects, and their addresses, are others. */
    @Test
    public void functionsWithOtherObjects() throws Exception {
        call("-XX:+UseZGC");
        call("-XX:-UseCompressedOops", "-XX:-UseCompressedClassPointers");
        call("-XX:+UseCompactObjectHeaders");
    }

    /** The bytes depend neither on the CPU nor on who compiles Graal. */
    @Test
    public void otherMachinesMakeTheSame() throws Exception {
        Path other = temporary.newFolder().toPath();
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("@" + System.getProperty("cryptointrinsics.args"), "-XX:UseAVX=0", "-XX:-UseSHA", "-XX:-UseAES", "-XX:+UseSerialGC"));
        Stream.of("jdk.vm.ci.runtime", "jdk.vm.ci.hotspot.amd64").forEach(name -> command.add("--add-exports=jdk.internal.vm.ci/" + name + "=org.cryptointrinsics"));
        command.addAll(List.of("--add-modules=java.instrument", "-m", "org.cryptointrinsics/org.cryptointrinsics.precompiler.Main", other.toString(),
                        temporary.newFolder().toString()));
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<Path> names = files.map(Path::getFileName).sorted().toList();
            try (Stream<Path> others = Files.list(other)) {
                assertEquals(names, others.map(Path::getFileName).sorted().toList());
            }
            for (Path name : names) {
                assertArrayEquals(name.toString(), Files.readAllBytes(FOLDER.resolve(name)), Files.readAllBytes(other.resolve(name)));
            }
        }
    }

    /** VAES and VPCLMULQDQ have VEX encodings: they are of use also where there is no AVX-512. */
    @Test
    public void codeNeedsAvx512OnlyIfItsKernelDoes() throws Exception {
        Set<CpuFeature> avx512 = EnumSet.range(CpuFeature.AVX512F, CpuFeature.AVX512VL);
        CodeLibrary library = new CodeLibrary(name -> Files.newInputStream(FOLDER.resolve(name)));
        Map<String, List<? extends Kernel>> all = new LinkedHashMap<>();
        Stream.of(DigestAlgorithm.values()).forEach(algorithm -> all.put(algorithm.standardName(), algorithm.variants()));
        all.putAll(Map.of(AesGcmKernel.NAME, AesGcmKernel.variants(), FunctionIntrinsic.ML_KEM, MlKem.variants(), FunctionIntrinsic.ML_DSA, MlDsa.variants(),
                        FunctionIntrinsic.X25519, Curve25519.variants()));
        all.forEach((algorithm, kernels) -> kernels.forEach(kernel -> {
            boolean isNeeded = !Collections.disjoint(Requirements.of(kernel, Set.of()).missing(), avx512);
            for (CodeLibrary.Variant variant : library.variants(algorithm, kernel.variant())) {
                assertEquals(algorithm + " " + variant.name(), isNeeded, !Collections.disjoint(variant.features(), avx512));
            }
        }));
    }

    @Test
    public void isSmall() throws Exception {
        try (Stream<Path> files = Files.list(FOLDER)) {
            long bytes = files.mapToLong(file -> file.toFile().length()).sum();
            assertTrue(bytes + " bytes", bytes < MOST_BYTES);
        }
    }

    @Test
    public void otherBytesAreRefused() throws Exception {
        CodeLibrary library = new CodeLibrary(name -> {
            byte[] file = Files.readAllBytes(FOLDER.resolve(name));
            if (!name.equals(CodeLibrary.INDEX)) {
                file[file.length / 2] ^= 1;
            }
            return new ByteArrayInputStream(file);
        });
        for (CodeLibrary.Variant variant : library.variants()) {
            CodeLibrary.Function function = variant.functions().values().iterator().next();
            assertThrows(IllegalStateException.class, () -> variant.address(function));
        }
    }
}
