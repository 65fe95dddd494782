package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

import org.cryptointrinsics.test.AnyJdk;
import org.cryptointrinsics.test.JavaProcess;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/** With the agent, every call has kernels, whatever it is executed by and whatever the collector, and comes to what it comes to without. */
@RunWith(Parameterized.class)
@Category(AnyJdk.class)
public class EveryCallTest {

    private static final String ENTRIES = "'sun/security/provider/CryptoIntrinsics'";
    /** Said of a class that has something to initialize. */
    private static final Pattern INITIALIZATION = Pattern.compile("Initializing '(org/cryptointrinsics/(substitution|linkage|entry)/|jdk/graal/)[^']*' .* by thread \"main\"");

    private static Future<String> expected;

    private final boolean isGraal;
    private final List<String> options;

    public EveryCallTest(@SuppressWarnings("unused") String name, boolean isGraal, List<String> options) {
        this.isGraal = isGraal;
        this.options = options;
    }

    /** What executes the program, each with another collector. */
    @Parameters(name = "{0}")
    public static Collection<Object[]> tiers() {
        List<Object[]> all = new ArrayList<>();
        List<String> interpreter = new ArrayList<>(List.of("-XX:CompileCommand=quiet"));
        for (String excluded : List.of("org.cryptointrinsics.test.entry", "org.cryptointrinsics.substitution", "org.cryptointrinsics.entry", "javax.crypto", "java.security",
                        "javax.net.ssl", "sun.security.provider", "sun.security.ssl", "com.sun.crypto.provider")) {
            interpreter.add("-XX:CompileCommand=exclude," + excluded + ".*::*");
        }
        interpreter.add("-XX:+UseParallelGC");
        all.add(new Object[]{"interpreter beside Graal, Parallel", true, List.copyOf(interpreter)});
        interpreter.add("-XX:-UseCompressedOops");
        all.add(new Object[]{"interpreter, Parallel", false, interpreter});
        all.add(new Object[]{"C1, Serial", false, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")});
        all.add(new Object[]{"C2, ZGC", false, List.of("-XX:-TieredCompilation", "-XX:CompileThreshold=200", "-XX:+UseZGC")});
        all.add(new Object[]{"tiered, G1", false, List.of("-XX:+UseG1GC", "-XX:+UseCompactObjectHeaders")});
        return all;
    }

    private static synchronized String expected() throws Exception {
        if (expected == null) {
            expected = JavaProcess.begin(() -> JavaProcess.runPlain(List.of("--enable-native-access=ALL-UNNAMED"), EveryCall.class));
        }
        return expected.get();
    }

    /** What is initialized by the application's thread once substitutions are called. With little stack for that, it would fail, and the JDK's methods ever after. */
    private static List<String> initializations(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log).stream().dropWhile(line -> !line.contains(ENTRIES)).toList();
        assertTrue(ENTRIES + " is not initialized", !lines.isEmpty());
        return lines.stream().filter(line -> INITIALIZATION.matcher(line).find()).toList();
    }

    @Test
    public void kernelsDoAll() throws Exception {
        Path log = Files.createTempFile(JavaProcess.FOLDER, "initialization", ".log");
        try {
            List<String> logged = new ArrayList<>(options);
            logged.add("-Xlog:class+init=info:file=" + log + ":none:filecount=0");
            kernelsDoAll(isGraal ? C2.runWithGraal(logged, EveryCall.class, "counted") : C2.run(logged, EveryCall.class, "counted"));
            assertEquals(List.of(), initializations(log));
        } finally {
            Files.delete(log);
        }
    }

    private static void kernelsDoAll(JavaProcess.Result result) throws Exception {
        assertEquals(result.told(), 0, result.exitCode());
        assertTrue(result.told(), result.printed().contains(EveryCall.END));
        assertEquals(List.of(), result.printed().lines().filter(line -> line.startsWith(EveryCall.MISSED)).toList());
        assertEquals(expected(), result.printed());
    }
}
