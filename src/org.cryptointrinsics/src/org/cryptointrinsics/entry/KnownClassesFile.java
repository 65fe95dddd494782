package org.cryptointrinsics.entry;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

import org.cryptointrinsics.bytecode.ClassFiles;

/**
 * How class files of this JDK differ when calls are put in, so that it is known when a process loads them. In the format of {@link DataOutputStream}: length and bytes of the
 * class that is called, and the number of classes; of each its internal name, length, CRC-32 and CRC-32C of its file, the length with calls, and length and bytes of pieces that
 * the class file with calls consists of. Each piece has an offset in the class file without calls and a length; or −1, a length, and its bytes.
 */
final class KnownClassesFile {

    private static final String NAME = "known-classes";
    /** What is shorter is not worth a piece. */
    private static final int LEAST_PIECE = 16;

    private KnownClassesFile() {
    }

    static void write(Path folder, List<EntryMethod> methods) throws IOException {
        byte[] called = EntryClass.file(methods);
        EntryCalls calls = new EntryCalls(methods);
        Set<String> classes = new TreeSet<>(calls.classes());
        try (OutputStream file = Files.newOutputStream(folder.resolve(NAME)); DataOutputStream out = new DataOutputStream(file)) {
            out.writeInt(called.length);
            out.write(called);
            out.writeInt(classes.size());
            for (String className : classes) {
                byte[] before = ClassFiles.ofJdk(className);
                byte[] after = calls.transform(className, before);
                CRC32 crc = new CRC32();
                crc.update(before);
                CRC32C crc32c = new CRC32C();
                crc32c.update(before);
                byte[] pieces = pieces(before, after);
                out.writeUTF(className);
                out.writeInt(before.length);
                out.writeInt((int) crc.getValue());
                out.writeInt((int) crc32c.getValue());
                out.writeInt(after.length);
                out.writeInt(pieces.length);
                out.write(pieces);
            }
        }
    }

    /** At each place the longest that is in both, wherever, or bytes of the new one. */
    private static byte[] pieces(byte[] before, byte[] after) throws IOException {
        Map<Long, Integer> places = new HashMap<>();
        for (int i = 0; i + Long.BYTES <= before.length; i++) {
            places.putIfAbsent(eight(before, i), i);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        int written = 0;
        int previous = 0;
        for (int at = 0; at < after.length;) {
            // Where the last piece ended in the class file goes on, mostly.
            int length = common(before, previous, after, at);
            int from = previous;
            Integer place = at + Long.BYTES <= after.length ? places.get(eight(after, at)) : null;
            if (place != null && common(before, place, after, at) > length) {
                from = place;
                length = common(before, from, after, at);
            }
            if (length < LEAST_PIECE) {
                at++;
                continue;
            }
            writeNew(out, after, written, at);
            out.writeInt(from);
            out.writeInt(length);
            at += length;
            written = at;
            previous = from + length;
        }
        writeNew(out, after, written, after.length);
        return bytes.toByteArray();
    }

    private static void writeNew(DataOutputStream out, byte[] after, int from, int to) throws IOException {
        if (from < to) {
            out.writeInt(-1);
            out.writeInt(to - from);
            out.write(after, from, to - from);
        }
    }

    private static int common(byte[] before, int from, byte[] after, int at) {
        int length = 0;
        while (from + length < before.length && at + length < after.length && before[from + length] == after[at + length]) {
            length++;
        }
        return length;
    }

    private static long eight(byte[] bytes, int at) {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << Byte.SIZE | bytes[at + i] & 0xFF;
        }
        return value;
    }
}
