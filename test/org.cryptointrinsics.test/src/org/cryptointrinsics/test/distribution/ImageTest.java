package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.test.entry.C2;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** {@code bin/cryptointrinsics image} makes an image of this JDK, in a path with a space, by a release of what is tested here. */
public class ImageTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));
    private static final Path OUTPUT = Path.of(System.getProperty("cryptointrinsics.output"));
    private static final Path JDK = Path.of(System.getProperty("java.home"));

    @ClassRule public static final TemporaryFolder TEMPORARY = new TemporaryFolder();

    private static Path launcher;
    private static Path image;

    private record Result(int exitCode, String out, String err) {
    }

    @BeforeClass
    public static void makeImage() throws Exception {
        // mx lays out no such folders.
        assumeTrue(Files.isDirectory(OUTPUT.resolve("jit")));
        Path release = TEMPORARY.newFolder("a release").toPath().toRealPath();
        launcher = Files.copy(ROOT.resolve("bin/cryptointrinsics"), Files.createDirectory(release.resolve("bin")).resolve("cryptointrinsics"));
        Files.copy(ROOT.resolve("src/org.cryptointrinsics/cryptointrinsics.args"), release.resolve("cryptointrinsics.args.in"));
        Files.copy(ROOT.resolve("src/org.cryptointrinsics.agent/cryptointrinsics-c2.args"), release.resolve("cryptointrinsics-c2.args.in"));
        Files.writeString(release.resolve("release"), "GRAAL_VERSION=\"25.0.1\"\n");
        for (String folder : List.of("jit", "tool")) {
            Path jars = Files.createDirectory(release.resolve(folder));
            try (Stream<Path> files = Files.list(OUTPUT.resolve(folder))) {
                for (Path jar : files.toList()) {
                    Files.copy(jar, jars.resolve(jar.getFileName()));
                }
            }
        }
        Files.copy(OUTPUT.resolve("cryptointrinsics-agent.jar"), release.resolve("cryptointrinsics-agent.jar"));
        image = release.resolveSibling("an image");
        Result result = launch(JDK, "image", image.toString());
        assertEquals(result.err, 0, result.exitCode);
        assertEquals(java() + "\n", result.out);
    }

    private static Path java() {
        return image.resolve("bin/java");
    }

    private static Result launch(Path jdk, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CRYPTOINTRINSICS_JAVA_HOME", jdk.toString());
        return run(builder);
    }

    private static Result run(ProcessBuilder builder) throws IOException, InterruptedException {
        Path out = TEMPORARY.newFile().toPath();
        Path err = TEMPORARY.newFile().toPath();
        int exitCode = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
        return new Result(exitCode, Files.readString(out), Files.readString(err));
    }

    /** Without options for it. */
    private static Result runImage(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java().toString()));
        command.addAll(List.of(arguments));
        return run(new ProcessBuilder(command));
    }

    private static void assertFailure(String message, Result result) {
        assertEquals(new Result(1, "", "cryptointrinsics: " + message), result);
    }

    /** Uses kernels, by code of Graal, and waits until every caller has them. */
    public static final class Main {

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            GraalVersionTest.Main.main(arguments);
            C2.awaitCalls();
        }
    }

    @Test
    public void kernelsDoTheWork() throws Exception {
        Result result = runImage("-Djdk.graal.CryptoIntrinsicsReport=true", C2.URGENT, "-Dcryptointrinsics.output=" + OUTPUT, "-cp",
                        System.getProperty("java.class.path"), Main.class.getName());
        assertEquals(result.err, 0, result.exitCode);
        assertTrue(result.out, result.out.endsWith("done\n"));
        assertTrue(result.err, result.err.lines().anyMatch(line -> line.startsWith("[cryptointrinsics] SHA-256: on, variant ")));
        assertTrue(result.err, result.err.lines().anyMatch(line -> line.startsWith("[cryptointrinsics] entered: ")));
        assertFalse(result.err, result.err.contains("MXBean"));
    }

    /** With the graph of modules; and for large heaps, whose references are not compressed. */
    @Test
    public void classesComeFromTheArchive() throws Exception {
        for (String references : List.of("-XX:+UseCompressedOops", "-XX:-UseCompressedOops")) {
            Result result = runImage(references, "-Xshare:on", "-Xlog:cds,class+load", "--version");
            assertEquals(result.err, 0, result.exitCode);
            assertTrue(result.out, result.out.contains("full module graph: enabled"));
            for (String name : List.of("jdk.graal.compiler.hotspot.HotSpotGraalCompiler", "org.cryptointrinsics.plugin.OptionsProvider")) {
                assertTrue(result.out, result.out.contains(" " + name + " source: shared objects file"));
            }
        }
    }

    @Test
    public void modulesAreThoseOfTheJdk() throws Exception {
        List<String> expected = new ArrayList<>(modules(JDK));
        expected.removeAll(List.of("jdk.graal.compiler", "jdk.graal.compiler.management", "jdk.jlink", "jdk.jpackage"));
        assertEquals(expected, modules(image));
    }

    private static List<String> modules(Path jdk) throws IOException {
        String line = Files.readAllLines(jdk.resolve("release")).stream().filter(property -> property.startsWith("MODULES=")).findAny().orElseThrow();
        return Stream.of(line.replaceAll("MODULES=|\"", "").split(" ")).sorted().toList();
    }

    /** Where C2 was asked for, Graal would be the JIT. */
    @Test
    public void imageIsNotTakenForAJdk() throws Exception {
        assertFailure("CRYPTOINTRINSICS_JAVA_HOME=" + image + " is an image with Graal, made by \"cryptointrinsics image\".\n  Take the JDK it was made of.\n",
                        launch(image, "args"));
    }

    @Test
    public void nothingIsOverwritten() throws Exception {
        Path folder = TEMPORARY.newFolder().toPath().toRealPath();
        Path file = Files.writeString(folder.resolve(".hidden"), "of others");
        assertFailure(folder + " is not empty.\n  Name an empty folder, or one that is not there yet.\n", launch(JDK, "image", folder.toString()));
        assertEquals("of others", Files.readString(file));
        // For everybody, even for root.
        assertFailure(file + " cannot be written.\n", launch(JDK, "image", file.toString()));
        assertFailure(file + "/image cannot be written.\n", launch(JDK, "image", file + "/image"));
    }

    @Test
    public void failureOfJlinkIsToldAndLeavesNothing() throws Exception {
        Path jdk = TEMPORARY.newFolder().toPath().toRealPath();
        Path folder = jdk.resolveSibling("no image");
        Files.copy(JDK.resolve("release"), jdk.resolve("release"));
        Files.createSymbolicLink(Files.createDirectory(jdk.resolve("bin")).resolve("java"), JDK.resolve("bin/java"));
        assertFailure(jdk + " has no jlink (bin/jlink).\n  Take a JDK with all of its modules; in some distributions they are packages of their own.\n",
                        launch(jdk, "image", folder.toString()));
        String script = "#!/bin/sh\nwhile [ \"$1\" != --output ]; do shift; done\nmkdir \"$2\"\n: > \"$2/file\"\necho is full\nexit 1\n";
        assertTrue(Files.writeString(jdk.resolve("bin/jlink"), script).toFile().setExecutable(true));
        Result result = launch(jdk, "image", folder.toString());
        assertEquals(result.err, 1, result.exitCode);
        assertTrue(result.err, result.err.endsWith("\ncryptointrinsics: The JDK in " + jdk + " cannot be linked:\n  is full\n"));
        try (Stream<Path> files = Files.list(folder)) {
            assertFalse(files.findAny().isPresent());
        }
    }
}
