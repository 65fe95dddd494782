package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeNotNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

import org.cryptointrinsics.test.Binutils;
import org.junit.Before;
import org.junit.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * What Maven's profile "release" makes is what Maven Central takes (central.sonatype.org, "Requirements"), but for signatures, which profile "sign" makes; and what is beside it is
 * right: checksums and SBOM.
 */
public class MavenCentralTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));
    private static final String ARCHIVE = System.getProperty("cryptointrinsics.archive");
    private static final Set<String> ARTIFACTS = Set.of("cryptointrinsics", "cryptointrinsics-agent", "cryptointrinsics-tool");
    /** What a POM has, itself or by its parent. */
    private static final List<String> REQUIRED = List.of("name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
                    "scm/url", "scm/connection", "scm/developerConnection");
    /** Of each POM itself. */
    private static final List<String> OWN = List.of("artifactId", "name", "description");
    private static final List<String> FORBIDDEN = List.of("repositories", "pluginRepositories", "//dependency[scope='system']");

    private final XPath xpath = XPathFactory.newInstance().newXPath();
    private Path folder;
    private String version;

    @Before
    public void find() {
        assumeNotNull(ARCHIVE);
        folder = Path.of(ARCHIVE).getParent();
        version = Path.of(ARCHIVE).getFileName().toString().replaceFirst("cryptointrinsics-(.*)\\.tar\\.gz", "$1");
    }

    private Document parse(Path pom) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(pom.toFile());
    }

    private <T> T ask(Document pom, String path, QName type, Class<T> result) throws XPathExpressionException {
        return result.cast(xpath.evaluate("/project/" + path, pom, type));
    }

    private String text(Document pom, String path) throws XPathExpressionException {
        return ask(pom, path, XPathConstants.STRING, String.class).strip();
    }

    @Test
    public void eachJarHasSourcesAndJavadoc() throws IOException {
        for (String artifact : ARTIFACTS) {
            for (String classifier : List.of("", "-sources", "-javadoc")) {
                Path jar = folder.resolve(artifact + '-' + version + classifier + ".jar");
                String inside = classifier.equals("-sources") ? ".java" : classifier.equals("-javadoc") ? "index.html" : ".class";
                try (ZipFile file = new ZipFile(jar.toFile())) {
                    assertTrue(jar + " has no " + inside, file.stream().anyMatch(entry -> entry.getName().endsWith(inside)));
                }
            }
        }
    }

    @Test
    public void pomsTellWhatIsRequired() throws Exception {
        Document parent = parse(ROOT.resolve("pom.xml"));
        int found = 0;
        for (String module : List.of("org.cryptointrinsics", "org.cryptointrinsics.agent", "org.cryptointrinsics.tool")) {
            Document pom = parse(ROOT.resolve("src").resolve(module).resolve("pom.xml"));
            found += ARTIFACTS.contains(text(pom, "artifactId")) ? 1 : 0;
            for (String path : OWN) {
                assertFalse(module + " has no " + path, text(pom, path).isEmpty());
            }
            for (String path : REQUIRED) {
                assertFalse(module + " has no " + path, text(pom, path).isEmpty() && text(parent, path).isEmpty());
            }
            assertIsClean(module, pom);
        }
        assertEquals(ARTIFACTS.size(), found);
        assertIsClean("the parent", parent);
        assertEquals(version, text(parent, "version"));
    }

    /** What it depends on is in Maven Central. */
    private void assertIsClean(String module, Document pom) throws XPathExpressionException {
        for (String path : FORBIDDEN) {
            String found = path.startsWith("/") ? path.substring(2) : path;
            assertEquals(module + " has " + path, 0, ask(pom, path.startsWith("/") ? "descendant::" + found : found, XPathConstants.NODESET, NodeList.class).getLength());
        }
        NodeList versions = ask(pom, "descendant::dependency/version | /project/properties/*", XPathConstants.NODESET, NodeList.class);
        for (int i = 0; i < versions.getLength(); i++) {
            assertFalse(module, versions.item(i).getTextContent().endsWith("-SNAPSHOT"));
        }
    }

    private void compare(String algorithm, String sums) throws Exception {
        Set<String> named = new TreeSet<>();
        if (!Files.exists(folder.resolve(sums))) {
            Binutils.skip("checksums are made in phase verify");
        }
        for (String line : Files.readAllLines(folder.resolve(sums))) {
            Matcher matcher = Pattern.compile("([0-9a-f]+) [ *](.+)").matcher(line);
            assertTrue(line, matcher.matches());
            byte[] content = Files.readAllBytes(folder.resolve(matcher.group(2)));
            assertEquals(line, HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content)), matcher.group(1));
            named.add(matcher.group(2));
        }
        try (Stream<Path> files = Files.list(folder)) {
            // Files of another version may be there from before.
            Pattern ofThis = Pattern.compile(".*-" + Pattern.quote(version) + "(-sources|-javadoc|-cyclonedx)?\\.[a-z.]+");
            assertEquals(files.map(file -> file.getFileName().toString()).filter(name -> ofThis.matcher(name).matches()).collect(Collectors.toCollection(TreeSet::new)), named);
        }
    }

    @Test
    public void checksumsAreRight() throws Exception {
        compare("SHA-256", "SHA256SUMS");
        compare("SHA-512", "SHA512SUMS");
    }

    /** The list of what is in the archive, with versions and licences. */
    @Test
    public void billOfMaterialsListsGraal() throws IOException {
        Path list = folder.resolve("cryptointrinsics-" + version + "-cyclonedx.json");
        if (!Files.exists(list)) {
            Binutils.skip("without the network, Maven makes no SBOM");
        }
        String content = Files.readString(list);
        assertTrue(content.contains("\"bomFormat\" : \"CycloneDX\""));
        for (String artifact : ARTIFACTS) {
            assertTrue(artifact, content.contains("pkg:maven/org.cryptointrinsics/" + artifact + "@" + version));
        }
        assertTrue(content, content.matches("(?s).*pkg:maven/org\\.graalvm\\.compiler/compiler@25\\.0\\.\\d.*"));
    }
}
