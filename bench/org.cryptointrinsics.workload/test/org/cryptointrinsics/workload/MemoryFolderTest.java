package org.cryptointrinsics.workload;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** What a killed process has left is removed, and nothing else. */
public class MemoryFolderTest {

    private static final String DATA = "data";

    @Rule
    public final TemporaryFolder shared = new TemporaryFolder();

    /** Makes a folder with a file in it, prints its path, and waits. */
    public static final class Owner {
        public static void main(String[] args) throws IOException {
            MemoryFolder folder = MemoryFolder.in(Path.of(args[0]));
            Files.writeString(Files.createDirectory(folder.path().resolve(DATA)).resolve(DATA), DATA);
            System.out.println(folder.path());
            int read = System.in.read();
            assertEquals(-1, read);
            assertTrue(folder.lock().isOpen());
        }
    }

    private Process start() throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"), Owner.class.getName(),
                        shared.getRoot().toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static Path folder(Process owner) throws IOException {
        return Path.of(owner.inputReader().readLine());
    }

    @Test
    public void whatAKilledProcessHasLeftIsRemoved() throws Exception {
        Path elsewhere = Files.createDirectory(shared.getRoot().toPath().resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("lock"));
        Path link = Files.createSymbolicLink(shared.getRoot().toPath().resolve("cryptointrinsics-link"), elsewhere);
        Process killed = start();
        Process running = start();
        try {
            Path left = folder(killed);
            Path used = folder(running);
            killed.destroyForcibly().waitFor();
            assertTrue(Files.exists(left.resolve(DATA).resolve(DATA)));
            MemoryFolder.removeLeft(shared.getRoot().toPath(), Files.getOwner(elsewhere));
            assertFalse(Files.exists(left));
            assertTrue(Files.exists(used.resolve(DATA).resolve(DATA)));
            assertTrue(Files.isSymbolicLink(link) && Files.exists(elsewhere.resolve("lock")));
        } finally {
            killed.destroyForcibly();
            running.destroyForcibly().waitFor();
        }
    }
}
