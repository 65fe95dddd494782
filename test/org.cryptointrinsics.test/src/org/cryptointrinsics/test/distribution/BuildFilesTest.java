package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.cryptointrinsics.test.Quick;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The two builds, {@code pom.xml} and {@code suite.py}, must describe the same projects with the same versions.
 */
@Category(Quick.class)
public class BuildFilesTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));

    private static Document pom;
    private static String suite;

    @BeforeClass
    public static void readFiles() throws Exception {
        File file = ROOT.resolve("pom.xml").toFile();
        pom = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file);
        suite = Files.readString(ROOT.resolve("mx.cryptointrinsics/suite.py"));
    }

    @Test
    public void versionIsTheSame() {
        String version = text(pom.getDocumentElement(), "version");
        assertEquals(Set.of(version.replace("-SNAPSHOT", "")), inSuite("(?m)^  \"version\" : \"(.*)\"", m -> m.group(1)));
    }

    @Test
    public void projectsAreTheSame() {
        Set<String> modules = texts("module");
        // Made by Maven alone.
        assertTrue(modules.removeAll(Set.of("bench/org.cryptointrinsics.workload", "release")));
        assertEquals(modules, inSuite("\"([\\w.]+)\" : \\{\\s+\"subDir\" : \"(\\w+)\",\\s+\"sourceDirs\"", m -> m.group(2) + "/" + m.group(1)));
    }

    @Test
    public void projectsAreThoseInTheFolders() throws IOException {
        Set<String> found;
        try (var files = Files.walk(ROOT, 3)) {
            found = files.filter(f -> f.endsWith("pom.xml") && !f.equals(ROOT.resolve("pom.xml"))) //
                            .map(f -> ROOT.relativize(f.getParent()).toString()).collect(Collectors.toCollection(TreeSet::new));
        }
        assertEquals(found, texts("module"));
    }

    /** Libraries that only other libraries need stand in suite.py alone, and JUnit is mx's own. */
    @Test
    public void librariesAreTheSame() {
        Set<String> libraries = inSuite("\"groupId\" : \"(.*)\",\\s+\"artifactId\" : \"(.*)\",\\s+\"version\" : \"(.*)\"", //
                        m -> m.group(1) + ":" + m.group(2) + ":" + m.group(3));
        assertFalse(libraries.isEmpty());
        Element managed = (Element) pom.getElementsByTagName("dependencyManagement").item(0);
        Set<String> missing = new TreeSet<>();
        NodeList dependencies = managed.getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            String group = text(dependency, "groupId");
            if (!group.equals("org.cryptointrinsics") && !group.equals("junit")) {
                missing.add(group + ":" + text(dependency, "artifactId") + ":" + property(text(dependency, "version")));
            }
        }
        missing.removeAll(libraries);
        assertEquals("libraries in pom.xml but not in suite.py", Set.of(), missing);
    }

    @Test
    public void librariesOfOneReleaseHaveOneVersion() {
        assertEquals(Set.of(property("${graal.version}")), inSuite("\"org\\.graalvm\\..*\",\\s+.*,\\s+\"version\" : \"(.*)\"", m -> m.group(1)));
        assertEquals(Set.of(property("${jmh.version}")), inSuite("\"org\\.openjdk\\.jmh\",\\s+.*,\\s+\"version\" : \"(.*)\"", m -> m.group(1)));
        assertEquals(Set.of(property("${checkstyle.version}")), inSuite("\"checkstyleVersion\" : \"(.*)\"", m -> m.group(1)));
        assertEquals(Set.of(property("${graal.version}")), inSuite("\"Graal-Version\" : \"(.*)\"", m -> m.group(1)));
        assertEquals(Set.of(property("${jdk.version}")), inSuite("\"JDK-Version\" : \"(.*)\"", m -> m.group(1)));
        // The agent is for any JDK that has modules.
        assertEquals(Set.of(property("${jdk.version}") + "+", "9+"), inSuite("\"javaCompliance\" : \"(.*)\"", m -> m.group(1)));
    }

    @Test
    public void packagesOfTheJDKAreTheSame() {
        Set<String> arguments = texts("arg");
        arguments.removeIf(argument -> !argument.startsWith("--add-"));
        assertEquals("options of javac and of javadoc", arguments, texts("additionalOption"));
        Set<String> packages = new TreeSet<>();
        for (String argument : arguments) {
            if (argument.startsWith("--add-exports=")) {
                packages.add(argument.replaceAll("--add-exports=.*/(.*)=ALL-UNNAMED", "$1"));
            }
        }
        assertEquals(packages, inSuite("(?m)^          \"([\\w.]+)\",$", m -> m.group(1)));
    }

    /** javac of mx sees no others. */
    @Test
    public void modulesOfTheJdkAreRequired() throws IOException {
        Map<String, String> modules = new HashMap<>();
        for (ModuleReference module : ModuleFinder.ofSystem().findAll()) {
            module.descriptor().packages().forEach(name -> modules.put(name, module.descriptor().name()));
        }
        String regex = "\"([\\w.]+)\" : \\{\\s+\"subDir\" : \"(\\w+)\",\\s+\"sourceDirs\"[^}]+?\"requires\" : \\[(.*)\\]";
        List<MatchResult> projects = Pattern.compile(regex).matcher(suite).results().toList();
        assertFalse(projects.isEmpty());
        for (MatchResult project : projects) {
            Set<String> needed = new TreeSet<>();
            try (var files = Files.walk(ROOT.resolve(project.group(2)).resolve(project.group(1)).resolve("src"))) {
                for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    Pattern.compile("(?m)^import (?:static )?([a-z_0-9.]+)\\.[A-Z]").matcher(Files.readString(file)).results().map(
                                    name -> modules.getOrDefault(name.group(1), "java.base")).forEach(needed::add);
                }
            }
            needed.removeIf(module -> module.equals("java.base") || project.group(3).contains('"' + module + '"') || suite.contains("\"" + module + "\" : ["));
            assertEquals("modules that " + project.group(1) + " needs besides", Set.of(), needed);
        }
    }

    private static Set<String> inSuite(String regex, Function<MatchResult, String> value) {
        return Pattern.compile(regex).matcher(suite).results().map(value).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Replaces a reference to a property by its value. */
    private static String property(String value) {
        return value.startsWith("${") ? pom.getElementsByTagName(value.substring(2, value.length() - 1)).item(0).getTextContent() : value;
    }

    private static Set<String> texts(String name) {
        NodeList nodes = pom.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength()).mapToObj(i -> nodes.item(i).getTextContent()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The text of the first element of that name. */
    private static String text(Element parent, String name) {
        return parent.getElementsByTagName(name).item(0).getTextContent();
    }
}
