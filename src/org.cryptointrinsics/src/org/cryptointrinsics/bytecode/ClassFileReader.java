package org.cryptointrinsics.bytecode;

import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a class file (JVMS 4) that HotSpot has read, without an object for each constant and instruction: most of this is done before anything is compiled, and
 * {@link java.lang.classfile} takes ten times as long then. Not thread-safe.
 */
final class ClassFileReader {

    // JVMS 4.4: tags of constants.
    static final int UTF8 = 1;
    static final int INTEGER = 3;
    static final int FLOAT = 4;
    static final int LONG = 5;
    static final int DOUBLE = 6;
    static final int METHOD_HANDLE = 15;
    static final int DYNAMIC = 17;
    static final int INVOKE_DYNAMIC = 18;

    private static final int METHOD_MODIFIERS = Modifier.methodModifiers();
    private static final int CONSTANTS = 8;
    private static final int ATTRIBUTE_HEADER = Short.BYTES + Integer.BYTES;

    private final byte[] file;
    /** Where constants have their tags, by their numbers. */
    private final int[] constants;
    private final String[] strings;
    private final String superclass;
    private final List<String> interfaces = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();
    private final int constantsEnd;
    /** Where the class has the number of its attributes. */
    private final int attributes;

    /**
     * A method that the class declares.
     *
     * @param modifiers as of {@link java.lang.reflect.Method}
     * @param code where the contents of its code attribute begin; 0 if it has none
     */
    record Method(MethodName name, int modifiers, int code) {
    }

    ClassFileReader(byte[] file) {
        this.file = file;
        constants = new int[twoBytes(CONSTANTS)];
        strings = new String[constants.length];
        int at = CONSTANTS + Short.BYTES;
        for (int i = 1; i < constants.length; i++) {
            constants[i] = at;
            int tag = file[at];
            at += 1 + switch (tag) {
                case UTF8 -> Short.BYTES + twoBytes(at + 1);
                // Class, string, type of a method, module, package.
                case 7, 8, 16, 19, 20 -> Short.BYTES;
                case METHOD_HANDLE -> 1 + Short.BYTES;
                case LONG, DOUBLE -> Long.BYTES;
                default -> Integer.BYTES;
            };
            if (tag == LONG || tag == DOUBLE) {
                i++;
            }
        }
        constantsEnd = at;
        String className = name(twoBytes(at + Short.BYTES));
        superclass = name(twoBytes(at + 2 * Short.BYTES));
        at += 3 * Short.BYTES;
        int interfaceCount = twoBytes(at);
        for (int i = 0; i < interfaceCount; i++) {
            at += Short.BYTES;
            interfaces.add(name(twoBytes(at)));
        }
        at += Short.BYTES;
        int fields = twoBytes(at);
        at += Short.BYTES;
        for (int i = 0; i < fields; i++) {
            at = endOfAttributes(at + 3 * Short.BYTES);
        }
        int count = twoBytes(at);
        at += Short.BYTES;
        for (int i = 0; i < count; i++) {
            MethodName name = new MethodName(className, string(twoBytes(at + Short.BYTES)), string(twoBytes(at + 2 * Short.BYTES)));
            methods.add(new Method(name, twoBytes(at) & METHOD_MODIFIERS, findAttribute(at + 3 * Short.BYTES, "Code")));
            at = endOfAttributes(at + 3 * Short.BYTES);
        }
        attributes = at;
    }

    /** Internal name; null for {@code java.lang.Object}. */
    String superclass() {
        return superclass;
    }

    /** Internal names. */
    List<String> interfaces() {
        return interfaces;
    }

    List<Method> methods() {
        return methods;
    }

    byte[] file() {
        return file;
    }

    int constantsEnd() {
        return constantsEnd;
    }

    /** The number of the constant that is {@code string}; 0 if none is. */
    int number(String string) {
        for (int i = 1; i < constants.length; i++) {
            if (constants[i] != 0 && file[constants[i]] == UTF8 && string(i).equals(string)) {
                return i;
            }
        }
        return 0;
    }

    /** Where a constant begins, with its tag. */
    int constant(int number) {
        return constants[number];
    }

    /** The string of a constant that is one. */
    String string(int number) {
        String string = strings[number];
        if (string == null) {
            int at = constants[number];
            string = new String(file, at + 1 + Short.BYTES, twoBytes(at + 1), StandardCharsets.UTF_8);
            strings[number] = string;
        }
        return string;
    }

    /** The name of a class. */
    private String name(int number) {
        return number == 0 ? null : string(twoBytes(constants[number] + 1));
    }

    /** Where the contents of an attribute of the class begin, or 0. */
    int findAttribute(String name) {
        return findAttribute(attributes, name);
    }

    private int findAttribute(int from, String name) {
        int at = from + Short.BYTES;
        for (int count = twoBytes(from); count > 0; count--) {
            if (string(twoBytes(at)).equals(name)) {
                return at + ATTRIBUTE_HEADER;
            }
            at += ATTRIBUTE_HEADER + fourBytes(at + Short.BYTES);
        }
        return 0;
    }

    private int endOfAttributes(int from) {
        int at = from + Short.BYTES;
        for (int count = twoBytes(from); count > 0; count--) {
            at += ATTRIBUTE_HEADER + fourBytes(at + Short.BYTES);
        }
        return at;
    }

    int oneByte(int at) {
        return file[at] & 0xFF;
    }

    int twoBytes(int at) {
        return (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
    }

    int fourBytes(int at) {
        return twoBytes(at) << 16 | twoBytes(at + 2);
    }
}
