package org.cryptointrinsics.agent;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * What becomes of class files of the JDK when calls of substitutions are put in, for those that the JDK had with which the project was built. It was found out then, so that an
 * application does not wait for it, which loads such a class. As {@code org.cryptointrinsics.entry.KnownClassesFile} writes it.
 */
final class KnownClasses {

    private final byte[] called;
    private final Map<String, Difference> differences = new HashMap<>();

    /** How the class file with calls differs from that without. */
    private static final class Difference {

        private final int length;
        private final int crc32;
        private final int crc32c;
        private final int newLength;
        private final byte[] pieces;

        Difference(DataInputStream in) throws IOException {
            length = in.readInt();
            crc32 = in.readInt();
            crc32c = in.readInt();
            newLength = in.readInt();
            pieces = new byte[in.readInt()];
            in.readFully(pieces);
        }

        boolean isOf(byte[] file) {
            if (file.length != length) {
                return false;
            }
            CRC32 actual = new CRC32();
            actual.update(file);
            CRC32C other = new CRC32C();
            other.update(file);
            return (int) actual.getValue() == crc32 && (int) other.getValue() == crc32c;
        }

        byte[] apply(byte[] file) {
            byte[] changed = new byte[newLength];
            for (int from = 0, to = 0; to < newLength;) {
                int offset = readInt(from);
                int count = readInt(from + Integer.BYTES);
                from += 2 * Integer.BYTES;
                if (offset < 0) {
                    System.arraycopy(pieces, from, changed, to, count);
                    from += count;
                } else {
                    System.arraycopy(file, offset, changed, to, count);
                }
                to += count;
            }
            return changed;
        }

        private int readInt(int at) {
            return pieces[at] << 24 | (pieces[at + 1] & 0xFF) << 16 | (pieces[at + 2] & 0xFF) << 8 | pieces[at + 3] & 0xFF;
        }
    }

    KnownClasses(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        called = new byte[in.readInt()];
        in.readFully(called);
        for (int count = in.readInt(); count > 0; count--) {
            String name = in.readUTF();
            differences.put(name, new Difference(in));
        }
    }

    /** The class file of the class in {@code java.base} that the calls are calls of. */
    byte[] called() {
        return called;
    }

    /** Whether a class has such calls, known or not. */
    boolean haveCalls(String className) {
        return differences.containsKey(className);
    }

    /** The class file with calls, or null if it is not known. */
    byte[] withCalls(String className, byte[] file) {
        Difference difference = differences.get(className);
        return difference == null || !difference.isOf(file) ? null : difference.apply(file);
    }
}
