package org.cryptointrinsics.test.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** What comes of a case: results, exceptions, positions of buffers and all memory that was given, in this order. */
final class Transcript {

    /** What printed notes begin with. */
    static final String INDENTATION = "  ";

    private final CRC32C checksum = new CRC32C();
    private final boolean isPrinted;

    /**
     * @param isPrinted whether each note is printed, too
     */
    Transcript(boolean isPrinted) {
        this.isPrinted = isPrinted;
    }

    /** A checksum of all notes. */
    long checksum() {
        return checksum.getValue();
    }

    void note(String told) {
        print(told);
        checksum.update(told.getBytes(StandardCharsets.UTF_8));
    }

    int note(int value) {
        print(value);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            checksum.update(value >>> shift);
        }
        return value;
    }

    /** Returns the length, or -1 of null. */
    int note(byte[] bytes) {
        if (bytes != null) {
            note(ByteBuffer.wrap(bytes));
        } else {
            note("null");
        }
        return bytes == null ? -1 : bytes.length;
    }

    /** What remains in a buffer, whose position stays. */
    void note(ByteBuffer bytes) {
        checksum.update(bytes.duplicate());
        if (isPrinted) {
            CRC32C own = new CRC32C();
            own.update(bytes.duplicate());
            print(bytes.remaining() + " bytes, " + Long.toHexString(own.getValue()));
        }
    }

    private void print(Object told) {
        if (isPrinted) {
            System.out.println(INDENTATION + told);
        }
    }
}
