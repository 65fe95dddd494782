package org.cryptointrinsics.test.fuzz;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Prints what comes of cases: results, exceptions, positions of buffers and all memory that was given, in this order. */
final class Transcript {

    /** What a line of a case begins with. */
    static final String CASE = "case ";
    /** What the lines of its notes begin with. */
    static final String INDENTATION = "  ";

    private final PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));

    void begin(int number, Program program) {
        out.println(CASE + number + " of " + program.getClass().getSimpleName());
    }

    /** To be called after each case, so that all are known if the VM crashes. */
    void flush() {
        out.flush();
    }

    void note(String told) {
        out.println(INDENTATION + told);
    }

    int note(int value) {
        note(String.valueOf(value));
        return value;
    }

    /** Returns the length, or -1 of null. */
    int note(byte[] bytes) {
        if (bytes == null) {
            note("null");
            return -1;
        }
        note(ByteBuffer.wrap(bytes));
        return bytes.length;
    }

    /** What remains in a buffer, whose position stays. */
    void note(ByteBuffer bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.duplicate());
        note(bytes.remaining() + " bytes, " + Long.toHexString(checksum.getValue()));
    }
}
