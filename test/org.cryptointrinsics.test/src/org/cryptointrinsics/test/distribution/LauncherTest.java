package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.Test;

/** What {@code bin/cryptointrinsics} does. */
public class LauncherTest extends LauncherCheckout {

    private void assertBuilds(int expected) throws IOException {
        assertEquals(expected, Files.readAllLines(checkout.resolve("builds")).size());
    }

    @Test
    public void argsBuildsOnceAndPrintsThePath() throws Exception {
        List<String> path = List.of(checkout.resolve("target/cryptointrinsics-c2.args").toString());
        Result first = launch("args");
        assertEquals(first.err(), path, first.out());
        assertTrue(first.err(), first.err().contains("  [1/1] one\n"));
        assertEquals(new Result(0, path, ""), launch("args"));
        assertBuilds(1);
    }

    @Test
    public void releaseIsUsedWhereItWasUnpacked() throws Exception {
        Files.delete(checkout.resolve("pom.xml"));
        Files.copy(ROOT.resolve("src/org.cryptointrinsics/cryptointrinsics.args"), checkout.resolve("cryptointrinsics.args.in"));
        Files.copy(ROOT.resolve("src/org.cryptointrinsics.agent/cryptointrinsics-c2.args"), checkout.resolve("cryptointrinsics-c2.args.in"));
        Files.writeString(checkout.resolve("release"), "VERSION=\"1.2\"\nJDK_VERSION=\"25\"\nGRAAL_VERSION=\"25.0.1\"\n");
        for (String folder : List.of("moved & \\1", "moved again")) {
            checkout = Files.move(checkout, checkout.resolveSibling(folder));
            launcher = checkout.resolve("bin/cryptointrinsics");
            Path options = checkout.resolve("cryptointrinsics.args");
            assertEquals(new Result(0, List.of(options.toString()), ""), launch("args", "--jit", "graal"));
            assertTrue(Files.readString(options), Files.readAllLines(options).contains("\"--upgrade-module-path=" + checkout.resolve("jit") + "\""));
        }
        assertEquals(new Result(0, List.of("cryptointrinsics 1.2"), ""), launch("--version"));
        for (String command : List.of("test", "bench")) {
            assertEquals(new Result(1, List.of(), "cryptointrinsics: \"" + command + "\" needs the sources.\n"), launch(command));
        }
        assertEquals(new Result(0, List.of(checkout.resolve("cryptointrinsics-agent.jar").toString()), ""), launch("agent"));
        assertEquals(0, launch("--graal", "25.0.1", "args").exitCode());
        assertFailure("This release has Graal 25.0.1; another one needs the sources.\n", launch("--graal", "25.0.2", "args"));
        jdk = otherJdk("25", "java.base java.instrument jdk.internal.vm.ci").toString();
        assertFailure("CRYPTOINTRINSICS_JAVA_HOME=" + jdk + " is JDK 25; Graal 25.0.1 needs JDK 25.0.1 or later.\n  Take a later update of JDK 25.\n",
                        launch("args", "--jit", "graal"));
        assertFalse(Files.exists(checkout.resolve("builds")));
    }

    /** With C2, a release needs no Graal. */
    @Test
    public void releaseRunsOnAnyJdkWithC2() throws Exception {
        Files.delete(checkout.resolve("pom.xml"));
        Files.copy(ROOT.resolve("src/org.cryptointrinsics/cryptointrinsics.args"), checkout.resolve("cryptointrinsics.args.in"));
        Files.copy(ROOT.resolve("src/org.cryptointrinsics.agent/cryptointrinsics-c2.args"), checkout.resolve("cryptointrinsics-c2.args.in"));
        Files.writeString(checkout.resolve("release"), "VERSION=\"1.2\"\nJDK_VERSION=\"25\"\nGRAAL_VERSION=\"25.0.1\"\n");
        for (String version : List.of("25", "25.0.1", "26.0.1", "28-ea")) {
            jdk = otherJdk(version, "java.base java.instrument").toString();
            Result result = launch("args");
            assertEquals(result.err(), 0, result.exitCode());
        }
        jdk = otherJdk("25.0.3", "java.base java.management").toString();
        assertFailure("CRYPTOINTRINSICS_JAVA_HOME=" + jdk + " is a JDK 25.0.3 without the module java.instrument.\n" +
                        "  Take a HotSpot JDK as it is distributed, or have jlink add java.instrument, java.logging, jdk.management and jdk.unsupported.\n", launch("args"));
        jdk = otherJdk("21.0.1", "java.base java.instrument").toString();
        assertFailure("CRYPTOINTRINSICS_JAVA_HOME=" + jdk + " is not a HotSpot JDK 25 or later.\n", launch("args"));
    }

    private void assertBuildOf(String change) throws IOException, InterruptedException {
        Result result = launch("args");
        assertEquals(result.err(), 0, result.exitCode());
        assertTrue(change + ": " + result.err(), result.err().contains("  [1/1] one\n"));
    }

    @Test
    public void changesAreBuilt() throws Exception {
        assertBuildOf("new checkout");
        Files.writeString(checkout.resolve("src/B.java"), "");
        assertBuildOf("new file");
        Files.delete(checkout.resolve("src/A.java"));
        assertBuildOf("removed file");
    }

    @Test
    public void movedCheckoutIsNotBuiltAgain() throws Exception {
        assertBuildOf("new checkout");
        checkout = Files.move(checkout, checkout.resolveSibling("moved & \\1"));
        launcher = checkout.resolve("bin/cryptointrinsics");
        Path options = checkout.resolve("target/cryptointrinsics.args");
        assertEquals(new Result(0, List.of(options.toString()), ""), launch("args", "--jit", "graal"));
        assertEquals("\"-Dfrom.argfile=" + checkout.resolve("target/jit") + "\"\n", Files.readString(options));
        assertBuilds(1);
    }

    @Test
    public void pathsMayBeRelative() throws Exception {
        launcher = Path.of("a check out/bin/cryptointrinsics");
        Path link = Files.createSymbolicLink(temporary.getRoot().toPath().toRealPath().resolve("a jdk"), Path.of(jdk));
        jdk = "a jdk";
        assertEquals(List.of(checkout.resolve("target/cryptointrinsics-c2.args").toString()), launch("args").out());
        assertTrue(Files.readString(checkout.resolve("target/toolchains.xml")).contains("<jdkHome>" + link + "</jdkHome>"));
    }

    /** Java 8 is enough for Maven, but not for its plugins. */
    @Test
    public void mavenRunsOnWhatItsPluginsNeed() throws Exception {
        javaHome = "an old one";
        assertBuildOf("Java 11");
        Files.writeString(checkout.resolve("src/B.java"), "");
        mavenJava = "1.8.0_392";
        assertBuildOf("Java 8");
        assertEquals(List.of(javaHome, jdk), Files.readAllLines(checkout.resolve("homes")));
    }

    /** It may run from what would be replaced. */
    @Test
    public void processesAreAskedWithoutABuild() throws Exception {
        assertBuildOf("new checkout");
        Files.writeString(checkout.resolve("src/B.java"), "");
        launch("status", "--jit", "graal", "-Dx=y", "123");
        launch("doctor", "123");
        launch("attach", "123");
        assertBuilds(1);
        launch("status");
        assertBuilds(2);
    }

    /** Each has a folder of its own, whose jars are not those of the others. */
    @Test
    public void graalCanBeChosen() throws Exception {
        assertBuildOf("Graal of pom.xml");
        for (String version : List.of("25.0.1", "25.0.2")) {
            String options = checkout.resolve("target/graal-" + version + "/cryptointrinsics-c2.args").toString();
            assertEquals(List.of(options), launch("--graal", version, "args").out());
            assertEquals(new Result(0, List.of(options), ""), launch("--graal", version, "args"));
            graal = version;
            assertEquals(new Result(0, List.of(options), ""), launch("args"));
            graal = "";
        }
        assertEquals(new Result(0, List.of(checkout.resolve("target/cryptointrinsics-c2.args").toString()), ""), launch("args"));
        assertEquals(List.of("", "-Dgraal.version=25.0.1", "-Dgraal.version=25.0.2"),
                        Files.readAllLines(checkout.resolve("builds")).stream().map(line -> line.replaceAll(".*(-Dgraal\\S*).*|.*", "$1")).toList());
    }

    @Test
    public void graalThatIsNoneIsTold() throws Exception {
        for (String version : List.of("25.0.0", "25.1.1", "24.2.2", "../jit", "latest")) {
            Result result = launch("--graal", version, "args");
            assertEquals(2, result.exitCode());
            assertTrue(result.err(), result.err().startsWith("cryptointrinsics: the plugin is for Graal 25.0.1 and later 25.0.x, not " + version + ".\n"));
        }
        assertEquals(2, launch("--graal").exitCode());
        assertFalse(Files.exists(checkout.resolve("builds")));
    }

    @Test
    public void checkoutThatCannotBeWrittenIsTold() throws Exception {
        String remedy = "  Run this once as a user who may write there, or copy the checkout to a folder that you may write.\n";
        Path target = checkout.resolve("target");
        // In the way of everybody, even of root.
        Files.createFile(target);
        assertFailure(target + " cannot be written.\n" + remedy, launch("args"));
        assertFailure(target + "/graal-25.0.1 cannot be written.\n" + remedy, launch("--graal", "25.0.1", "args"));
        Files.delete(target);
        Files.createDirectories(target.resolve("lock"));
        assertFailure(target + " cannot be written.\n" + remedy, launch("args"));
    }

    /** Who may not write can use what somebody else built, unless it was moved. */
    @Test
    public void optionsThatCannotBeWrittenAreTold() throws Exception {
        assertBuildOf("new checkout");
        Path options = checkout.resolve("target/cryptointrinsics.args");
        Files.writeString(options, "of another place");
        // For everybody, even for root.
        assertTrue(Files.writeString(checkout.resolve("tools/mv"), "#!/bin/sh\nexit 1\n").toFile().setExecutable(true));
        assertFailure(options + " cannot be written.\n  Run \"" + checkout + "/bin/cryptointrinsics args\" once as a user who may write there.\n", launch("args"));
    }

    @Test
    public void runGivesTheOptionsToJava() throws Exception {
        launcher = Files.createSymbolicLink(temporary.getRoot().toPath().resolve("link"), Path.of("a check out/bin/cryptointrinsics"));
        Result result = launch("run", "--jit", "graal", "-XshowSettings:properties", "-Dgiven=two words", "--version");
        assertEquals(result.err(), 0, result.exitCode());
        assertTrue(result.err(), result.err().contains("from.argfile = " + checkout.resolve("target/jit")));
        assertTrue(result.err(), result.err().contains("given = two words"));
    }

    @Test
    public void javaOptionsOfTheToolComeFirst() throws Exception {
        // There is no tool in this checkout, so that java fails after it has shown its settings.
        Result result = launch("status", "--jit", "graal", "-Dgiven=two words", "-XshowSettings:properties", "--help");
        assertEquals(result.err(), 1, result.exitCode());
        assertTrue(result.err(), result.err().contains("from.argfile = " + checkout.resolve("target/jit")));
        assertTrue(result.err(), result.err().contains("given = two words"));
        assertTrue(result.err(), result.err().contains("org.cryptointrinsics.tool.Main"));
    }

    @Test
    public void testEndsWithTheCounts() throws Exception {
        Result result = launch("test");
        assertEquals(result.err(), 0, result.exitCode());
        assertEquals("Tests run: 7, Failures: 0, Errors: 0, Skipped: 0", result.out().getLast());
    }

    @Test
    public void quickTestsAreThoseOfTheirCategory() throws Exception {
        Path tests = Files.createDirectories(checkout.resolve("test/some tests"));
        Files.writeString(tests.resolve("OneTest.java"), "@Category(Quick.class)\npublic class OneTest {\n}\n");
        Files.writeString(tests.resolve("TwoTest.java"), "@Category({Quick.class, EveryTier.class})\npublic class TwoTest {\n}\n");
        Files.writeString(tests.resolve("OtherTest.java"), "/** Not @Category(Quick.class). */\npublic class OtherTest {\n}\n");
        Result result = launch("test", "--quick", "-Dgiven=yes");
        assertEquals(result.err(), 0, result.exitCode());
        String arguments = Files.readAllLines(checkout.resolve("builds")).getFirst();
        assertTrue(arguments, arguments.endsWith(" -Dtest=OneTest,TwoTest -Dcryptointrinsics.test.few=true verify -Dgiven=yes"));
        assertFalse(arguments, arguments.contains("-Pworkloads"));
    }

    @Test
    public void failuresAreTold() throws Exception {
        Files.createFile(checkout.resolve("fail"));
        assertEquals(1, launch("test").exitCode());
        Result result = launch("args");
        assertEquals(1, result.exitCode());
        assertEquals(List.of(), result.out());
        assertTrue(result.err(), result.err().contains("[ERROR] something is wrong"));
    }

    @Test
    public void jitIsChosen() throws Exception {
        Path options = checkout.resolve("target/cryptointrinsics-c2.args");
        assertEquals(List.of(options.toString()), launch("args", "--jit", "c2").out());
        assertEquals(List.of(options.toString()), launch("args").out());
        assertEquals(List.of(checkout.resolve("target/cryptointrinsics-agent.jar").toString()), launch("agent").out());
        assertTrue("the options of both, for benchmarks", Files.exists(checkout.resolve("target/cryptointrinsics.args")));
        assertEquals("-javaagent:" + checkout.resolve("target/agent.jar") + "\n", Files.readString(options));
        assertEquals(List.of(checkout.resolve("target/cryptointrinsics.args").toString()), launch("args", "--jit", "graal").out());
    }

    /** Which VMs it starts, the demo is told by these properties. */
    @Test
    public void demoHasTheOptionsOfTheJits() throws Exception {
        Path fake = otherJdk("25.0.11", "java.base java.instrument jdk.internal.vm.ci");
        Files.writeString(fake.resolve("bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        jdk = fake.toString();
        String c2 = "-Dcryptointrinsics.args.c2=" + checkout.resolve("target/cryptointrinsics-c2.args");
        String graalOptions = "-Dcryptointrinsics.args.graal=" + checkout.resolve("target/cryptointrinsics.args");
        assertDemo(List.of(c2), launch("demo", "-Dx=y", "--html", "file"));
        assertDemo(List.of(c2), launch("demo", "--jit", "c2", "-Dx=y", "--html", "file"));
        assertDemo(List.of(graalOptions), launch("demo", "--jit", "graal", "-Dx=y", "--html", "file"));
        assertDemo(List.of(c2), launch("demo", "-Dx=y", "--html", "--jit=c2", "file"));
        assertDemo(List.of(c2), launch("demo", "-Dx=y", "--html", "file", "--jit", "c2"));
        // What follows is for java.
        assertEquals(List.of("@" + checkout.resolve("target/cryptointrinsics-c2.args"), "-Dx=y", "--jit", "graal"), launch("run", "-Dx=y", "--jit", "graal").out());
    }

    private static void assertDemo(List<String> properties, Result result) {
        assertEquals(result.err(), 0, result.exitCode());
        assertEquals(properties, result.out().stream().filter(option -> option.startsWith("-Dcryptointrinsics.args")).toList());
        assertEquals(result.out().toString(), List.of("demo", "--html", "file"), result.out().subList(result.out().size() - 3, result.out().size()));
        assertTrue(result.out().toString(), result.out().contains("-Dx=y") && result.out().stream().noneMatch(option -> option.startsWith("@")));
    }

    @Test
    public void wrongUsageIsTold() throws Exception {
        for (String[] arguments : new String[][]{{}, {"nonsense"}, {"run"}, {"args", "more"}, {"agent", "more"}, {"args", "--jit"}, {"args", "--jit", "c1"}, {"status", "--jit"},
                        {"image"},
                        {"image", "--jit", "c2"}}) {
            Result result = launch(arguments);
            assertEquals(2, result.exitCode());
            assertEquals(List.of(), result.out());
            assertTrue(result.err(), result.err().contains("--help"));
        }
        assertEquals(0, launch("--help").exitCode());
        assertEquals("cryptointrinsics", launch("--version").out().getFirst().split(" ")[0]);
    }
}
