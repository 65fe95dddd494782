package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.test.JavaProcess;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The option {@code cryptointrinsics.perfMap} has the names and addresses of kernels written for {@code perf}, and nothing else overwritten. */
public class PerfMapTest {

    private static final String OPTION = "-Dcryptointrinsics.perfMap=";
    private static final String TOLD = "[cryptointrinsics] cannot write the file '/tmp/perf-";
    private static final String OTHER = "1000 10 another one";

    @Rule public final TemporaryFolder folder = new TemporaryFolder();

    /** Hashes by kernels where the file is there before, in some way, and prints what becomes of it. */
    public static final class Mapped {

        private Mapped() {
        }

        /**
         * Runs.
         *
         * @param arguments how the file is there, and another file
         */
        public static void main(String[] arguments) throws Exception {
            Path file = Path.of("/tmp", "perf-" + ProcessHandle.current().pid() + ".map");
            Path other = Path.of(arguments[1]);
            Files.deleteIfExists(file);
            switch (arguments[0]) {
                case "none" -> { }
                case "own" -> Files.writeString(file, OTHER + "\n");
                case "old" -> Files.setLastModifiedTime(Files.writeString(file, OTHER + "\n"), FileTime.fromMillis(0));
                case "symbolic link" -> Files.createSymbolicLink(file, other);
                case "hard link" -> Files.createLink(file, other);
                case "folder" -> Files.createDirectory(file);
                default -> throw new AssertionError(arguments[0]);
            }
            try {
                SurroundingsTest.Hash.main(new String[0]);
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
                    for (String line : Files.readAllLines(file)) {
                        System.out.println(line + (isThere(line) ? ", is there" : ""));
                    }
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }

        /** Whether the address has the function's machine code. */
        @SuppressWarnings("restricted")
        private static boolean isThere(String line) throws Exception {
            String[] words = line.split(" ");
            long address = Long.parseUnsignedLong(words[0], 16);
            int bytes = Integer.parseInt(words[1], 16);
            if (!words[2].equals("cryptointrinsics") || Files.readAllLines(Path.of("/proc/self/maps")).stream().noneMatch(mapping -> isCode(mapping, address, bytes))) {
                return false;
            }
            byte[] code = MemorySegment.ofAddress(address).reinterpret(bytes).toArray(ValueLayout.JAVA_BYTE);
            CodeLibrary library = new CodeLibrary(name -> Files.newInputStream(Path.of(System.getProperty("cryptointrinsics.output"), "precompiled", name)));
            return library.variants(words[3], words[4]).stream().anyMatch(variant -> {
                CodeLibrary.Function function = variant.functions().get(words[5]);
                return Arrays.equals(Arrays.copyOfRange(variant.read(), function.begin(), function.end()), code);
            });
        }

        private static boolean isCode(String mapping, long address, int bytes) {
            String[] words = mapping.split("[- ]");
            return Long.parseUnsignedLong(words[0], 16) <= address && address + bytes <= Long.parseUnsignedLong(words[1], 16) && words[2].startsWith("r");
        }
    }

    private List<String> lines(String before, Path other, String value) throws Exception {
        JavaProcess.Result result = C2.run(List.of(OPTION + value), Mapped.class, before, other.toString());
        assertEquals(result.told(), 0, result.exitCode());
        List<String> lines = result.printed().lines().toList();
        assertTrue(result.told(), lines.contains(SurroundingsTest.DIGEST + " by kernels"));
        return lines;
    }

    /** Asserts that the functions of SHA-256 are told, and what comes before. */
    private void assertNames(String before, List<String> first) throws Exception {
        List<String> lines = lines(before, folder.getRoot().toPath(), "true");
        int begin = lines.indexOf(SurroundingsTest.DIGEST + " by kernels") + 1;
        assertEquals(first, lines.subList(begin, begin + first.size()));
        List<String> names = lines.subList(begin + first.size(), lines.size());
        assertTrue(names.toString(), names.stream().allMatch(line -> line.endsWith(", is there")));
        for (String function : List.of(CodeLibrary.COMPRESS, CodeLibrary.HASH, CodeLibrary.HMAC)) {
            assertEquals(names.toString(), 1, names.stream().filter(line -> line.matches("[0-9a-f]+ [0-9a-f]+ cryptointrinsics SHA-256 \\S+ " + function + ", is there")).count());
        }
    }

    @Test
    public void functionsHaveNames() throws Exception {
        assertNames("none", List.of("rw-------"));
    }

    /** As where something else in the process has written it. */
    @Test
    public void ownFileIsKept() throws Exception {
        assertNames("own", List.of("rw-r--r--", OTHER));
    }

    /** Of a process that had the same number. */
    @Test
    public void oldFileIsReplaced() throws Exception {
        assertNames("old", List.of("rw-------"));
    }

    /** As somebody else could have made one. */
    @Test
    public void otherFilesAreKept() throws Exception {
        Path other = folder.newFile().toPath();
        for (String before : List.of("symbolic link", "hard link", "folder")) {
            List<String> lines = lines(before, other, "true");
            assertEquals(lines.toString(), 1, lines.stream().filter(line -> line.startsWith(TOLD)).count());
            assertEquals(before, 0, Files.size(other));
        }
    }

    @Test
    public void nothingIsWrittenUnasked() throws Exception {
        assertEquals(List.of(SurroundingsTest.DIGEST + " by kernels"), lines("none", folder.getRoot().toPath(), "false"));
    }
}
