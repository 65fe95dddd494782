package org.cryptointrinsics.bytecode;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Of what a method does, or of what a class declares, told in bytes: two checks of them that have nothing to do with each other, and their number. Another text has the same in
 * one of 2^64 cases. That is no defence against who means to deceive: whoever may change the JDK's methods may change anything here. And it costs an application nothing, and is
 * not
 * counted among its digests.
 */
record Fingerprint(int crc32, int crc32c, int length) {

    static Fingerprint of(byte[] told, int length) {
        CRC32 crc32 = new CRC32();
        crc32.update(told, 0, length);
        CRC32C crc32c = new CRC32C();
        crc32c.update(told, 0, length);
        return new Fingerprint((int) crc32.getValue(), (int) crc32c.getValue(), length);
    }

    static Fingerprint read(DataInput in) throws IOException {
        return new Fingerprint(in.readInt(), in.readInt(), in.readInt());
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(crc32);
        out.writeInt(crc32c);
        out.writeInt(length);
    }

    // That of a record would have to be linked first.
    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint same && crc32 == same.crc32 && crc32c == same.crc32c && length == same.length;
    }

    @Override
    public int hashCode() {
        return crc32;
    }
}
