package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * The one file of java options must serve {@code java @file}, {@code JDK_JAVA_OPTIONS} and {@code JAVA_TOOL_OPTIONS}, each of which
 * is read by another parser, in paths with and without a space.
 */
public class OptionsFileTest {

    /**
     * Tells whether the plugin is there.
     */
    public static final class Main {
        public static void main(String[] args) {
            System.out.println("plugin: " + ModuleLayer.boot().findModule("org.cryptointrinsics").isPresent());
        }
    }

    private static final Path OPTIONS = Path.of(System.getProperty("cryptointrinsics.args"));

    @Rule public TemporaryFolder temporary = new TemporaryFolder();

    private Path spaced;

    @Before
    public void makePathWithSpace() throws Exception {
        // The folder that the file names gets a space too.
        Path folder = temporary.newFolder("with space").toPath();
        String line = "(?m)^\"--upgrade-module-path=(.*)\"$";
        String options = Files.readString(OPTIONS);
        Path link = folder.resolve("jit");
        String path = options.lines().filter(l -> l.matches(line)).findFirst().orElseThrow().replaceFirst(line, "$1");
        StringBuilder links = new StringBuilder();
        for (String entry : path.split(":")) {
            Path target = Path.of(entry);
            links.append(links.isEmpty() ? "" : ":").append(Files.createSymbolicLink(link.resolveSibling(target.getFileName()), target));
        }
        spaced = Files.writeString(folder.resolve("options file"), options.replace(path, links));
    }

    private static void assertPlugin(Map<String, String> environment, List<String> options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), Main.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(output, 0, process.waitFor());
        assertTrue(output, output.contains("plugin: true"));
    }

    private static String classPath() throws URISyntaxException {
        return Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }

    @Test
    public void argumentFile() throws Exception {
        assertPlugin(Map.of(), List.of("@" + OPTIONS));
        assertPlugin(Map.of(), List.of("@" + spaced));
    }

    @Test
    public void optionsOfTheLauncher() throws Exception {
        assertPlugin(Map.of("JDK_JAVA_OPTIONS", "\"@" + OPTIONS + "\""), List.of());
        assertPlugin(Map.of("JDK_JAVA_OPTIONS", "\"@" + spaced + "\""), List.of());
    }

    @Test
    public void optionsOfTheVM() throws Exception {
        assertPlugin(Map.of("JAVA_TOOL_OPTIONS", "\"-XX:VMOptionsFile=" + OPTIONS + "\""), List.of());
        assertPlugin(Map.of("JAVA_TOOL_OPTIONS", "\"-XX:VMOptionsFile=" + spaced + "\""), List.of());
    }
}
