package org.cryptointrinsics.bench;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.Test;

/** A class of the benchmarks has a name of its own. */
public class ClassNamesTest {

    private static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.args")).toAbsolutePath().getParent().getParent();

    private static List<String> classesIn(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".java") && !name.contains("-")).toList();
        }
    }

    @Test
    public void namesAreTheirOwn() throws IOException {
        Set<String> seen = new TreeSet<>(classesIn("src"));
        List<String> twice = new ArrayList<>(classesIn("bench"));
        twice.removeIf(seen::add);
        assertEquals(List.of(), twice);
    }
}
