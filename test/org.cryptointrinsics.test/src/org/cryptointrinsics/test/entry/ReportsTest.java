package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.bytecode.CountingAgent;
import org.cryptointrinsics.tool.Main;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Whatever turns kernels off, all reports tell the same, and what is so: APIs of which they tell that they have kernels call kernels, and others do not. */
public class ReportsTest {

    /** The method that each API of {@link Measured} calls, by the intrinsic. */
    static final Map<String, String> METHODS = Map.of("MD5", "java.util.UUID.nameUUIDFromBytes(byte[])", "SHA-256", "java.security.MessageDigest.digest(byte[])", //
                    "AES-GCM", "javax.crypto.Cipher.doFinal(byte[])", "ML-KEM", "com.sun.crypto.provider.ML_KEM.mlKemNTT(short[])");
    private static final Pattern COUNTED = Pattern.compile("\\[cryptointrinsics\\] (\\S+): (\\d+) calls, (\\d+) blocks|" +
                    "\\{\"event\":\"counted\",\"intrinsic\":\"(\\S+)\",\"calls\":(\\d+),\"blocks\":(\\d+)\\}");

    /** For what takes some ten seconds. */
    private static final int MOST_MINUTES = 5;

    @Rule public final TemporaryFolder folder = new TemporaryFolder();

    /**
     * What was found in a process.
     *
     * @param measured how often kernels were called, by the names of intrinsics
     * @param bean what the MXBean tells
     */
    private record Found(Map<String, Long> measured, Told bean) {

        void assertOff(String intrinsic, String reason) {
            assertTrue(bean.intrinsics().toString(), bean.intrinsics().get(intrinsic).startsWith(Told.OFF + reason));
            assertNotEntered(METHODS.get(intrinsic), intrinsic + " is off: " + reason);
            assertEquals(intrinsic, 0, (long) measured.get(intrinsic));
        }

        void assertNotEntered(String method, String reason) {
            String told = bean.methods().getOrDefault(method, "nothing");
            assertTrue(method + ": " + told, told.startsWith(Told.NOT_ENTERED) && told.contains(reason));
        }

        void assertOn(String intrinsic) {
            assertEquals(Told.ON, bean.intrinsics().get(intrinsic));
            assertTrue(intrinsic + ": " + measured, measured.get(intrinsic) > 0);
        }
    }

    /** Runs {@link Measured} with a report in JSON, and compares all that is told of it. */
    private Found examineJson(List<String> options) throws Exception {
        return examine("report.json", C2.options(), options);
    }

    /** As {@link #examineJson}, with a report in lines. */
    private Found examine(List<String> options, String... arguments) throws Exception {
        return examine("report.txt", C2.options(), options, arguments);
    }

    private Found examine(String name, List<String> jit, List<String> options, String... arguments) throws Exception {
        Path report = folder.newFolder().toPath().resolve(name);
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(jit);
        command.addAll(options);
        command.add("-Dcryptointrinsics.output=" + System.getProperty("cryptointrinsics.output"));
        command.addAll(List.of("-Djdk.graal.CryptoIntrinsicsReport=" + report, "-cp", C2.classPath(), Measured.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        CompletableFuture.delayedExecutor(MOST_MINUTES, TimeUnit.MINUTES).execute(process::destroyForcibly);
        try {
            List<String> printed = new ArrayList<>();
            BufferedReader in = process.inputReader();
            for (String line = in.readLine(); line != null && !line.equals(Measured.READY); line = in.readLine()) {
                printed.add(line);
            }
            Map<String, Long> measured = printed.stream().map(line -> line.split("\t")).filter(words -> words[0].equals("measured")).collect(
                            Collectors.toMap(words -> words[1], words -> Long.valueOf(words[2])));
            Found found = new Found(measured, Told.ofBean(printed));
            assertTrue(String.join("\n", printed), !measured.isEmpty());
            assertAsMeasured(found);
            boolean isUsed = printed.stream().map(line -> line.split("\t")).anyMatch(words -> words[0].equals("intrinsic") && Long.parseLong(words[4]) > 0);
            assertOthersTellTheSame(process.pid(), found, isUsed);
            process.outputWriter().close();
            assertEquals(0, process.waitFor());
            List<String> lines = Files.readAllLines(report);
            Told told = name.endsWith(".json") ? Told.ofJson(lines) : Told.ofReport(lines);
            assertSameIntrinsics("the report", found, told);
            assertEquals("the report", found.bean.methods(), told.methods());
            assertCounted(measured, lines);
            return found;
        } finally {
            process.destroyForcibly();
        }
    }

    private static void assertAsMeasured(Found found) {
        found.measured.forEach((intrinsic, calls) -> {
            boolean isOn = Told.ON.equals(found.bean.intrinsics().get(intrinsic));
            boolean isEntered = Told.ENTERED.equals(found.bean.methods().get(METHODS.get(intrinsic)));
            assertTrue(intrinsic + " has kernels, is off: " + found, isOn || calls == 0);
            assertTrue(METHODS.get(intrinsic) + " has no kernels: " + found, !isOn || !isEntered || calls > 0);
        });
    }

    private static void assertSameIntrinsics(String name, Found found, Told told) {
        // What is not used yet is not mentioned by each of them.
        Map<String, String> expected = new TreeMap<>(found.bean.intrinsics());
        Map<String, String> actual = new TreeMap<>(told.intrinsics());
        Set<String> unused = expected.entrySet().stream().filter(entry -> entry.getValue().equals(Told.UNUSED)).map(Map.Entry::getKey).collect(Collectors.toSet());
        unused.forEach(intrinsic -> assertEquals(name + ", " + intrinsic, Told.UNUSED, actual.getOrDefault(intrinsic, Told.UNUSED)));
        expected.keySet().removeAll(unused);
        actual.keySet().removeAll(unused);
        assertEquals(name, expected, actual);
    }

    private static void assertOthersTellTheSame(long pid, Found found, boolean isUsed) throws Exception {
        JavaProcess.Result status = JavaProcess.execute(C2.classPath(), C2.options(), Main.class, "status", String.valueOf(pid));
        assertEquals(status.told(), isUsed ? 0 : 1, status.exitCode());
        List<String> lines = status.printed().lines().toList();
        assertSameIntrinsics("status PID", found, Told.ofStatus(lines));
        assertEquals("status PID", found.bean.methods(), Told.ofStatus(lines).methods());
        Told doctor = Told.ofDoctor(JavaProcess.execute(C2.classPath(), C2.options(), Main.class, "doctor", String.valueOf(pid)).printed().lines().toList());
        assertSameIntrinsics("doctor PID", found, doctor);
        assertEquals("doctor PID", notEntered(found.bean), doctor.methods());
    }

    private static Map<String, String> notEntered(Told told) {
        Map<String, String> methods = new TreeMap<>(told.methods());
        methods.values().removeIf(Told.ENTERED::equals);
        return methods;
    }

    /** At the end, there were as many calls as were measured, or more. */
    private static void assertCounted(Map<String, Long> measured, List<String> lines) {
        Map<String, Long> counted = new HashMap<>();
        for (String line : lines) {
            Matcher matcher = COUNTED.matcher(line);
            if (matcher.matches()) {
                boolean isJson = matcher.group(1) == null;
                counted.put(matcher.group(isJson ? 4 : 1), Long.valueOf(matcher.group(isJson ? 5 : 2)));
            }
        }
        measured.forEach((intrinsic, calls) -> assertTrue(intrinsic + ": " + calls + " of " + counted, counted.getOrDefault(intrinsic, 0L) >= calls));
    }

    /** Compares with what is told of a process of their own by {@code status} and {@code doctor}, which test all variants first. */
    private static void assertSameHere(Found found, List<String> options) throws Exception {
        for (String command : new String[]{"status", "doctor"}) {
            List<String> lines = C2.run(options, Main.class, command).printed().lines().toList();
            Told told = command.equals("status") ? Told.ofOwnStatus(lines) : Told.ofDoctor(lines);
            found.bean.intrinsics().forEach((intrinsic, state) -> {
                assertTrue(command + ", " + intrinsic + ": " + told.intrinsics(), state.equals(Told.UNUSED) || state.equals(told.intrinsics().get(intrinsic)));
            });
            Map<String, String> notEntered = notEntered(told);
            notEntered(found.bean).forEach((method, reason) -> assertEquals(command + ", " + method, reason, notEntered.get(method)));
        }
    }

    @Test
    public void nothing() throws Exception {
        examineJson(List.of()).assertOn("MD5");
        Found found = examine(List.of());
        Stream.of("MD5", "SHA-256", "AES-GCM", "ML-KEM").filter(intrinsic -> Told.ON.equals(found.bean.intrinsics().get(intrinsic))).forEach(found::assertOn);
        found.assertOn("MD5");
        assertEquals(Map.of(), notEntered(found.bean).entrySet().stream().filter(entry -> entry.getKey().contains("MessageDigest")).collect(
                        Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        assertSameHere(found, List.of());
    }

    @Test
    public void optionOfThePlugin() throws Exception {
        List<String> options = List.of("-Djdk.graal.CryptoIntrinsics=-MD5,-SHAKE128-256");
        Found found = examine(options);
        found.assertOff("MD5", "by option CryptoIntrinsics");
        found.assertNotEntered("com.sun.crypto.provider.ML_KEM.generateA(byte[], Boolean)", "SHAKE128-256 is off: by option CryptoIntrinsics");
        // That needs SHAKE256, too, which has kernels.
        found.assertNotEntered("com.sun.crypto.provider.ML_KEM.generateK_PkeKeyPair(byte[])", "SHAKE128-256 is off: by option CryptoIntrinsics");
        assertSameHere(found, options);
    }

    /** What a method that is left to the JDK calls has kernels all the same. */
    @Test
    public void optionForMethods() throws Exception {
        List<String> options = List.of("-Dcryptointrinsics=-Cipher.doFinal,-uuid.nameuuidfrombytes,-MessageDigest.digest");
        Found found = examine(options);
        Set<String> methods = Stream.of("byte[]", "byte[], int, int", "byte[], int, int, byte[]", "byte[], int, int, byte[], int", "ByteBuffer, ByteBuffer").map(
                        parameters -> "javax.crypto.Cipher.doFinal(" + parameters + ")").collect(Collectors.toSet());
        methods.addAll(List.of(METHODS.get("MD5"), METHODS.get("SHA-256")));
        Map<String, String> left = notEntered(found.bean);
        left.values().removeIf(reason -> !reason.equals(Told.NOT_ENTERED + "by option cryptointrinsics"));
        assertEquals(methods, left.keySet());
        Stream.of("MD5", "SHA-256", "AES-GCM").forEach(found::assertOn);
        // MessageDigest.digest would be one call of a kernel.
        long calls = found.measured.get("SHA-256");
        assertTrue(calls + " calls", calls >= 2 * Measured.TIMES);
        assertSameHere(found, options);
    }

    @Test
    public void flagForHotSpotsOwnIntrinsics() throws Exception {
        Found found = examine(List.of("-XX:-UseAES"));
        assertTrue(found.toString(), found.bean.intrinsics().get("AES-GCM").equals(Told.OFF + "by option -XX:-UseAES"));
        assertEquals(0, (long) found.measured.get("AES-GCM"));
        assertSameHere(found, List.of("-XX:-UseAES"));
    }

    @Test
    public void flagForInstructions() throws Exception {
        Found found = examine(List.of("-XX:UseSSE=2"));
        found.assertOff("AES-GCM", "no variant can be used, ");
        found.assertOff("ML-KEM", "no variant can be used, ");
        assertSameHere(found, List.of("-XX:UseSSE=2"));
    }

    @Test
    public void flagForVectors() throws Exception {
        Found found = examine(List.of("-XX:UseAVX=0"));
        found.assertOff("ML-KEM", "no variant can be used, ");
        assertSameHere(found, List.of("-XX:UseAVX=0"));
    }

    /** An agent has changed a method. */
    @Test
    public void changedMethod() throws Exception {
        Path jar = folder.newFolder().toPath().resolve("counting-agent.jar");
        CountingAgent.writeJar(jar);
        List<String> options = List.of("-javaagent:" + jar + "=" + CountingAgent.FOR_GOOD + "javax.crypto.Cipher.doFinal");
        Found found = examine(options);
        found.assertNotEntered(METHODS.get("AES-GCM"), "javax.crypto.Cipher.doFinal");
        assertSameHere(found, options);
    }

    @Test
    public void classesThatCannotBeRedefined() throws Exception {
        List<String> options = List.of(SurroundingsTest.agent(SurroundingsTest.Spoiling.class));
        examineJson(options);
        Found found = examine(options);
        found.assertNotEntered(METHODS.get("MD5"), "java.util.UUID cannot be looked at");
        found.assertOn("SHA-256");
        assertSameHere(found, options);
    }

    /** Kernels are elsewhere. */
    @Test
    public void fullCodeCache() throws Exception {
        Found found = examine(List.of("-XX:+SegmentedCodeCache", "-XX:-TieredCompilation", "-XX:ReservedCodeCacheSize=6240k", "-XX:NonNMethodCodeHeapSize=6144k",
                        "-XX:ProfiledCodeHeapSize=4k", "-XX:NonProfiledCodeHeapSize=92k"));
        METHODS.keySet().forEach(found::assertOn);
    }

    /** What kernels do is counted always. */
    @Test
    public void withoutReport() throws Exception {
        JavaProcess.Result result = JavaProcess.execute(C2.classPath(), C2.options(), Measured.class, Measured.END);
        assertEquals(result.told(), 0, result.exitCode());
        for (String intrinsic : List.of("MD5", "SHA-256")) {
            assertTrue(result.told(), result.printed().lines().anyMatch(line -> line.matches("measured\t" + intrinsic + "\t[1-9]\\d*")));
        }
    }

    /** HotSpot throws the code of a kernel away again and again, until it is not made any more. */
    @Test
    public void lostCode() throws Exception {
        Path jar = SoakTest.writeWhiteBox(folder.newFolder().toPath());
        Found found = examine("report.txt", C2.graalOptions(), List.of("-Djdk.graal.CryptoIntrinsics=SHA-256", "-XX:+UnlockDiagnosticVMOptions", "-XX:+WhiteBoxAPI",
                        "-Xbootclasspath/a:" + jar), Measured.LOSE);
        found.assertOff("SHA-256", "a kernel is off, HotSpot has thrown its code away 100 times");
    }
}
