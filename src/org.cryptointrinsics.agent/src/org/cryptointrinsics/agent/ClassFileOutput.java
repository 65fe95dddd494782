package org.cryptointrinsics.agent;

import java.io.ByteArrayOutputStream;

/** What is written of a class file. */
final class ClassFileOutput extends ByteArrayOutputStream {

    ClassFileOutput(int capacity) {
        super(capacity);
    }

    void writeTwo(int value) {
        write(value >> Byte.SIZE);
        write(value);
    }

    void writeFour(int value) {
        writeTwo(value >> Short.SIZE);
        writeTwo(value);
    }

    void write(ClassFileOutput other) {
        write(other.buf, 0, other.count);
    }

    void writeAttribute(int name, ClassFileOutput contents) {
        writeTwo(name);
        writeFour(contents.count);
        write(contents);
    }
}
