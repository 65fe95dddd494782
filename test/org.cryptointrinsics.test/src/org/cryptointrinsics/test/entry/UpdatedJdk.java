package org.cryptointrinsics.test.entry;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

import org.cryptointrinsics.bytecode.ClassFiles;
import org.cryptointrinsics.bytecode.MethodName;

/** A copy of this JDK with an instruction changed in some methods: as an update has it, in the run-time image. */
final class UpdatedJdk {

    private static final Set<String> LEFT_OUT = Set.of("ct.sym", "demo", "include", "jmods", "legal", "man", "src.zip");
    private static final String ARCHIVE = ".jsa";
    /** What does something else, and has the same length and takes the same operands. */
    private static final Map<Opcode, Opcode> CHANGES = Map.of(Opcode.IADD, Opcode.ISUB, Opcode.ISUB, Opcode.IADD, //
                    Opcode.ICONST_0, Opcode.ICONST_1, Opcode.ICONST_1, Opcode.ICONST_0, //
                    Opcode.IFEQ, Opcode.IFNE, Opcode.IFNE, Opcode.IFEQ, Opcode.IFNULL, Opcode.IFNONNULL, Opcode.IFNONNULL, Opcode.IFNULL);
    private static final int STEP = 1 << 20;

    private UpdatedJdk() {
    }

    /** Copies it to a folder that is not there yet. */
    static void copy(Path to) throws IOException {
        Path from = Path.of(System.getProperty("java.home")).toRealPath();
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (LEFT_OUT.contains(folder.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                if (!LEFT_OUT.contains(name) && !name.endsWith(ARCHIVE)) {
                    // What a link leads to may be elsewhere.
                    Files.copy(file, to.resolve(from.relativize(file)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Changes an instruction of a method of the copy. */
    static void change(Path jdk, MethodName name) throws IOException {
        byte[] file = ClassFiles.ofJdk(name.className());
        byte[] changed = changed(file, name);
        Path modules = jdk.resolve("lib", "modules");
        modules.toFile().setWritable(true);
        try (RandomAccessFile image = new RandomAccessFile(modules.toFile(), "rw")) {
            MappedByteBuffer bytes = image.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, image.length());
            bytes.put(indexOf(bytes, file), changed);
            bytes.force();
        }
    }

    private static byte[] changed(byte[] file, MethodName name) {
        for (MethodModel method : ClassFile.of().parse(file).methods()) {
            if (MethodName.of(name.className(), method).equals(name)) {
                CodeAttribute code = method.findAttribute(Attributes.code()).orElseThrow();
                int at = 0;
                for (CodeElement element : code) {
                    if (element instanceof Instruction instruction) {
                        Opcode other = CHANGES.get(instruction.opcode());
                        if (other != null) {
                            byte[] changed = file.clone();
                            changed[only(file, code.codeArray()) + at] = (byte) other.bytecode();
                            return changed;
                        }
                        at += instruction.sizeInBytes();
                    }
                }
            }
        }
        throw new AssertionError(name);
    }

    private static int only(byte[] file, byte[] code) {
        int found = -1;
        for (int at = 0; at + code.length <= file.length; at++) {
            if (Arrays.equals(file, at, at + code.length, code, 0, code.length)) {
                if (found >= 0) {
                    throw new AssertionError("twice");
                }
                found = at;
            }
        }
        return found;
    }

    private static int indexOf(MappedByteBuffer bytes, byte[] file) {
        byte[] part = new byte[STEP + file.length];
        for (int from = 0; from < bytes.capacity(); from += STEP) {
            int length = Math.min(part.length, bytes.capacity() - from);
            bytes.get(from, part, 0, length);
            for (int at = 0; at + file.length <= length; at++) {
                if (part[at] == file[0] && Arrays.equals(part, at, at + file.length, file, 0, file.length)) {
                    return from + at;
                }
            }
        }
        throw new AssertionError("not in the image");
    }
}
