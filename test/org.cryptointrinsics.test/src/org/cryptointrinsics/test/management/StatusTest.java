package org.cryptointrinsics.test.management;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.VariantInfo;
import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.selection.FunctionIntrinsic;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.tool.Main;
import org.junit.Test;

/** What the plugin says of itself, here and in processes that suit it less. */
public class StatusTest {

    @Test
    public void allVariantsOfAllIntrinsicsAreTold() {
        Status status = Status.get();
        assertNull(status.offBecause());
        assertTrue(status.isOn());
        Stream<String> others = Stream.of(AesGcmKernel.NAME, FunctionIntrinsic.ML_KEM, FunctionIntrinsic.ML_DSA, FunctionIntrinsic.X25519);
        assertEquals(Stream.concat(Stream.of(DigestAlgorithm.values()).map(DigestAlgorithm::standardName), others).toList(),
                        status.intrinsics().stream().map(IntrinsicInfo::name).toList());
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            assertVariants(algorithm.variants(), intrinsic(status, algorithm));
        }
        List<IntrinsicInfo> last = status.intrinsics().reversed();
        assertVariants(AesGcmKernel.variants(), last.get(3));
        assertVariants(MlKem.variants(), last.get(2));
        assertVariants(MlDsa.variants(), last.get(1));
        assertVariants(Curve25519.variants(), last.get(0));
    }

    private static void assertVariants(List<? extends Kernel> expected, IntrinsicInfo actual) {
        assertEquals(expected.stream().map(Kernel::variant).toList(), actual.variants().stream().map(VariantInfo::name).toList());
    }

    @Test
    public void variantsThatTheCpuHasPassTheirSelfTest() {
        Status status = Status.get();
        for (IntrinsicInfo intrinsic : status.intrinsics()) {
            for (VariantInfo variant : intrinsic.variants()) {
                assertEquals(variant.toString(), status.cpuFeatures().containsAll(variant.features()), variant.missing().isEmpty());
                assertEquals(variant.toString(), variant.missing().isEmpty(), passed(variant));
                assertNull(variant.toString(), variant.failure());
            }
        }
    }

    @Test
    public void bestVariantIsInUse() {
        boolean chosen = System.getProperty("jdk.graal.CryptoIntrinsicsVariant") != null;
        for (IntrinsicInfo intrinsic : Status.get().intrinsics()) {
            List<String> usable = intrinsic.variants().stream().filter(StatusTest::passed).map(VariantInfo::name).toList();
            assertTrue(intrinsic.toString(), usable.contains(intrinsic.variant()));
            List<String> fast = intrinsic.variants().stream().filter(variant -> passed(variant) && variant.slowness() == null).map(VariantInfo::name).toList();
            assertTrue(intrinsic.toString(), chosen || fast.getFirst().equals(intrinsic.variant()));
            assertNull(intrinsic.toString(), intrinsic.reason());
        }
    }

    private static boolean passed(VariantInfo variant) {
        return variant.tested() && variant.failure() == null;
    }

    private static IntrinsicInfo intrinsic(Status status, DigestAlgorithm algorithm) {
        return status.intrinsics().stream().filter(intrinsic -> intrinsic.name().equals(algorithm.standardName())).findAny().orElseThrow();
    }

    @Test
    public void commandShowsIt() throws Exception {
        List<String> lines = status(0, Set.of(), "-Djdk.graal.CryptoIntrinsics=-MD5");
        assertTrue(lines.toString(), lines.stream().anyMatch(line -> line.matches("MD5 +scalar +passed +no +none")));
        assertTrue(lines.toString(), lines.contains("MD5 is off: by option CryptoIntrinsics"));
        assertTrue(lines.toString(), lines.stream().anyMatch(line -> line.matches("SHA-256 +\\S+ +passed +yes +.*")));
    }

    @Test
    public void commandFailsIfNoIntrinsicIsOn() throws Exception {
        status(1, Set.of(), "-Djdk.graal.CryptoIntrinsics=off");
    }

    @Test
    public void commandTellsWhatTheSurroundingsLack() throws Exception {
        String reason = "off: it may not use package jdk.internal.access of java.base; add --add-exports=java.base/jdk.internal.access=org.cryptointrinsics";
        List<String> lines = status(1, Set.of("--add-exports=java.base/jdk.internal.access=org.cryptointrinsics"));
        assertTrue(lines.toString(), lines.contains("[cryptointrinsics] " + reason));
        assertTrue(lines.toString(), lines.contains("Kernels are " + reason));
    }

    @Test
    public void commandTellsThatTheJitIsAnother() throws Exception {
        List<String> lines = status(1, Set.of("-XX:+UseJVMCICompiler"));
        assertTrue(lines.toString(), lines.contains("Kernels are off: the JIT is not Graal but C2; add -XX:+UseJVMCICompiler"));
    }

    @Test
    public void commandTellsThatThePluginIsNotThere() throws Exception {
        List<String> lines = status(1, Set.of("-XX:+EnableJVMCI", "-XX:+UseJVMCICompiler", "-XX:-UseJVMCINativeLibrary"));
        assertTrue(lines.toString(), lines.contains("cryptointrinsics: the agent is not there; start this by bin/cryptointrinsics."));
    }

    /** What the command prints without some of the options of this process, and with others. */
    private static List<String> status(int exitCode, Set<String> without, String... with) throws Exception {
        List<String> options = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        assertTrue(options.toString(), options.containsAll(without));
        options.removeAll(without);
        options.addAll(List.of(with));
        JavaProcess.Result result = JavaProcess.execute(options, Main.class, "status");
        assertEquals(result.told(), exitCode, result.exitCode());
        return result.printed().lines().toList();
    }
}
