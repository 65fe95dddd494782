package org.cryptointrinsics.test.entry;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.bytecode.ClassFiles;
import org.cryptointrinsics.bytecode.KnownJdks;
import org.cryptointrinsics.bytecode.MethodDigest;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.substitution.Families;
import org.cryptointrinsics.substitution.SubstitutedMethod;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.bytecode.KnownJdksTest;
import org.cryptointrinsics.tool.Main;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** An update of the JDK that does something else in a method: what stands for that is off, nothing else is, everybody is told, and may take responsibility. */
public class UpdatedJdkTest {

    @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();

    private static final String PREFIX = "[cryptointrinsics] ";
    private static final String SEPARATOR = "\t";
    private static final Set<MethodName> CHANGED = Set.of(new MethodName("com/sun/crypto/provider/GaloisCounterMode$GCMEncrypt", "doFinal", "([BII[BI)I"),
                    new MethodName("java/util/UUID", "<init>", "([B)V"), new MethodName("com/sun/crypto/provider/ML_KEM", "<clinit>", "()V"));

    private static Path jdk;
    /** Those that stand for what was changed, of all. */
    private static final Set<String> OFF = new TreeSet<>();
    private static final Set<String> ALL = new TreeSet<>();
    /** The names of those that stand for each method. */
    private static final Map<MethodName, Set<String>> STAND_FOR = new TreeMap<>(KnownJdks.ORDER);
    /** Each takes a process. */
    private static final int TRIED = System.getProperty("cryptointrinsics.methods", "").equals("all") ? 1 : 150;

    @BeforeClass
    public static void copyJdk() throws Exception {
        Jit.intrinsics();
        jdk = FOLDER.getRoot().toPath().resolve("jdk");
        UpdatedJdk.copy(jdk);
        for (MethodName name : CHANGED) {
            UpdatedJdk.change(jdk, name);
        }
        for (SubstitutedMethod substituted : Families.all().stream().flatMap(family -> family.methods().stream()).toList()) {
            List<MethodName> roots = KnownJdksTest.roots(substituted);
            String name = substituted.method().getDeclaringClass().getName() + "." + substituted.method().getName() +
                            Stream.of(substituted.method().getParameterTypes()).map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
            ALL.add(name);
            SubstitutedMethod.JDK.digests(List.of(roots)).keySet().forEach(method -> STAND_FOR.computeIfAbsent(method, _ -> new TreeSet<>()).add(name));
        }
        CHANGED.forEach(method -> OFF.addAll(STAND_FOR.get(method)));
        assertTrue(OFF.toString(), OFF.size() > 3 && OFF.size() < ALL.size() - 3);
    }

    /** Tells of all methods that have substitutions, after the line with which it begins. */
    public static final class Entered {

        private static final String BEGIN = "entries";

        private Entered() {
        }

        public static void main(String[] arguments) throws Exception {
            C2.awaitCalls();
            System.out.println(BEGIN);
            C2.entries().forEach(entry -> System.out.println(entry.method() + SEPARATOR + entry.isEntered() + SEPARATOR + entry.reason()));
        }

        /** The reasons, by the names of methods, of those that are entered or not. */
        static Map<String, String> parse(String printed, boolean areEntered) {
            Map<String, String> reasons = new TreeMap<>();
            printed.lines().map(line -> line.split(SEPARATOR)).filter(words -> words.length == 3 && words[1].equals(String.valueOf(areEntered))).forEach(
                            words -> reasons.put(words[0], words[2]));
            return reasons;
        }
    }

    private static JavaProcess.Result run(List<String> options, Class<?> main, String... arguments) throws Exception {
        return JavaProcess.execute(jdk, C2.classPath(), options, main, arguments);
    }

    private static void assertOff(String printed) {
        Map<String, String> off = Entered.parse(printed, false);
        assertEquals(OFF, off.keySet());
        assertTrue(off.toString(), off.values().stream().allMatch(reason -> reason.startsWith("in this JDK, ") && reason.endsWith(" not known")));
        Set<String> on = new TreeSet<>(ALL);
        on.removeAll(OFF);
        assertEquals(on, Entered.parse(printed, true).keySet());
        List<String> told = printed.lines().filter(line -> line.startsWith(PREFIX)).toList();
        assertEquals(printed, 1, told.size());
        assertTrue(printed, told.getFirst().contains("has methods that are not known, such as ") && told.getFirst().contains("status"));
    }

    @Test
    public void whatStandsForItIsOff() throws Exception {
        JavaProcess.Result result = run(C2.options(), Entered.class);
        assertEquals(result.told(), 0, result.exitCode());
        assertOff(result.printed());
    }

    /** With the JDK that has built the agent, no digest is computed, and nothing is looked up. */
    @Test
    public void nothingIsDoneForTheJdkOfTheBuild() throws Exception {
        for (boolean isOfBuild : new boolean[]{true, false}) {
            Path log = FOLDER.newFile().toPath();
            Path home = isOfBuild ? Path.of(System.getProperty("java.home")) : jdk;
            JavaProcess.Result result = JavaProcess.execute(home, C2.classPath(), C2.options("-Xlog:class+load:file=" + log), Entered.class);
            assertEquals(result.told(), isOfBuild ? ALL.size() : ALL.size() - OFF.size(), Entered.parse(result.printed(), true).size());
            Set<String> loaded = Files.readAllLines(log).stream().flatMap(line -> Stream.of(line.split(" "))).filter(
                            word -> word.startsWith("org.cryptointrinsics.bytecode.")).collect(Collectors.toSet());
            assertTrue(loaded.toString(), loaded.contains("org.cryptointrinsics.bytecode.ExactClass"));
            for (String type : List.of("CallGraph", "KnownJdks", "MethodDigest")) {
                assertEquals(type + " of " + loaded, !isOfBuild, loaded.contains("org.cryptointrinsics.bytecode." + type));
            }
        }
    }

    @Test
    public void withGraal() throws Exception {
        JavaProcess.Result result = run(C2.graalOptions(), Entered.class);
        assertEquals(result.told(), 0, result.exitCode());
        assertOff(result.printed());
    }

    @Test
    public void responsibility() throws Exception {
        Path report = FOLDER.newFile().toPath();
        JavaProcess.Result result = run(C2.options("-Dcryptointrinsics.untested=on", "-Dcryptointrinsics.report=" + report), Entered.class);
        Map<String, String> on = Entered.parse(result.printed(), true);
        assertEquals(result.told(), ALL, on.keySet());
        for (String method : OFF) {
            assertTrue(on.get(method), on.get(method).endsWith(" not known: by option cryptointrinsics.untested"));
        }
        Set<String> told = Files.readAllLines(report).stream().filter(line -> line.startsWith(PREFIX + "untested: ")).map(
                        line -> line.substring((PREFIX + "untested: ").length(), line.indexOf(", in this JDK, "))).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(OFF, told);
        assertEquals(result.told(), List.of(), result.printed().lines().filter(line -> line.startsWith(PREFIX)).toList());
    }

    @Test
    public void wrongOption() throws Exception {
        JavaProcess.Result result = run(C2.options("-Dcryptointrinsics.untested=true"), SurroundingsTest.Hash.class, "1");
        assertTrue(result.told(), result.printed().contains(PREFIX + "off: 'true' in option cryptointrinsics.untested is not one of: on, off"));
    }

    @Test
    public void doctorAndStatusTell() throws Exception {
        for (String command : new String[]{"doctor", "status"}) {
            JavaProcess.Result result = run(C2.options(), Main.class, command);
            for (String method : OFF) {
                assertTrue(method + ": " + result.told(), result.printed().lines().anyMatch(line -> line.contains(method) && line.endsWith(" not known")));
            }
        }
        JavaProcess.Result result = run(C2.options("-Dcryptointrinsics.untested=on"), Main.class, "doctor");
        assertTrue(result.told(), result.printed().lines().filter(line -> line.startsWith("note ") && line.endsWith("by option cryptointrinsics.untested")).count() >= OFF.size());
    }

    /** A patch is no update: it is as if an agent had changed the class. Some methods are tried; with the property {@code cryptointrinsics.methods=all}, each. */
    @Test
    public void patchedModule() throws Exception {
        List<MethodName> methods = STAND_FOR.keySet().stream().filter(method -> !method.name().equals("<clinit>") && hasCode(method)).toList();
        for (int i = TRIED / 2; i < methods.size(); i += TRIED) {
            MethodName method = methods.get(i);
            Path patch = FOLDER.newFolder().toPath();
            Path file = patch.resolve(method.className() + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, KnownJdksTest.withNop(ClassFiles.ofJdk(method.className()), method));
            JavaProcess.Result result = JavaProcess.execute(C2.classPath(), C2.options("--patch-module=java.base=" + patch), Entered.class);
            Map<String, String> off = Entered.parse(result.printed(), false);
            assertEquals(method + ": " + result.told(), STAND_FOR.get(method), off.keySet());
            String reason = method.className().replace('/', '.') + "." + method.name() + " was changed, as by an agent";
            assertEquals(result.told(), Set.of(reason), Set.copyOf(off.values()));
        }
    }

    private static boolean hasCode(MethodName name) {
        try {
            return ClassFile.of().parse(ClassFiles.ofJdk(name.className())).methods().stream().anyMatch(
                            method -> MethodName.of(name.className(), method).equals(name) && method.code().isPresent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A maintainer sees the three instructions beside those of this JDK; from then on, their methods are known. */
    @Test
    public void differencesAreShownAndNoted() throws Exception {
        Path list = FOLDER.newFile().toPath();
        Files.write(list, KnownJdks.ofPlugin().lines());
        JavaProcess.Result result = run(C2.options(), Main.class, "know", "--list=" + list, "--known=" + System.getProperty("java.home"));
        assertEquals(result.told(), 0, result.exitCode());
        String name = KnownJdks.nameOfThis();
        for (MethodName method : CHANGED) {
            String title = method.className().replace('/', '.') + "." + method.name() + method.descriptor() + ", beside " + name;
            assertTrue(title + " in " + result.told(), result.printed().lines().anyMatch(title::equals));
        }
        assertEquals(result.told(), CHANGED.size(), result.printed().lines().filter(line -> line.contains(" | ")).count());
        try (InputStream text = Files.newInputStream(list)) {
            Map<MethodName, MethodDigest> noted = new KnownJdks(text).methods(name);
            Map<MethodName, MethodDigest> known = KnownJdks.ofPlugin().methods(name);
            assertEquals(known.keySet(), noted.keySet());
            assertEquals(CHANGED, known.keySet().stream().filter(method -> !known.get(method).equals(noted.get(method))).collect(Collectors.toSet()));
        }
    }

    /** Encrypts until Graal has said what it does with the call. */
    public static final class Hot {

        private static final long LONGEST_NANOS = 120_000_000_000L;

        private Hot() {
        }

        public static void main(String[] arguments) throws Exception {
            Path report = Path.of(arguments[0]);
            SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            byte[] message = new byte[2000];
            long start = System.nanoTime();
            for (int i = 0; System.nanoTime() - start < LONGEST_NANOS && (i % 1000 != 0 || !Files.readString(report).contains("Cipher.doFinal(byte[]")); i++) {
                encrypt(cipher, key, message, i);
            }
        }

        private static void encrypt(Cipher cipher, SecretKeySpec key, byte[] message, int number) throws Exception {
            cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, ByteBuffer.allocate(12).putInt(number).array()));
            cipher.doFinal(message);
        }
    }

    /** Without entries, callers alone that Graal compiles have kernels. */
    @Test
    public void inCodeOfGraal() throws Exception {
        Path report = FOLDER.newFile().toPath();
        List<String> options = new ArrayList<>(C2.graalOptions());
        options.addAll(List.of("-Djdk.graal.CryptoIntrinsicsEntries=false", "-Djdk.graal.CryptoIntrinsicsReport=" + report));
        JavaProcess.Result result = run(options, Hot.class, report.toString());
        assertEquals(result.told(), 0, result.exitCode());
        List<String> lines = Files.readAllLines(report).stream().filter(line -> line.contains("Cipher.doFinal(byte[]")).toList();
        assertTrue(lines + result.told(), !lines.isEmpty() && lines.stream().allMatch(line -> line.contains("not applied: ") && line.endsWith(" not known")));
        assertEquals(result.told(), 1, result.printed().lines().filter(line -> line.startsWith(PREFIX)).count());
    }
}
