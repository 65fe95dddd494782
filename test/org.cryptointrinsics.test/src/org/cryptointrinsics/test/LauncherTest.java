package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Runs {@code bin/cryptointrinsics} in a checkout of a few files, in a path with a space, with a {@code mvn} that only makes the
 * file of java options and counts how often it was asked to.
 */
public class LauncherTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));

    private static final String MVN = """
                    #!/bin/sh
                    if [ -n "$JDK_JAVA_OPTIONS$JAVA_TOOL_OPTIONS" ]; then
                        exit 3
                    elif [ "$1" = --version ]; then
                        echo "Apache Maven 3.9.0"
                    elif [ -e fail ]; then
                        echo "[ERROR] something is wrong"
                        exit 1
                    else
                        # As any build, longer than a tick of the clock of the file system.
                        sleep 0.05
                        echo build >> builds
                        echo "[INFO] Building one 1.0 [1/1]"
                        echo "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0"
                        echo -Dfrom.argfile=yes > target/cryptointrinsics.args
                    fi
                    """;

    @Rule public TemporaryFolder temporary = new TemporaryFolder();

    private Path checkout;
    private Path launcher;
    private String jdk = System.getProperty("java.home");

    private record Result(int exitCode, List<String> out, String err) {
    }

    @Before
    public void makeCheckout() throws IOException {
        checkout = temporary.newFolder("a check out").toPath().toRealPath();
        for (String folder : List.of("bin", "tools", ".mvn", "src", "bench")) {
            Files.createDirectory(checkout.resolve(folder));
        }
        launcher = Files.copy(ROOT.resolve("bin/cryptointrinsics"), checkout.resolve("bin/cryptointrinsics"));
        Files.copy(ROOT.resolve("pom.xml"), checkout.resolve("pom.xml"));
        Files.writeString(checkout.resolve("src/A.java"), "");
        Path mvn = Files.writeString(checkout.resolve("tools/mvn"), MVN);
        assertTrue(mvn.toFile().setExecutable(true));
    }

    private Result launch(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", launcher.toString()));
        command.addAll(List.of(arguments));
        Path out = temporary.newFile().toPath();
        Path err = temporary.newFile().toPath();
        ProcessBuilder builder = new ProcessBuilder(command).directory(temporary.getRoot()).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().merge("PATH", checkout.resolve("tools").toString(), (old, tools) -> tools + ":" + old);
        builder.environment().put("CRYPTOINTRINSICS_JAVA_HOME", jdk);
        // As exported for applications. Maven must not see them.
        Path args = checkout.resolve("target/cryptointrinsics.args");
        builder.environment().put("JDK_JAVA_OPTIONS", "\"@" + args + "\"");
        builder.environment().put("JAVA_TOOL_OPTIONS", "\"-XX:VMOptionsFile=" + args + "\"");
        int exitCode = builder.start().waitFor();
        return new Result(exitCode, Files.readAllLines(out), Files.readString(err));
    }

    private void assertBuilds(int expected) throws IOException {
        assertEquals(expected, Files.readAllLines(checkout.resolve("builds")).size());
    }

    @Test
    public void argsBuildsOnceAndPrintsThePath() throws Exception {
        List<String> path = List.of(checkout.resolve("target/cryptointrinsics.args").toString());
        Result first = launch("args");
        assertEquals(first.err, path, first.out);
        assertTrue(first.err, first.err.contains("  [1/1] one\n"));
        assertEquals(new Result(0, path, ""), launch("args"));
        assertBuilds(1);
    }

    @Test
    public void releaseIsUsedWhereItWasUnpacked() throws Exception {
        Files.delete(checkout.resolve("pom.xml"));
        Files.copy(ROOT.resolve("src/org.cryptointrinsics/cryptointrinsics.args"), checkout.resolve("cryptointrinsics.args.in"));
        Files.writeString(checkout.resolve("release"), "VERSION=\"1.2\"\n");
        for (String folder : List.of("moved & \\1", "moved again")) {
            checkout = Files.move(checkout, checkout.resolveSibling(folder));
            launcher = checkout.resolve("bin/cryptointrinsics");
            Path options = checkout.resolve("cryptointrinsics.args");
            assertEquals(new Result(0, List.of(options.toString()), ""), launch("args"));
            assertTrue(Files.readString(options), Files.readAllLines(options).contains("\"--upgrade-module-path=" + checkout.resolve("jit") + "\""));
        }
        assertEquals(new Result(0, List.of("cryptointrinsics 1.2"), ""), launch("--version"));
        for (String command : List.of("test", "bench")) {
            assertEquals(new Result(1, List.of(), "cryptointrinsics: \"" + command + "\" needs the sources.\n"), launch(command));
        }
        assertFalse(Files.exists(checkout.resolve("builds")));
    }

    private void assertBuildOf(String change) throws IOException, InterruptedException {
        Result result = launch("args");
        assertEquals(result.err, 0, result.exitCode);
        assertTrue(change + ": " + result.err, result.err.contains("  [1/1] one\n"));
    }

    @Test
    public void changesAreBuilt() throws Exception {
        assertBuildOf("new checkout");
        Files.writeString(checkout.resolve("src/B.java"), "");
        assertBuildOf("new file");
        Files.delete(checkout.resolve("src/A.java"));
        assertBuildOf("removed file");
        Path moved = Files.move(checkout, checkout.resolveSibling("moved"));
        checkout = moved;
        launcher = moved.resolve("bin/cryptointrinsics");
        assertBuildOf("moved checkout");
    }

    @Test
    public void runGivesTheOptionsToJava() throws Exception {
        launcher = Files.createSymbolicLink(temporary.getRoot().toPath().resolve("link"), Path.of("a check out/bin/cryptointrinsics"));
        Result result = launch("run", "-XshowSettings:properties", "-Dgiven=two words", "--version");
        assertEquals(result.err, 0, result.exitCode);
        assertTrue(result.err, result.err.contains("from.argfile = yes"));
        assertTrue(result.err, result.err.contains("given = two words"));
    }

    @Test
    public void javaOptionsOfTheToolComeFirst() throws Exception {
        // There is no tool in this checkout, so that java fails after it has shown its settings.
        Result result = launch("status", "-Dgiven=two words", "-XshowSettings:properties", "--help");
        assertEquals(result.err, 1, result.exitCode);
        assertTrue(result.err, result.err.contains("from.argfile = yes"));
        assertTrue(result.err, result.err.contains("given = two words"));
        assertTrue(result.err, result.err.contains("org.cryptointrinsics.tool.Main"));
    }

    @Test
    public void testEndsWithTheCounts() throws Exception {
        Result result = launch("test");
        assertEquals(result.err, 0, result.exitCode);
        assertEquals("Tests run: 7, Failures: 0, Errors: 0, Skipped: 0", result.out.getLast());
    }

    @Test
    public void failuresAreTold() throws Exception {
        Files.createFile(checkout.resolve("fail"));
        assertEquals(1, launch("test").exitCode);
        Result result = launch("args");
        assertEquals(1, result.exitCode);
        assertEquals(List.of(), result.out);
        assertTrue(result.err, result.err.contains("[ERROR] something is wrong"));
    }

    @Test
    public void unfitJDKIsTold() throws Exception {
        jdk = temporary.newFolder().toString();
        Result result = launch("args");
        assertEquals(1, result.exitCode);
        assertTrue(result.err, result.err.contains("CRYPTOINTRINSICS_JAVA_HOME=" + jdk));
    }

    @Test
    public void wrongUsageIsTold() throws Exception {
        for (String[] arguments : new String[][]{{}, {"nonsense"}, {"run"}, {"args", "more"}}) {
            Result result = launch(arguments);
            assertEquals(2, result.exitCode);
            assertEquals(List.of(), result.out);
            assertTrue(result.err, result.err.contains("--help"));
        }
        assertEquals(0, launch("--help").exitCode);
        assertEquals("cryptointrinsics", launch("--version").out.getFirst().split(" ")[0]);
    }
}
