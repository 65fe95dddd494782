package org.cryptointrinsics.agent;

import java.nio.charset.StandardCharsets;

/** A class file (JVMS 4): where its constants are, and where its parts end. */
final class ClassFileInput {

    /** Where they begin. */
    static final int CONSTANTS = 10;

    // JVMS 4.4: tags of constants.
    static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    final byte[] file;
    /** Where each constant begins. */
    private final int[] constants;
    final int constantsEnd;
    final int constantCount;

    ClassFileInput(byte[] file) {
        this.file = file;
        constantCount = twoBytes(CONSTANTS - Short.BYTES);
        constants = new int[constantCount];
        int at = CONSTANTS;
        for (int i = 1; i < constantCount; i++) {
            constants[i] = at;
            switch (file[at]) {
                case UTF8:
                    at += 1 + Short.BYTES + twoBytes(at + 1);
                    break;
                case LONG:
                case DOUBLE:
                    at += 1 + Long.BYTES;
                    i++;
                    break;
                case CLASS:
                case STRING:
                case METHOD_TYPE:
                case MODULE:
                case PACKAGE:
                    at += 1 + Short.BYTES;
                    break;
                case METHOD_HANDLE:
                    at += 1 + 1 + Short.BYTES;
                    break;
                default:
                    at += 1 + Integer.BYTES;
            }
        }
        constantsEnd = at;
    }

    int membersEnd(int from) {
        int at = from + Short.BYTES;
        for (int count = twoBytes(from); count > 0; count--) {
            at = attributesEnd(at + 3 * Short.BYTES);
        }
        return at;
    }

    int attributesEnd(int from) {
        int at = from + Short.BYTES;
        for (int count = twoBytes(from); count > 0; count--) {
            at += Short.BYTES + Integer.BYTES + fourBytes(at + Short.BYTES);
        }
        return at;
    }

    String string(int number) {
        int at = constants[number] + 1;
        return new String(file, at + Short.BYTES, twoBytes(at), StandardCharsets.ISO_8859_1);
    }

    int oneByte(int at) {
        return file[at] & 0xFF;
    }

    int twoBytes(int at) {
        return oneByte(at) << Byte.SIZE | oneByte(at + 1);
    }

    int fourBytes(int at) {
        return twoBytes(at) << Short.SIZE | twoBytes(at + Short.BYTES);
    }
}
