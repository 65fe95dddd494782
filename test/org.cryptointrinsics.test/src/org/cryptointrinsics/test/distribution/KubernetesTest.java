package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;

import org.cryptointrinsics.test.JavaProcess;
import org.junit.BeforeClass;
import org.junit.Test;

/** The manifest of {@code docs/in-production.md} fits the schema of Kubernetes: no cluster is asked. */
public class KubernetesTest {

    private static final Path MANIFEST = Path.of(System.getProperty("cryptointrinsics.root"), "docs", "kubernetes.yaml");

    private static PythonTool validator;

    @BeforeClass
    public static void install() throws Exception {
        validator = PythonTool.install("kubernetes-validate", "kubernetes-validate==1.37.0");
    }

    @Test
    public void manifestFits() throws Exception {
        PythonTool.Result result = validator.run("--strict", MANIFEST.toString());
        assertEquals(result.printed(), 0, result.exit());
        assertTrue(result.printed(), result.printed().contains("passed for resource deployment/app"));
    }

    @Test
    public void mistakesAreFound() throws Exception {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "wrong", ".yaml");
        try {
            Files.writeString(file, Files.readString(MANIFEST).replace("readOnlyRootFilesystem", "readonlyRootFilesystem"));
            PythonTool.Result result = validator.run("--strict", file.toString());
            assertEquals(result.printed(), 1, result.exit());
            assertTrue(result.printed(), result.printed().contains("'readonlyRootFilesystem' was unexpected"));
        } finally {
            Files.delete(file);
        }
    }

    /** The agent is where the application is told to look for it. */
    @Test
    public void agentIsWhereTheInitContainerPutsIt() throws Exception {
        String manifest = Files.readString(MANIFEST);
        assertTrue(manifest.contains("command: [\"cp\", \"/cryptointrinsics-agent.jar\", \"/agent/\"]"));
        assertTrue(manifest.contains("value: -javaagent:/agent/cryptointrinsics-agent.jar"));
        assertEquals(3, manifest.split("name: agent", -1).length - 1);
    }
}
