package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;
import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.test.Binutils;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** Runs the plugin as it was built with every Graal of its release that Maven Central has, which Maven gets from there. */
@RunWith(Parameterized.class)
public class GraalVersionTest {

    /** Of which the plugin says that it is not for it. */
    private static final String TOO_OLD = "25.0.0";

    /** Uses a digest and a cipher until kernels do, or until it is told that they never do. */
    public static final class Main {

        private static final int CALLS = 1000;
        private static final int MOST_SECONDS = 120;
        private static final int LENGTH = 1000;

        private static final byte[] ARRAY = new byte[LENGTH];
        private static final ByteBuffer DIRECT = ByteBuffer.allocateDirect(LENGTH);
        private static int messages;

        public static void main(String[] args) throws Exception {
            boolean isOff = args.length != 0;
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            use("SHA-256", isOff, () -> {
                digest.update(DIRECT.clear());
                return digest.digest();
            });
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            SecretKeySpec key = new SecretKeySpec(ARRAY, 0, 16, "AES");
            use(AesGcmKernel.NAME, isOff, () -> {
                // Of two IVs by turns, so that none is used twice in succession.
                int position = messages++ % 2;
                cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, new byte[]{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) position}));
                byte[] first = cipher.doFinal(ARRAY);
                cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, new byte[]{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) position}));
                return cipher.doFinal(first);
            });
            System.out.println("done");
        }

        private static void use(String intrinsic, boolean isOff, Callable<byte[]> operation) throws Exception {
            byte[] expected = operation.call();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
            long before;
            do {
                if (System.nanoTime() >= end) {
                    throw new AssertionError("no kernel for " + intrinsic);
                }
                before = isOff ? 0 : calls(intrinsic);
                for (int i = 0; i < CALLS; i++) {
                    assertArrayEquals(expected, operation.call());
                }
                // Self-tests call kernels too, but not as often.
            } while (isOff ? System.getProperty(Report.OFF_PROPERTY) == null : calls(intrinsic) - before < CALLS);
        }

        private static long calls(String name) {
            return ManagementFactory.getPlatformMXBean(CryptoIntrinsicsMXBean.class).getIntrinsics().stream().filter(intrinsic -> intrinsic.name().equals(name)) //
                            .findAny().orElseThrow().calls();
        }
    }

    private final String version;

    @Rule public TemporaryFolder temporary = new TemporaryFolder();

    public GraalVersionTest(String version) {
        this.version = version;
    }

    @Parameters(name = "{0}")
    public static List<String> versions() {
        return List.of(TOO_OLD, "25.0.1", "25.0.2", "25.0.3", "25.0.4");
    }

    /** A folder with Graal and what it needs, and the plugin of this VM. */
    private Path jit() throws Exception {
        Path folder = temporary.newFolder().toPath();
        Path pom = Files.writeString(folder.resolve("pom.xml"), """
                        <project>
                          <modelVersion>4.0.0</modelVersion>
                          <groupId>org.cryptointrinsics</groupId>
                          <artifactId>cryptointrinsics-graal</artifactId>
                          <version>1</version>
                          <dependencies>
                            <dependency>
                              <groupId>org.graalvm.compiler</groupId>
                              <artifactId>compiler</artifactId>
                              <version>%s</version>
                            </dependency>
                          </dependencies>
                        </project>
                        """.formatted(version));
        Path jit = folder.resolve("jit");
        run(Binutils::skip, new ProcessBuilder("mvn", "-B", "-q", "-f", pom.toString(), "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
                        "-DoutputDirectory=" + jit));
        URI plugin = ModuleLayer.boot().configuration().findModule("org.cryptointrinsics").orElseThrow().reference().location().orElseThrow();
        Files.copy(Path.of(plugin), jit.resolve("cryptointrinsics.jar"));
        return jit;
    }

    private interface Failure {
        void tell(String message);
    }

    private static String run(Failure failure, ProcessBuilder builder) throws InterruptedException {
        String command = String.join(" ", builder.command());
        try {
            Process process = builder.redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes());
            if (process.waitFor() != 0) {
                failure.tell(command + "\n" + printed);
            }
            return printed;
        } catch (IOException e) {
            failure.tell(command + ": " + e);
            throw new AssertionError(e);
        }
    }

    @Test
    public void pluginFitsOrIsOff() throws Exception {
        boolean isOff = version.equals(TOO_OLD);
        Path jit = jit();
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        for (String option : Files.readAllLines(Path.of(System.getProperty("cryptointrinsics.args")))) {
            command.add(option.contains("--upgrade-module-path=") ? "--upgrade-module-path=" + jit : option.replace("\"", ""));
        }
        command.addAll(List.of("-Djdk.graal.CompilationFailureAction=ExitVM", "-Djdk.graal.CryptoIntrinsicsReport=true", "-XX:-CreateCoredumpOnCrash", "-cp",
                        System.getProperty("java.class.path"), Main.class.getName()));
        if (isOff) {
            command.add("off");
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        // Graal refuses JDKs that are older than itself; what the plugin uses is the same in both.
        builder.environment().put("JVMCI_VERSION_CHECK", "ignore");
        String printed = run(message -> {
            throw new AssertionError(message);
        }, builder);
        List<String> lines = printed.lines().toList();
        if (isOff) {
            assertEquals(List.of("[cryptointrinsics] off: this is Graal 25.0.0, the plugin is for Graal 25.0.1 and later 25.0.x; put that on the upgrade module path",
                            "done"), lines);
        } else {
            assertTrue(printed, lines.contains("done") && lines.stream().anyMatch(line -> line.startsWith("[cryptointrinsics] AES-GCM: on, variant ")));
        }
    }
}
