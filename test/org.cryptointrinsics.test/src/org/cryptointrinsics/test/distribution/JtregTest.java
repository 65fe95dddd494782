package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import org.cryptointrinsics.test.Binutils;
import org.junit.Test;

/**
 * Runs the tests in {@code test/jtreg} where jtreg 7 is installed: the one that the system property {@code jtreg} names, or
 * the one on the {@code PATH}.
 */
public class JtregTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));

    @Test
    public void jtregTestsPass() throws IOException, InterruptedException {
        Optional<Path> jtreg = findJtreg();
        if (jtreg.isEmpty()) {
            Binutils.skip("jtreg is not installed (Debian: jtreg7)");
        }
        String jdk = System.getProperty("java.home");
        Path results = Path.of(System.getProperty("cryptointrinsics.output"), "jtreg");
        ProcessBuilder builder = new ProcessBuilder(jtreg.get().toString(), "-jdk:" + jdk, //
                        // Not -vmoption, which would slow down javac too.
                        "-javaoption:@" + System.getProperty("cryptointrinsics.args"), //
                        "-javaoption:-Djdk.graal.CompilationFailureAction=ExitVM", //
                        "-javaoption:-Dcryptointrinsics.args=" + System.getProperty("cryptointrinsics.args"), //
                        "-workDir:" + results.resolve("work"), "-reportDir:" + results.resolve("report"), //
                        "-verbose:summary,fail", "-concurrency:auto", ROOT.resolve("test/jtreg").toString());
        // For jtreg itself.
        builder.environment().put("JAVA_HOME", jdk);
        Process process = builder.redirectErrorStream(true).start();
        // Not inherited: Surefire talks with this VM over its standard output.
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(System.out::println);
        }
        assertEquals("exit code of jtreg", 0, process.waitFor());
    }

    private static Optional<Path> findJtreg() {
        String given = System.getProperty("jtreg");
        if (given != null) {
            return Optional.of(Path.of(given));
        }
        return Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(folder -> Path.of(folder, "jtreg")).filter(Files::isExecutable).findFirst();
    }
}
