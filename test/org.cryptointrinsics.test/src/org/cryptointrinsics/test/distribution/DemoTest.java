package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.cryptointrinsics.test.Binutils;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.entry.C2;
import org.cryptointrinsics.tool.Main;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Runs the demo on a few files. */
public class DemoTest {

    private static final int[] LENGTHS = {0, 1, 63, 64, 65, 1000, 64 << 10, (64 << 10) + 1, 256 << 10};
    /** As the launcher names the files of options. */
    private static final String C2_ARGS = "-Dcryptointrinsics.args.c2=";
    private static final String GRAAL_ARGS = "-Dcryptointrinsics.args.graal=";
    private static final Path C2_FILE = Path.of(System.getProperty("cryptointrinsics.output"), "cryptointrinsics-c2.args");
    private static final int MOST_SECONDS_TO_START = 60;
    private static final List<String> DATA_OF_DIGESTS = List.of("byte\\[\\]", "mapped");
    private static final String CRC32C = """
                    package java.util.zip;

                    public final class CRC32C implements Checksum {
                        @Override
                        public void update(int b) {
                        }

                        @Override
                        public void update(byte[] b, int off, int len) {
                        }

                        public void update(java.nio.ByteBuffer buffer) {
                            buffer.position(buffer.limit());
                        }

                        @Override
                        public long getValue() {
                            return 42;
                        }

                        @Override
                        public void reset() {
                        }
                    }
                    """;

    @ClassRule public static final TemporaryFolder FOLDER_OF_ALL = new TemporaryFolder();

    private static JavaProcess.Result ofAll;
    private static Path page;

    @Rule public TemporaryFolder folder = new TemporaryFolder();

    private Path files;
    private Path largest;

    /** With all contenders, and a page. */
    @BeforeClass
    public static void runAll() throws Exception {
        Path files = Files.createDirectories(FOLDER_OF_ALL.getRoot().toPath().resolve("files & <more>"));
        makeFiles(files);
        page = files.resolveSibling("a page.html");
        ofAll = demo(List.of(C2_ARGS + C2_FILE, GRAAL_ARGS + System.getProperty("cryptointrinsics.args")), "--seconds", "60", "--html", page.toString(), files.toString());
        assertEquals(ofAll.told(), 0, ofAll.exitCode());
    }

    /** Returns the largest. */
    private static Path makeFiles(Path folder) throws IOException {
        Random random = new Random(LENGTHS.length);
        Path last = null;
        for (int length : LENGTHS) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            last = Files.write(Files.createDirectories(folder.resolve("a folder")).resolve(length + ".bin"), content);
        }
        return last;
    }

    @Before
    public void makeFiles() throws IOException {
        files = folder.getRoot().toPath();
        largest = makeFiles(files);
    }

    /** As users run it, in a VM without the plugin. */
    private static JavaProcess.Result demo(List<String> options, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("demo"));
        all.addAll(List.of(arguments));
        return JavaProcess.execute(C2.classPath(), options, Main.class, all.toArray(String[]::new));
    }

    /** Too short for figures. */
    private JavaProcess.Result shortDemo(String... options) throws IOException, InterruptedException {
        return demo(List.of(options), "--seconds", "2", files.toString());
    }

    private static void assertFails(JavaProcess.Result result, String message) {
        assertEquals(result.told(), 1, result.exitCode());
        assertTrue(result.told(), result.printed().contains("cryptointrinsics: " + message));
    }

    private static void assertHas(String regex) {
        assertTrue(regex + " in " + ofAll.told(), ofAll.printed().lines().anyMatch(line -> line.matches(regex)));
    }

    @Test
    public void resultsAreRightAndFromKernels() {
        assertTrue(ofAll.told(), ofAll.printed().lines().findFirst().orElseThrow().endsWith(", 8 files, 1 MB"));
        assertHas("Work +Data +Unit +C2 +C2 \\+ agent +Graal \\+ plugin +Ratio +B/op without +B/op with");
        String end = " +\\d+\\.\\d\\d( +\\d+\\.\\d){2}";
        for (String digest : List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256")) {
            for (String data : DATA_OF_DIGESTS) {
                assertHas(digest + " +" + data + " +MB/s( +\\d+){3}" + end);
            }
        }
        assertHas("AES-128-GCM +16 KiB, direct +MB/s( +\\d+){3}" + end);
        assertHas("TLS 1\\.3 +16,000 B, direct +MB/s( +\\d+){3}" + end);
        assertHas("UUID\\.nameUUIDFromBytes +16 B +million/s( +\\d+\\.\\d\\d){3}" + end);
        assertHas("All [\\d,]+ digests are those that the JDK computes without the agent, .+");
    }

    @Test
    public void pageHasTheSame() throws IOException {
        String html = Files.readString(page);
        assertTrue(html, html.contains("files &amp; &lt;more&gt;, 8 files, 1 MB"));
        for (String line : ofAll.printed().lines().filter(line -> line.matches("(AES|MD5|SHA|TLS|UUID).+")).toList()) {
            StringBuilder row = new StringBuilder();
            for (String cell : line.split("  +")) {
                row.append("<td[^>]*>\\Q").append(cell).append("\\E</td>");
            }
            assertTrue(line + " in " + html, html.lines().anyMatch(found -> found.matches("<tr>" + row + "</tr>")));
        }
        // A bar for each figure.
        assertEquals(13 * 3, html.split("<rect ", -1).length - 1);
        assertFalse("nothing from elsewhere", html.matches("(?s).*(<script|<link|src=|url\\().*"));
    }

    @Test
    public void browserShowsThePage() throws Exception {
        Optional<Path> browser = Stream.of("chromium", "chromium-browser", "google-chrome").flatMap(
                        name -> Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(entry -> Path.of(entry, name))).filter(Files::isExecutable).findFirst();
        if (browser.isEmpty()) {
            Binutils.skip("no browser is installed (Debian: chromium)");
        }
        File dom = folder.newFile();
        // In containers it has no sandbox, and needs none for a page of our own.
        Process process = new ProcessBuilder(browser.get().toString(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                        "--user-data-dir=" + folder.newFolder(), "--dump-dom", page.toUri().toString()).redirectOutput(dom).redirectError(folder.newFile()).start();
        assertTrue("the browser hangs", process.waitFor(2, TimeUnit.MINUTES));
        String shown = Files.readString(dom.toPath());
        assertTrue(shown, shown.contains("<h1>cryptointrinsics demo</h1>"));
        assertTrue(shown, shown.contains(">SHA3-256, mapped</text>"));
        assertTrue(shown, shown.matches("(?s).*<title>Graal \\+ plugin: \\d+\\.\\d\\d million/s</title></rect>.*"));
        // What is found where it belongs was parsed without an error.
        assertTrue(shown, shown.matches("(?s).*</table>\\s*</div>.*</svg>\\s*</figure>\\s*</body>\\s*</html>\\s*"));
    }

    @Test
    public void pageThatCannotBeWrittenIsRefused() throws Exception {
        Path missing = files.resolve("missing").resolve("page.html");
        JavaProcess.Result result = demo(List.of(C2_ARGS + C2_FILE), "--html", missing.toString(), files.toString());
        assertEquals(result.told(), 2, result.exitCode());
        assertTrue(result.told(), result.printed().startsWith("'" + missing + "' cannot be written: "));
    }

    @Test
    public void pluginThatIsNotThereIsFound() throws Exception {
        assertFails(shortDemo(), "the agent is not there; ");
    }

    @Test
    public void kernelsThatDoNotRunAreFound() throws Exception {
        assertFails(shortDemo(GRAAL_ARGS + System.getProperty("cryptointrinsics.args"), "-Djdk.graal.CryptoIntrinsicsEntries=false",
                        "-Djdk.graal.DisableIntrinsics=DigestBase.implCompressMultiBlock,DigestBase.implCompress"),
                        "the kernels hashed only 0% of the data for MD5, byte[]. This was Graal + plugin.");
    }

    @Test
    public void intrinsicThatIsOffIsFound() throws Exception {
        for (String args : List.of(C2_ARGS + C2_FILE, GRAAL_ARGS + System.getProperty("cryptointrinsics.args"))) {
            assertFails(shortDemo(args, "-Djdk.graal.CryptoIntrinsics=SHA-256"), "MD5 is off: by option CryptoIntrinsics");
        }
    }

    /** As if ciphertexts were wrong with the plugin: their sum is. */
    @Test
    public void wrongResultIsFound() throws Exception {
        Path source = Files.createDirectories(folder.newFolder().toPath().resolve("java/util/zip")).resolve("CRC32C.java");
        Files.writeString(source, CRC32C);
        Path root = source.getParent().getParent().getParent().getParent();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "--patch-module", "java.base=" + root, "-d", root.toString(), source.toString()));
        List<String> options = new ArrayList<>(Files.readAllLines(C2_FILE));
        options.add("\"--patch-module=java.base=" + root + "\"");
        Path args = Files.write(folder.newFile().toPath(), options);
        JavaProcess.Result result = shortDemo(C2_ARGS + args);
        assertFails(result, "WRONG RESULT: AES-128-GCM, 16 KiB, direct (C2 + agent) has CRC32C 0000002a of 1000 ciphertexts, but should have CRC32C ");
    }

    /** As if the digests of mapped memory were wrong: it changes, while the arrays do not. */
    @Test
    public void wrongDigestIsFound() throws Exception {
        Thread writer = Thread.ofVirtual().start(this::write);
        try {
            JavaProcess.Result result = shortDemo(C2_ARGS + C2_FILE);
            assertFails(result, "WRONG DIGEST: ");
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

    private static long temporaryFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            // Others are of the library for terminals, which removes them at its next start.
            return files.filter(file -> file.getFileName().toString().startsWith("cryptointrinsics")).count();
        }
    }

    /** Not even if it is killed, once its processes have begun. */
    @Test
    public void leavesNothing() throws Exception {
        Path temporary = FOLDER_OF_ALL.newFolder("temporary").toPath();
        Process demo = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djava.io.tmpdir=" + temporary, C2_ARGS + C2_FILE, "-cp",
                        C2.classPath(), Main.class.getName(), "demo", "--seconds", "600", files.toString()).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
        try {
            for (boolean isThere : new boolean[]{true, false}) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS_TO_START);
                while (temporaryFiles(temporary) != 0 != isThere) {
                    assertTrue(isThere + ", " + demo, demo.isAlive() && System.nanoTime() < end);
                    Thread.sleep(1);
                }
            }
        } finally {
            demo.descendants().forEach(ProcessHandle::destroyForcibly);
            demo.destroyForcibly().waitFor();
        }
        assertEquals(0, temporaryFiles(temporary));
    }
}
