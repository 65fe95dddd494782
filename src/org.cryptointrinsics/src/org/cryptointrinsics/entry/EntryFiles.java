package org.cryptointrinsics.entry;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.KnownMethods;
import org.cryptointrinsics.bytecode.MethodDigest;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.substitution.Families;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.SubstitutedMethod;

/** What the build has found out of its JDK, so that no process has to: the methods that have calls, and what is known of those that they lead to. */
public final class EntryFiles {

    private static final String METHODS_FILE = "entries";
    private static final String CALLING_FILE = "calling-class";
    private static final String KNOWN_FILE = "known-methods";
    private static final String CALLS_FILE = "entry-calls";
    private static final String LINKS_FILE = "links";

    private final List<EntryMethod> methods;
    private final byte[] callingFile;

    private EntryFiles(List<EntryMethod> methods, byte[] callingFile) {
        this.methods = methods;
        this.callingFile = callingFile;
    }

    /** Writes the files, for the methods of this JDK. */
    public static void write(Path folder) throws IOException {
        List<EntryMethod> methods = EntryMethod.all();
        Files.write(folder.resolve(METHODS_FILE), methods.stream().map(EntryMethod::told).toList());
        Files.write(folder.resolve(CALLING_FILE), EntryClass.callingFile(methods));
        Files.write(folder.resolve(LINKS_FILE), JdkMembers.links(Families.allUsers()));
        Files.write(folder.resolve(CALLS_FILE), calls(methods));
        try (OutputStream file = Files.newOutputStream(folder.resolve(KNOWN_FILE))) {
            SubstitutedMethod.JDK.write(file, methods.stream().map(EntryMethod::roots).toList());
        }
    }

    /** The class that methods call, and which method calls which of it: as {@code org.cryptointrinsics.agent.EntryCalls} reads it. */
    static byte[] calls(List<EntryMethod> methods) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(file)) {
            byte[] called = EntryClass.file(methods);
            out.writeInt(called.length);
            out.write(called);
            out.writeInt((int) methods.stream().mapToLong(method -> method.methods().size()).sum());
            for (int i = 0; i < methods.size(); i++) {
                for (MethodName method : methods.get(i).methods()) {
                    out.writeUTF(method.className());
                    out.writeUTF(method.name());
                    out.writeUTF(method.descriptor());
                    out.writeUTF(EntryClass.name(methods, i));
                    out.writeUTF(methods.get(i).type().descriptorString());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    /** All methods of this JDK that substitutions stand for, with either JIT, and what they do; without families that do not fit this JDK. */
    public static Map<MethodName, MethodDigest> digests() throws IOException {
        Stream<SubstitutedMethod> substituted = Families.all().stream().filter(family -> family.misfit() == null).flatMap(
                        family -> Stream.concat(family.methods().stream(), family.replacedByGraal()));
        return SubstitutedMethod.JDK.digests(substituted.map(method -> EntryMethod.of(method).roots()).toList());
    }

    /**
     * Reads them, and has what they tell known.
     *
     * @param files open what was {@linkplain #write written}
     */
    static EntryFiles read(Function<String, InputStream> files) throws IOException {
        JdkMembers.know(lines(files, LINKS_FILE));
        List<EntryMethod> methods = new ArrayList<>();
        for (String line : lines(files, METHODS_FILE)) {
            methods.add(EntryMethod.parse(line));
        }
        try (InputStream file = files.apply(KNOWN_FILE)) {
            SubstitutedMethod.JDK.know(new KnownMethods(file, methods.stream().map(EntryMethod::roots).toList()));
        }
        return new EntryFiles(methods, read(files, CALLING_FILE));
    }

    List<EntryMethod> methods() {
        return methods;
    }

    /** What the methods call; its class is defined. */
    EntryClass entryClass() throws ReflectiveOperationException {
        return new EntryClass(methods, EntryClass.find(), callingFile);
    }

    private static String[] lines(Function<String, InputStream> files, String name) throws IOException {
        return new String(read(files, name), StandardCharsets.US_ASCII).split("\n");
    }

    private static byte[] read(Function<String, InputStream> files, String name) throws IOException {
        try (InputStream in = files.apply(name)) {
            return in.readAllBytes();
        }
    }
}
