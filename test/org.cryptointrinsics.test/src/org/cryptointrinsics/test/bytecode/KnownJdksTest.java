package org.cryptointrinsics.test.bytecode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.ClassFileMethods;
import org.cryptointrinsics.bytecode.ClassFiles;
import org.cryptointrinsics.bytecode.JdkMethods;
import org.cryptointrinsics.bytecode.KnownJdks;
import org.cryptointrinsics.bytecode.MethodDigest;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.entry.EntryFiles;
import org.cryptointrinsics.substitution.Families;
import org.cryptointrinsics.substitution.SubstitutedMethod;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;

/** The JDK's methods that substitutions stand for are all known, and each that does something else is found out. */
public class KnownJdksTest {

    static {
        // Before that, the plugin has no access to the JDK.
        Jit.intrinsics();
    }

    private static final Path LIST = Path.of(System.getProperty("cryptointrinsics.root"), "src/org.cryptointrinsics/src/org/cryptointrinsics/bytecode/known-jdks");
    private static final String INITIALIZER = "<clinit>";

    /** With which what each substitution stands for begins. */
    private static List<List<MethodName>> allRoots() {
        return Families.all().stream().flatMap(family -> family.methods().stream()).map(KnownJdksTest::roots).toList();
    }

    /** That of one. */
    public static List<MethodName> roots(SubstitutedMethod substituted) {
        return Stream.concat(Stream.of(substituted.substitution()), substituted.methods()).map(MethodName::of).toList();
    }

    @Test
    public void digestIsThatOfTheStandard() throws Exception {
        for (int length = 0; length < 200; length++) {
            byte[] text = Reference.message(length + 3);
            byte[] expected = MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(text, length));
            assertEquals(HexFormat.of().formatHex(expected, 0, expected.length / 2), MethodDigest.of(text, length).toString());
        }
    }

    /** If not: {@code release/know-jdk} with this JDK, and docs/new-jdk.md. */
    @Test
    public void allThatSubstitutionsStandForIsKnown() throws Exception {
        Map<MethodName, MethodDigest> methods = EntryFiles.digests();
        assertTrue(methods.size() > 500);
        Map<MethodName, MethodDigest> known = KnownJdks.ofPlugin().methods(KnownJdks.nameOfThis());
        assertNotNull(KnownJdks.nameOfThis() + " is not known", known);
        assertEquals(known, methods);
        for (List<MethodName> roots : allRoots()) {
            assertEquals(List.of(), SubstitutedMethod.JDK.untested(roots));
        }
    }

    @Test
    public void listIsAsItIsWritten() throws Exception {
        List<String> lines = Files.readAllLines(LIST);
        assertEquals(lines, new KnownJdks(Files.newInputStream(LIST)).lines());
    }

    @Test
    public void listIsTold() throws Exception {
        Path page = Path.of(System.getProperty("cryptointrinsics.root"), "docs/compatibility.md");
        List<String> told = Files.readAllLines(page).stream().dropWhile(line -> !line.equals("| JDK |")).skip(2).takeWhile(line -> line.startsWith("|")).toList();
        assertEquals(KnownJdks.ofPlugin().names().stream().sorted().map(name -> "| " + name + " |").toList(), told);
    }

    /** Only what differs is written of another JDK. */
    @Test
    public void anotherJdk() throws Exception {
        KnownJdks known = KnownJdks.ofPlugin();
        String first = known.names().iterator().next();
        Map<MethodName, MethodDigest> methods = new HashMap<>(known.methods(first));
        List<MethodName> names = List.copyOf(methods.keySet());
        MethodDigest other = MethodDigest.of(new byte[0], 0);
        methods.put(names.get(0), other);
        methods.remove(names.get(1));
        int before = known.lines().size();
        known.add("Another one 99", methods);
        List<String> lines = known.lines();
        List<String> added = lines.subList(before, lines.size());
        assertEquals("jdk Another one 99 like " + first, added.getFirst());
        assertEquals(Set.of(" " + other + " " + names.get(0).name() + names.get(0).descriptor(), " - " + names.get(1).name() + names.get(1).descriptor()),
                        added.stream().filter(line -> line.startsWith(" ")).collect(Collectors.toSet()));
        KnownJdks read = new KnownJdks(new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
        assertEquals(methods, read.methods("Another one 99"));
        assertEquals(List.of("Another one 99"), read.names(names.get(0), other));
        assertTrue(read.names(names.get(2), methods.get(names.get(2))).contains("Another one 99"));
    }

    /** Each substitution is off if one instruction was added to a method that it stands for, and no other one is. */
    @Test
    public void anyMethodChanged() throws Exception {
        Map<List<MethodName>, Set<MethodName>> standFor = new LinkedHashMap<>();
        Map<Class<?>, byte[]> files = new HashMap<>();
        for (List<MethodName> roots : allRoots()) {
            standFor.put(roots, SubstitutedMethod.JDK.digests(List.of(roots)).keySet());
            for (Class<?> type : SubstitutedMethod.JDK.classes(roots)) {
                files.put(type, ClassFiles.ofJdk(type.getName().replace('.', '/')));
            }
        }
        Map<Class<?>, Integer> redefinitions = files.keySet().stream().collect(Collectors.toMap(type -> type, _ -> JdkMethods.REDEFINED_MEANWHILE));
        Set<String> changed = new TreeSet<>();
        List<MethodName> unchanged = new ArrayList<>();
        for (Map.Entry<Class<?>, byte[]> entry : files.entrySet()) {
            String className = entry.getKey().getName().replace('.', '/');
            for (MethodModel method : ClassFile.of().parse(entry.getValue()).methods()) {
                MethodName name = MethodName.of(className, method);
                if (method.code().isEmpty() || name.name().equals(INITIALIZER) || standFor.values().stream().noneMatch(methods -> methods.contains(name))) {
                    unchanged.add(name);
                    continue;
                }
                Map<Class<?>, byte[]> changedFiles = new HashMap<>(files);
                changedFiles.put(entry.getKey(), withNop(entry.getValue(), name));
                ClassFileMethods vm = new ClassFileMethods(changedFiles, redefinitions);
                for (Map.Entry<List<MethodName>, Set<MethodName>> each : standFor.entrySet()) {
                    assertEquals(name + ": " + each.getKey(), each.getValue().contains(name), SubstitutedMethod.JDK.changed(vm, each.getKey()) != null);
                }
                changed.add(name.toString());
            }
        }
        assertTrue(changed.size() + " of " + unchanged.size(), changed.size() > 500);
    }

    /** A class file with one more instruction at the beginning of a method, which does nothing. */
    public static byte[] withNop(byte[] file, MethodName name) {
        return Nops.with(file, method -> MethodName.of(name.className(), method).equals(name));
    }
}
