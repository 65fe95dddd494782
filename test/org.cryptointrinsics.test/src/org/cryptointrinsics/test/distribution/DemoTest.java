package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.tool.Main;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Runs the demo on a few files. */
public class DemoTest {

    private static final int[] LENGTHS = {0, 1, 63, 64, 65, 1000, 64 << 10, (64 << 10) + 1, 256 << 10};

    @Rule public TemporaryFolder folder = new TemporaryFolder();

    private Path largest;

    @Before
    public void makeFiles() throws IOException {
        Random random = new Random(LENGTHS.length);
        for (int length : LENGTHS) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            largest = Files.write(Files.createDirectories(folder.getRoot().toPath().resolve("a folder")).resolve(length + ".bin"), content);
        }
    }

    private JavaProcess.Result demo(int seconds, String... options) throws IOException, InterruptedException {
        // As users run it.
        List<String> all = new ArrayList<>(List.of("@" + System.getProperty("cryptointrinsics.args")));
        all.addAll(List.of(options));
        return JavaProcess.execute(all, Main.class, "demo", "--seconds", Integer.toString(seconds), folder.getRoot().toString());
    }

    @Test
    public void digestsAreRightAndFromKernels() throws Exception {
        JavaProcess.Result result = demo(40);
        assertEquals(result.told(), 0, result.exitCode());
        List<String> lines = result.printed().lines().toList();
        assertTrue(result.told(), lines.getFirst().endsWith(", 8 files, 1 MB"));
        for (String row : List.of("MD5 +byte\\[\\] +[\\w-]+", "MD5 +mapped +[\\w-]+", "SHA-256 +byte\\[\\] +[\\w-]+", "SHA-256 +mapped +[\\w-]+")) {
            assertTrue(result.told(), lines.stream().anyMatch(line -> line.matches(row + "( +\\d+){2} +\\d+\\.\\d\\d( +\\d+\\.\\d){2}")));
        }
        assertTrue(result.told(), lines.stream().anyMatch(line -> line.matches("All [\\d,]+ digests are those that the JDK computes without the plugin\\.")));
    }

    @Test
    public void kernelsThatDoNotRunAreFound() throws Exception {
        JavaProcess.Result result = demo(2, "-Djdk.graal.CryptoIntrinsicsEntries=false", "-Djdk.graal.DisableIntrinsics=DigestBase.implCompressMultiBlock,DigestBase.implCompress");
        assertEquals(result.told(), 1, result.exitCode());
        assertTrue(result.told(), result.printed().contains("cryptointrinsics: the kernels hashed only 0% of the data for MD5, byte[]."));
    }

    @Test
    public void intrinsicThatIsOffIsFound() throws Exception {
        JavaProcess.Result result = demo(2, "-Djdk.graal.CryptoIntrinsics=SHA-256");
        assertEquals(result.told(), 1, result.exitCode());
        assertTrue(result.told(), result.printed().contains("cryptointrinsics: MD5 is off: by option CryptoIntrinsics"));
    }

    /** As if the digests of mapped memory were wrong: it changes, while the arrays do not. */
    @Test
    public void wrongDigestIsFound() throws Exception {
        Thread writer = Thread.ofVirtual().start(this::write);
        try {
            JavaProcess.Result result = demo(2);
            assertEquals(result.told(), 1, result.exitCode());
            assertTrue(result.told(), result.printed().contains("cryptointrinsics: WRONG DIGEST: "));
            assertTrue(result.told(), result.printed().contains(" of " + largest.toAbsolutePath() + " (mapped) is "));
        } finally {
            writer.interrupt();
            writer.join();
        }
    }

    private void write() {
        try (FileChannel file = FileChannel.open(largest, StandardOpenOption.WRITE)) {
            for (byte value = 0;; value++) {
                file.write(ByteBuffer.wrap(new byte[]{value}), 0);
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
