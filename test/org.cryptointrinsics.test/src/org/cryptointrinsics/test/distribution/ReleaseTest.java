package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeNotNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What is released: the metadata of the plugin's jar, and the archive where Maven's profile "release" makes it. */
public class ReleaseTest {

    private static final Path JIT = Path.of(System.getProperty("cryptointrinsics.output"), "jit");
    private static final String ARCHIVE = System.getProperty("cryptointrinsics.archive");

    @Rule public TemporaryFolder temporary = new TemporaryFolder();

    private Path unpacked;

    @Before
    public void unpack() throws Exception {
        assumeNotNull(ARCHIVE);
        Path folder = temporary.newFolder("with space").toPath().toRealPath();
        run("tar", "-xzf", ARCHIVE, "-C", folder.toString());
        try (Stream<Path> content = Files.list(folder)) {
            unpacked = content.toList().getFirst();
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("CRYPTOINTRINSICS_JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes());
        assertEquals(printed, 0, process.waitFor());
        return printed;
    }

    @Test
    public void archiveWorksWhereItIsUnpacked() throws Exception {
        String launcher = unpacked.resolve("bin/cryptointrinsics").toString();
        assertOn(run(launcher, "status"));
        assertOn(run(launcher, "status", "--jit", "graal"));
        assertEquals(unpacked.resolve("cryptointrinsics-c2.args").toString(), run(launcher, "args").strip());
        assertEquals(unpacked.resolve("cryptointrinsics-agent.jar").toString(), run(launcher, "agent").strip());
        String options = run(launcher, "args", "--jit", "graal").strip();
        assertEquals(unpacked.resolve("cryptointrinsics.args").toString(), options);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertOn(run(java, "@" + options, "-cp", unpacked.resolve("tool") + "/*", "org.cryptointrinsics.tool.Main", "status"));
    }

    private static void assertOn(String status) {
        assertTrue(status, status.lines().anyMatch(line -> line.matches("SHA-256 +\\S+ +passed +yes +.*")));
    }

    @Test
    public void archiveHoldsWhatWasTested() throws IOException {
        Path released = unpacked.resolve("jit");
        assertEquals(names(JIT), names(released));
        for (Path name : names(JIT)) {
            assertEquals(name.toString(), -1, Files.mismatch(JIT.resolve(name), released.resolve(name)));
        }
        assertEquals(-1, Files.mismatch(JIT.resolveSibling("cryptointrinsics-agent.jar"), unpacked.resolve("cryptointrinsics-agent.jar")));
    }

    private static Set<Path> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::getFileName).collect(Collectors.toSet());
        }
    }

    /** Each jar of others stands in the list, with a licence whose text is there. */
    @Test
    public void licencesAreThere() throws IOException {
        String list = Files.readString(unpacked.resolve("THIRD-PARTY.md"));
        for (String folder : List.of("jit", "tool")) {
            for (Path name : names(unpacked.resolve(folder))) {
                if (name.toString().startsWith("cryptointrinsics")) {
                    continue;
                }
                Matcher licence = Pattern.compile("`" + folder + "/" + Pattern.quote(name.toString()) + "`.*\\| (\\S+)( WITH \\S+)? \\|\n").matcher(list);
                assertTrue(folder + "/" + name + " in " + list, licence.find());
                Path text = licence.group(1).startsWith("GPL") ? Path.of("LICENSE") : Path.of("licenses", licence.group(1) + ".txt");
                assertTrue(text.toString(), Files.size(unpacked.resolve(text)) > 0);
            }
        }
    }

    @Test
    public void metadataIsTheSame() throws IOException {
        try (JarFile jar = new JarFile(unpacked.resolve("jit/cryptointrinsics.jar").toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertEquals(List.of("VERSION=\"" + manifest.getValue("Implementation-Version") + "\"", "JDK_VERSION=\"" + manifest.getValue("JDK-Version") + "\"",
                            "GRAAL_VERSION=\"" + manifest.getValue("Graal-Version") + "\""), Files.readAllLines(unpacked.resolve("release")));
        }
    }
}
