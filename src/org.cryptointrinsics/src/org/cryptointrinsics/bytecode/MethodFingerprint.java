package org.cryptointrinsics.bytecode;

import static org.cryptointrinsics.bytecode.ClassFileReader.DOUBLE;
import static org.cryptointrinsics.bytecode.ClassFileReader.DYNAMIC;
import static org.cryptointrinsics.bytecode.ClassFileReader.FLOAT;
import static org.cryptointrinsics.bytecode.ClassFileReader.INTEGER;
import static org.cryptointrinsics.bytecode.ClassFileReader.INVOKE_DYNAMIC;
import static org.cryptointrinsics.bytecode.ClassFileReader.LONG;
import static org.cryptointrinsics.bytecode.ClassFileReader.METHOD_HANDLE;
import static org.cryptointrinsics.bytecode.ClassFileReader.UTF8;

import java.lang.classfile.Opcode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Tells what methods of a class do, whatever the numbers of constants, wherever lines are, and whichever of several instructions does the same: instructions (JVMS 6.5) one after
 * another, with what they refer to, and jumps to the number of an instruction. Stack maps are left out: the verifier sees to it that these fit. Not thread-safe.
 */
final class MethodFingerprint {

    private static final int ICONST_M1 = 0x02;
    private static final int ICONST_5 = 0x08;
    private static final int LCONST_0 = 0x09;
    private static final int LCONST_1 = 0x0A;
    private static final int FCONST_0 = 0x0B;
    private static final int FCONST_2 = 0x0D;
    private static final int DCONST_0 = 0x0E;
    private static final int DCONST_1 = 0x0F;
    private static final int BIPUSH = 0x10;
    private static final int SIPUSH = 0x11;
    private static final int LDC = 0x12;
    private static final int LDC_W = 0x13;
    private static final int LDC2_W = 0x14;
    private static final int ILOAD = 0x15;
    private static final int ALOAD = 0x19;
    private static final int ILOAD_0 = 0x1A;
    private static final int ALOAD_3 = 0x2D;
    private static final int ISTORE = 0x36;
    private static final int ASTORE = 0x3A;
    private static final int ISTORE_0 = 0x3B;
    private static final int ASTORE_3 = 0x4E;
    private static final int IINC = 0x84;
    private static final int IFEQ = 0x99;
    private static final int JSR = 0xA8;
    private static final int RET = 0xA9;
    private static final int TABLESWITCH = 0xAA;
    private static final int LOOKUPSWITCH = 0xAB;
    private static final int GETSTATIC = 0xB2;
    private static final int NEW = 0xBB;
    private static final int NEWARRAY = 0xBC;
    private static final int ANEWARRAY = 0xBD;
    private static final int CHECKCAST = 0xC0;
    private static final int INSTANCEOF = 0xC1;
    private static final int WIDE = 0xC4;
    private static final int MULTIANEWARRAY = 0xC5;
    private static final int IFNULL = 0xC6;
    private static final int IFNONNULL = 0xC7;
    private static final int GOTO_W = 0xC8;
    private static final int JSR_W = 0xC9;
    /** From JSR_W to JSR, and from GOTO_W to GOTO. */
    private static final int WIDE_JUMP = JSR_W - JSR;

    /** How many forms there are with the local variable in the instruction. */
    private static final int FORMS = 4;
    private static final int HANDLER_BYTES = 8;

    // JVMS 4.4: tags of constants that are made of two others are those between.
    private static final int FIELD = 9;
    private static final int NAME_AND_TYPE = 12;

    /** How long instructions are, by their bytes; 0 for those of several lengths. */
    private static final byte[] LENGTHS = new byte[256];

    static {
        for (Opcode opcode : Opcode.values()) {
            if (opcode.bytecode() < LENGTHS.length && opcode.sizeIfFixed() > 0) {
                LENGTHS[opcode.bytecode()] = (byte) opcode.sizeIfFixed();
            }
        }
    }

    private final ClassFileReader reader;
    private byte[] told = new byte[1024];
    private int length;

    MethodFingerprint(ClassFileReader reader) {
        this.reader = reader;
    }

    /** The fingerprint of a method of the class. */
    Fingerprint of(ClassFileReader.Method method) {
        length = 0;
        tellMethod(method);
        return Fingerprint.of(told, length);
    }

    /** The digest of a method of the class. */
    MethodDigest digest(ClassFileReader.Method method) {
        length = 0;
        tellString(method.name().className());
        tellString(method.name().name());
        tellString(method.name().descriptor());
        tellMethod(method);
        return MethodDigest.of(told, length);
    }

    private void tellMethod(ClassFileReader.Method method) {
        tell(method.modifiers());
        if (method.code() != 0) {
            tellCode(method.code());
        }
    }

    private void tellCode(int contents) {
        int code = contents + 2 * Short.BYTES + Integer.BYTES;
        int codeLength = reader.fourBytes(code - Integer.BYTES);
        // By where instructions begin, and that after the last.
        int[] numbers = new int[codeLength + 1];
        int count = 0;
        for (int at = 0; at < codeLength; at += length(code, at)) {
            numbers[at] = count++;
        }
        numbers[codeLength] = count;
        tell(count);
        for (int at = 0; at < codeLength; at += length(code, at)) {
            tell(code, at, numbers);
        }
        int handlers = reader.twoBytes(code + codeLength);
        int handler = code + codeLength + Short.BYTES;
        tell(handlers);
        for (int i = 0; i < handlers; i++, handler += HANDLER_BYTES) {
            tell(numbers[reader.twoBytes(handler)]);
            tell(numbers[reader.twoBytes(handler + Short.BYTES)]);
            tell(numbers[reader.twoBytes(handler + 2 * Short.BYTES)]);
            int type = reader.twoBytes(handler + 3 * Short.BYTES);
            if (type == 0) {
                tell((byte) 0);
            } else {
                tellConstant(type);
            }
        }
    }

    private int length(int code, int at) {
        int opcode = reader.oneByte(code + at);
        int operands = code + operands(at);
        return switch (opcode) {
            case TABLESWITCH -> operands + (3 + reader.fourBytes(operands + 8) - reader.fourBytes(operands + 4) + 1) * Integer.BYTES - code - at;
            case LOOKUPSWITCH -> operands + (2 + 2 * reader.fourBytes(operands + 4)) * Integer.BYTES - code - at;
            case WIDE -> reader.oneByte(code + at + 1) == IINC ? 6 : 4;
            default -> {
                if (LENGTHS[opcode] == 0) {
                    throw new IllegalStateException("no instruction: " + opcode);
                }
                yield LENGTHS[opcode];
            }
        };
    }

    /** Where those of a switch begin: at a multiple of four. */
    private static int operands(int at) {
        return (at + Integer.BYTES) / Integer.BYTES * Integer.BYTES;
    }

    private void tell(int code, int at, int[] numbers) {
        int from = code + at;
        int opcode = reader.oneByte(from);
        if (opcode >= ICONST_M1 && opcode <= LDC2_W) {
            tellValue(from, opcode);
        } else if (opcode >= ILOAD && opcode <= ALOAD || opcode >= ISTORE && opcode <= ASTORE || opcode == RET) {
            tellLocal(opcode, reader.oneByte(from + 1));
        } else if (opcode >= ILOAD_0 && opcode <= ALOAD_3) {
            tellLocal(ILOAD + (opcode - ILOAD_0) / FORMS, (opcode - ILOAD_0) % FORMS);
        } else if (opcode >= ISTORE_0 && opcode <= ASTORE_3) {
            tellLocal(ISTORE + (opcode - ISTORE_0) / FORMS, (opcode - ISTORE_0) % FORMS);
        } else if (opcode >= IFEQ && opcode <= JSR || opcode == IFNULL || opcode == IFNONNULL) {
            tell((byte) opcode);
            tell(numbers[at + (short) reader.twoBytes(from + 1)]);
        } else if (opcode >= GETSTATIC && opcode <= NEW || opcode >= ANEWARRAY && opcode <= INSTANCEOF) {
            tell((byte) opcode);
            if (opcode <= NEW || opcode == ANEWARRAY || opcode == CHECKCAST || opcode == INSTANCEOF) {
                tellConstant(reader.twoBytes(from + 1));
            }
        } else {
            tellOther(code, at, opcode, numbers);
        }
    }

    private void tellOther(int code, int at, int opcode, int[] numbers) {
        int from = code + at;
        switch (opcode) {
            case IINC -> {
                tellLocal(opcode, reader.oneByte(from + 1));
                tell((int) reader.file()[from + 2]);
            }
            case WIDE -> {
                int wide = reader.oneByte(from + 1);
                tellLocal(wide, reader.twoBytes(from + 2));
                if (wide == IINC) {
                    tell((int) (short) reader.twoBytes(from + 4));
                }
            }
            case GOTO_W, JSR_W -> {
                tell((byte) (opcode - WIDE_JUMP));
                tell(numbers[at + reader.fourBytes(from + 1)]);
            }
            case NEWARRAY -> {
                tell((byte) opcode);
                tell((byte) reader.oneByte(from + 1));
            }
            case MULTIANEWARRAY -> {
                tell((byte) opcode);
                tellConstant(reader.twoBytes(from + 1));
                tell((byte) reader.oneByte(from + 1 + Short.BYTES));
            }
            case TABLESWITCH -> {
                int operands = code + operands(at);
                tellDefault(at, operands, numbers);
                int least = reader.fourBytes(operands + Integer.BYTES);
                int most = reader.fourBytes(operands + 2 * Integer.BYTES);
                int count = most - least + 1;
                tell(count);
                for (int i = 0; i < count; i++) {
                    tell(least + i);
                    tell(numbers[at + reader.fourBytes(operands + (3 + i) * Integer.BYTES)]);
                }
            }
            case LOOKUPSWITCH -> {
                int operands = code + operands(at);
                tellDefault(at, operands, numbers);
                int count = reader.fourBytes(operands + Integer.BYTES);
                tell(count);
                for (int i = 1; i <= count; i++) {
                    tell(reader.fourBytes(operands + 2 * i * Integer.BYTES));
                    tell(numbers[at + reader.fourBytes(operands + (2 * i + 1) * Integer.BYTES)]);
                }
            }
            default -> tell((byte) opcode);
        }
    }

    private void tellDefault(int at, int operands, int[] numbers) {
        tell((byte) TABLESWITCH);
        tell(numbers[at + reader.fourBytes(operands)]);
    }

    private void tellLocal(int opcode, int local) {
        tell((byte) opcode);
        tell(local);
    }

    private void tellValue(int from, int opcode) {
        switch (opcode) {
            case BIPUSH -> tellNumber(INTEGER, reader.file()[from + 1]);
            case SIPUSH -> tellNumber(INTEGER, (short) reader.twoBytes(from + 1));
            case LDC -> tellConstant(reader.oneByte(from + 1));
            case LDC_W, LDC2_W -> tellConstant(reader.twoBytes(from + 1));
            case LCONST_0, LCONST_1 -> tellNumber(LONG, opcode - LCONST_0);
            case DCONST_0, DCONST_1 -> tellNumber(DOUBLE, Double.doubleToRawLongBits(opcode - DCONST_0));
            default -> {
                if (opcode >= FCONST_0 && opcode <= FCONST_2) {
                    tellNumber(FLOAT, Float.floatToRawIntBits(opcode - FCONST_0));
                } else {
                    assert opcode <= ICONST_5;
                    tellNumber(INTEGER, opcode - ICONST_M1 - 1);
                }
            }
        }
    }

    private void tellNumber(int tag, long value) {
        tell((byte) tag);
        if (tag == LONG || tag == DOUBLE) {
            tell((int) (value >>> Integer.SIZE));
        }
        tell((int) value);
    }

    /** With what it refers to. */
    private void tellConstant(int number) {
        int at = reader.constant(number);
        int tag = reader.oneByte(at);
        switch (tag) {
            case INTEGER, FLOAT -> tellNumber(tag, reader.fourBytes(at + 1));
            case LONG, DOUBLE -> tellNumber(tag, (long) reader.fourBytes(at + 1) << Integer.SIZE | reader.fourBytes(at + 1 + Integer.BYTES) & 0xFFFFFFFFL);
            case UTF8 -> tellBytes(at + 1, Short.BYTES + reader.twoBytes(at + 1));
            case METHOD_HANDLE -> {
                tell((byte) tag);
                tell((byte) reader.oneByte(at + 1));
                tellConstant(reader.twoBytes(at + 2));
            }
            case DYNAMIC, INVOKE_DYNAMIC -> {
                tell((byte) tag);
                tellBootstrap(reader.twoBytes(at + 1));
                tellConstant(reader.twoBytes(at + 1 + Short.BYTES));
            }
            default -> {
                tell((byte) tag);
                tellConstant(reader.twoBytes(at + 1));
                if (tag >= FIELD && tag <= NAME_AND_TYPE) {
                    tellConstant(reader.twoBytes(at + 1 + Short.BYTES));
                }
            }
        }
    }

    /** A bootstrap method (JVMS 4.7.23) and its arguments. */
    private void tellBootstrap(int number) {
        int at = reader.findAttribute("BootstrapMethods") + Short.BYTES;
        for (int i = 0; i < number; i++) {
            at += (2 + reader.twoBytes(at + Short.BYTES)) * Short.BYTES;
        }
        tellConstant(reader.twoBytes(at));
        int arguments = reader.twoBytes(at + Short.BYTES);
        tell(arguments);
        for (int i = 0; i < arguments; i++) {
            tellConstant(reader.twoBytes(at + (2 + i) * Short.BYTES));
        }
    }

    private void tellString(String string) {
        byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
        tell(bytes.length);
        reserve(bytes.length);
        System.arraycopy(bytes, 0, told, length, bytes.length);
        length += bytes.length;
    }

    private void tellBytes(int from, int count) {
        reserve(count);
        System.arraycopy(reader.file(), from, told, length, count);
        length += count;
    }

    private void tell(byte value) {
        reserve(Byte.BYTES);
        told[length++] = value;
    }

    private void tell(int value) {
        reserve(Integer.BYTES);
        told[length++] = (byte) (value >> 24);
        told[length++] = (byte) (value >> 16);
        told[length++] = (byte) (value >> 8);
        told[length++] = (byte) value;
    }

    private void reserve(int more) {
        if (length + more > told.length) {
            told = Arrays.copyOf(told, Math.max(told.length * 2, length + more));
        }
    }
}
