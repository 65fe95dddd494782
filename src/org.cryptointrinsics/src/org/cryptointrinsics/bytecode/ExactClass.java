package org.cryptointrinsics.bytecode;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * What a class file says of what methods do, byte for byte: constants, superclass and interfaces, modifiers, names and code of methods, bootstrap methods. Fields, lines, stack
 * maps
 * and annotations are left out: HotSpot shows others than those of the class file. Of most classes it shows the same in all this, and so nothing else has to be looked at.
 *
 * @param constantsEnd where the constants end
 * @param codeName the number of the constant that is the name of code
 * @param bootstrapName that of bootstrap methods; 0 if there are none
 */
record ExactClass(int constantsEnd, int codeName, int bootstrapName, Fingerprint fingerprint) {

    private static final int CONSTANTS = 8;
    private static final int ATTRIBUTE_HEADER = Short.BYTES + Integer.BYTES;
    private static final int HANDLER_BYTES = 8;

    static ExactClass of(byte[] file) {
        ClassFileReader reader = new ClassFileReader(file);
        int codeName = reader.number("Code");
        int bootstrapName = reader.number("BootstrapMethods");
        return new ExactClass(reader.constantsEnd(), codeName, bootstrapName, new Text(file, reader.constantsEnd(), codeName, bootstrapName).fingerprint());
    }

    static ExactClass read(DataInput in) throws IOException {
        return new ExactClass(in.readInt(), in.readInt(), in.readInt(), Fingerprint.read(in));
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(constantsEnd);
        out.writeInt(codeName);
        out.writeInt(bootstrapName);
        fingerprint.write(out);
    }

    /** Whether {@code file}, which HotSpot has read, is the same in all this. */
    boolean isOf(byte[] file) {
        // If the constants are others, the numbers are of something else.
        try {
            return constantsEnd <= file.length && new Text(file, constantsEnd, codeName, bootstrapName).fingerprint().equals(fingerprint);
        } catch (IndexOutOfBoundsException e) {
            return false;
        }
    }

    /** All this, one after another. */
    private static final class Text {

        private final byte[] file;
        private final byte[] told;
        private int length;

        Text(byte[] file, int constantsEnd, int codeName, int bootstrapName) {
            this.file = file;
            told = new byte[file.length];
            tell(CONSTANTS, constantsEnd - CONSTANTS);
            // The class, its superclass, its interfaces.
            int at = constantsEnd + Short.BYTES;
            int header = 3 * Short.BYTES + twoBytes(at + 2 * Short.BYTES) * Short.BYTES;
            tell(at, header);
            at += header;
            int fields = twoBytes(at);
            at += Short.BYTES;
            for (int i = 0; i < fields; i++) {
                at = tellAttribute(at + 3 * Short.BYTES, 0, false);
            }
            // HotSpot shows them in an order of its own: here, in that of the constants which are their names and types.
            long[] methods = new long[twoBytes(at)];
            at += Short.BYTES;
            for (int i = 0; i < methods.length; i++) {
                methods[i] = (long) fourBytes(at + Short.BYTES) << Integer.SIZE | at;
                at = tellAttribute(at + 3 * Short.BYTES, 0, false);
            }
            tellAttribute(at, bootstrapName, false);
            Arrays.sort(methods);
            for (long method : methods) {
                tell((int) method, 3 * Short.BYTES);
                tellAttribute((int) method + 3 * Short.BYTES, codeName, true);
            }
        }

        Fingerprint fingerprint() {
            return Fingerprint.of(told, length);
        }

        /** Returns where attributes end. */
        private int tellAttribute(int from, int name, boolean isCode) {
            int at = from + Short.BYTES;
            for (int count = twoBytes(from); count > 0; count--) {
                int bytes = fourBytes(at + Short.BYTES);
                int contents = at + ATTRIBUTE_HEADER;
                if (name != 0 && twoBytes(at) == name) {
                    tell(contents, isCode ? codeBytes(contents) : bytes);
                }
                at = contents + bytes;
            }
            return at;
        }

        /** Without its attributes. */
        private int codeBytes(int contents) {
            int handlers = 2 * Short.BYTES + Integer.BYTES + fourBytes(contents + 2 * Short.BYTES);
            return handlers + Short.BYTES + twoBytes(contents + handlers) * HANDLER_BYTES;
        }

        private void tell(int from, int count) {
            System.arraycopy(file, from, told, length, count);
            length += count;
        }

        private int twoBytes(int at) {
            return (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
        }

        private int fourBytes(int at) {
            return twoBytes(at) << 16 | twoBytes(at + 2);
        }
    }
}
