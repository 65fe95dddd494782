package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.bytecode.CountingAgent;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

import jdk.test.whitebox.WhiteBox;

/**
 * Whatever HotSpot throws away, and whenever, all results are right, kernels come back, and no memory is lost. The system property {@code cryptointrinsics.soak.seconds} chooses
 * for how long: a day is 86400.
 */
public class SoakTest {

    private static final int SECONDS = Integer.getInteger("cryptointrinsics.soak.seconds", 15);

    @Rule public TemporaryFolder folder = new TemporaryFolder();

    @Test
    public void resultsAreRightAndNothingIsLost() throws Exception {
        soak(C2::run);
    }

    /** HotSpot throws kernels away. */
    @Test
    public void kernelsReturn() throws Exception {
        String last = soak(C2::runWithGraal);
        assertTrue(last, Integer.parseInt(last.replaceFirst(".*thrown away (\\d+) times", "$1")) > 0);
    }

    @FunctionalInterface
    private interface Runner {
        JavaProcess.Result run(List<String> options, Class<?> main, String... arguments) throws Exception;
    }

    private String soak(Runner runner) throws Exception {
        Path expected = folder.getRoot().toPath().resolve("expected.txt");
        JavaProcess.runPlain(List.of(), Soak.Plain.class, expected.toString());
        Path agent = folder.getRoot().toPath().resolve("agent.jar");
        CountingAgent.writeJar(agent);
        JavaProcess.Result result = runner.run(List.of("-javaagent:" + agent + "=java.lang.Nothing.nothing", "-XX:+UnlockDiagnosticVMOptions", "-XX:+WhiteBoxAPI",
                        "-Xbootclasspath/a:" + writeWhiteBox(folder.getRoot().toPath())), Soak.class, expected.toString(), String.valueOf(SECONDS));
        assertEquals(result.told(), 0, result.exitCode());
        result.printed().lines().filter(line -> line.matches("\\d+ s, .*|" + Soak.END + ".*")).forEach(System.out::println);
        return result.printed().lines().filter(line -> line.startsWith(Soak.END)).findAny().orElseThrow();
    }

    /** HotSpot has no methods for a class that is loaded elsewhere. */
    static Path writeWhiteBox(Path folder) throws Exception {
        Path jar = folder.resolve("whitebox.jar");
        String name = WhiteBox.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream out = new ZipOutputStream(file)) {
            out.putNextEntry(new ZipEntry(name));
            out.write(SoakTest.class.getResourceAsStream("/" + name).readAllBytes());
        }
        return jar;
    }
}
