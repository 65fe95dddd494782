package org.cryptointrinsics.agent;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.cryptointrinsics.agent.EntryCalls.Call;

/**
 * Puts calls at the beginning of methods of a class file (JVMS 4): constants are added behind those that are there, and what comes before a method's own code moves all of that by
 * the same distance. The class file API would load some hundred classes for it, in the thread of the application that loads the first class of cryptography.
 */
final class ClassFileEditor {

    // JVMS 4.4: tags of constants.
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;

    // JVMS 6.5.
    private static final int NOP = 0x00;
    private static final int ILOAD = 0x15;
    private static final int ILOAD_0 = 0x1A;
    private static final int POP = 0x57;
    private static final int DUP = 0x59;
    private static final int IFEQ = 0x99;
    private static final int IFLT = 0x9B;
    private static final int IRETURN = 0xAC;
    private static final int ARETURN = 0xB0;
    private static final int RETURN = 0xB1;
    private static final int INVOKESTATIC = 0xB8;
    private static final int CHECKCAST = 0xC0;
    private static final int IFNULL = 0xC6;
    /** How many forms there are of an instruction with the local variable in it. */
    private static final int FORMS = 4;
    /** The beginning has a multiple of so many bytes: operands of switches are aligned by their place in the method. */
    private static final int ALIGNMENT = 4;

    // JVMS 4.7.4: frames of stack maps, and types in them.
    private static final int SAME_LOCALS_1 = 64;
    private static final int NO_FRAMES = 128;
    private static final int SAME_LOCALS_1_EXTENDED = 247;
    private static final int SAME_EXTENDED = 251;
    private static final int FULL = 255;
    private static final int INTEGER_TYPE = 1;
    private static final int OBJECT_TYPE = 7;
    private static final int UNINITIALIZED_TYPE = 8;

    private static final String CODE = "Code";
    private static final String STACK_MAP = "StackMapTable";
    private static final String LINES = "LineNumberTable";
    private static final int HANDLER_BYTES = 8;
    private static final int LINE_BYTES = 4;
    private static final int VARIABLE_BYTES = 10;
    /** Constants, and bytes of code. */
    private static final int MOST = 0xFFFF;

    private final ClassFileInput in;
    private final ClassFileOutput added = new ClassFileOutput(1024);
    private int constantCount;
    private int calledClass;
    private int stackMapName;

    ClassFileEditor(byte[] file) {
        in = new ClassFileInput(file);
        constantCount = in.constantCount;
    }

    /** The class file with these calls, those left out whose methods it does not have. */
    byte[] withCalls(List<Call> calls) {
        ClassFileOutput out = new ClassFileOutput(in.file.length + in.file.length / 4);
        int methods = in.membersEnd(in.constantsEnd + (3 + 1 + in.twoBytes(in.constantsEnd + 3 * Short.BYTES)) * Short.BYTES);
        out.write(in.file, in.constantsEnd, methods + Short.BYTES - in.constantsEnd);
        int at = methods + Short.BYTES;
        for (int count = in.twoBytes(methods); count > 0; count--) {
            int end = in.attributesEnd(at + 3 * Short.BYTES);
            Call call = find(calls, at);
            if (call == null) {
                out.write(in.file, at, end - at);
            } else {
                writeMethod(out, at, call);
            }
            at = end;
        }
        out.write(in.file, at, in.file.length - at);
        return withConstants(out);
    }

    private byte[] withConstants(ClassFileOutput rest) {
        ClassFileOutput all = new ClassFileOutput(in.constantsEnd + added.size() + rest.size());
        all.write(in.file, 0, ClassFileInput.CONSTANTS - Short.BYTES);
        all.writeTwo(constantCount);
        all.write(in.file, ClassFileInput.CONSTANTS, in.constantsEnd - ClassFileInput.CONSTANTS);
        all.write(added);
        all.write(rest);
        return all.toByteArray();
    }

    private Call find(List<Call> calls, int method) {
        String name = in.string(in.twoBytes(method + Short.BYTES));
        for (Call call : calls) {
            if (call.method.equals(name) && call.descriptor.equals(in.string(in.twoBytes(method + 2 * Short.BYTES)))) {
                return call;
            }
        }
        return null;
    }

    private void writeMethod(ClassFileOutput out, int method, Call call) {
        int attributes = method + 3 * Short.BYTES;
        int at = attributes + Short.BYTES;
        out.write(in.file, method, at - method);
        for (int count = in.twoBytes(attributes); count > 0; count--) {
            int end = at + Short.BYTES + Integer.BYTES + in.fourBytes(at + Short.BYTES);
            if (in.string(in.twoBytes(at)).equals(CODE)) {
                ClassFileOutput code = new ClassFileOutput(end - at + 64);
                writeCode(code, at + Short.BYTES + Integer.BYTES, call);
                out.writeAttribute(in.twoBytes(at), code);
            } else {
                out.write(in.file, at, end - at);
            }
            at = end;
        }
    }

    private void writeCode(ClassFileOutput out, int from, Call call) {
        int length = in.fourBytes(from + 2 * Short.BYTES);
        int code = from + 2 * Short.BYTES + Integer.BYTES;
        ClassFileOutput beginning = new ClassFileOutput(64);
        int stack = writeBeginning(beginning, call);
        int distance = beginning.size();
        if (length + distance > MOST) {
            throw new IllegalArgumentException(call.method + " is too long");
        }
        out.writeTwo(Math.max(stack, in.twoBytes(from)));
        out.write(in.file, from + Short.BYTES, Short.BYTES);
        out.writeFour(length + distance);
        out.write(beginning);
        out.write(in.file, code, length);
        int at = code + length;
        int handlers = in.twoBytes(at);
        out.writeTwo(handlers);
        at += Short.BYTES;
        for (int i = 0; i < handlers; i++, at += HANDLER_BYTES) {
            for (int j = 0; j < 3; j++) {
                out.writeTwo(in.twoBytes(at + j * Short.BYTES) + distance);
            }
            out.write(in.file, at + 3 * Short.BYTES, Short.BYTES);
        }
        writeCodeAttributes(out, at, call, distance);
    }

    /** Of other attributes, which tell of types that nobody can ask for, there are none. */
    private void writeCodeAttributes(ClassFileOutput out, int attributes, Call call, int distance) {
        ClassFileOutput written = new ClassFileOutput(256);
        int number = 0;
        boolean hasStackMap = false;
        int at = attributes + Short.BYTES;
        for (int count = in.twoBytes(attributes); count > 0; count--) {
            String name = in.string(in.twoBytes(at));
            int contents = at + Short.BYTES + Integer.BYTES;
            int bytes = in.fourBytes(at + Short.BYTES);
            ClassFileOutput attribute = new ClassFileOutput(bytes + 16);
            if (name.equals(STACK_MAP)) {
                hasStackMap = true;
                writeStackMap(attribute, contents, call, distance);
            } else if (name.equals(LINES)) {
                writeLines(attribute, contents, distance);
            } else if (name.equals("LocalVariableTable") || name.equals("LocalVariableTypeTable")) {
                writeVariables(attribute, contents, distance);
            }
            if (attribute.size() > 0) {
                number++;
                written.writeAttribute(in.twoBytes(at), attribute);
            }
            at = contents + bytes;
        }
        if (!hasStackMap) {
            number++;
            ClassFileOutput attribute = new ClassFileOutput(16);
            writeStackMap(attribute, -1, call, distance);
            if (stackMapName == 0) {
                stackMapName = addString(STACK_MAP);
            }
            written.writeAttribute(stackMapName, attribute);
        }
        out.writeTwo(number);
        out.write(written);
    }

    /**
     * Calls the substitution, and returns if it has done the work. The last instruction is jumped to and has one byte: so the distance from there to
     * the next frame is the one that the frame had from the beginning.
     *
     * @return how much of the stack it needs
     */
    private int writeBeginning(ClassFileOutput out, Call call) {
        String descriptor = call.calledDescriptor;
        int slot = 0;
        for (int at = 1; descriptor.charAt(at) != ')'; at = typeEnd(descriptor, at)) {
            int kind = "ILFDA".indexOf(kind(descriptor.charAt(at)));
            if (slot < FORMS) {
                out.write(ILOAD_0 + FORMS * kind + slot);
            } else {
                out.write(ILOAD + kind);
                out.write(slot);
            }
            slot += slots(descriptor.charAt(at));
        }
        out.write(INVOKESTATIC);
        out.writeTwo(addMethod(call));
        char result = kind(result(call.descriptor).charAt(0));
        if ("VIA".indexOf(result) < 0) {
            throw new IllegalArgumentException(call.method + call.descriptor);
        }
        if (result == 'A' && !result(call.descriptor).equals(result(call.calledDescriptor))) {
            out.write(CHECKCAST);
            out.writeTwo(addClassOf(result(call.descriptor)));
        }
        boolean isVoid = result == 'V';
        if (!isVoid) {
            out.write(DUP);
        }
        int jump = out.size();
        int length = jump + 1 + Short.BYTES + 1 + 1;
        int padding = -length & ALIGNMENT - 1;
        out.write(isVoid ? IFEQ : result == 'I' ? IFLT : IFNULL);
        out.writeTwo(length + padding - 1 - jump);
        // Where they cost nothing when the substitution is off.
        for (int i = 0; i < padding; i++) {
            out.write(NOP);
        }
        out.write(isVoid ? RETURN : result == 'I' ? IRETURN : ARETURN);
        out.write(isVoid ? NOP : POP);
        return Math.max(slot, 2);
    }

    /**
     * @param from where the frames of the method are; −1 if it has none
     */
    private void writeStackMap(ClassFileOutput out, int from, Call call, int distance) {
        out.writeTwo(1 + (from < 0 ? 0 : in.twoBytes(from)));
        String result = result(call.descriptor);
        out.write(result.equals("V") ? SAME_EXTENDED : SAME_LOCALS_1_EXTENDED);
        out.writeTwo(distance - 1);
        if (kind(result.charAt(0)) == 'I') {
            out.write(INTEGER_TYPE);
        } else if (!result.equals("V")) {
            out.write(OBJECT_TYPE);
            out.writeTwo(addClassOf(result));
        }
        int at = from + Short.BYTES;
        for (int count = from < 0 ? 0 : in.twoBytes(from); count > 0; count--) {
            at = writeFrame(out, at, distance);
        }
    }

    private int writeFrame(ClassFileOutput out, int from, int distance) {
        int kind = in.oneByte(from);
        out.write(kind);
        int at = from + 1;
        if (kind >= NO_FRAMES) {
            out.write(in.file, at, Short.BYTES);
            at += Short.BYTES;
        }
        if (kind >= SAME_LOCALS_1 && kind < NO_FRAMES || kind == SAME_LOCALS_1_EXTENDED) {
            at = writeTypes(out, at, 1, distance);
        } else if (kind == FULL) {
            for (int i = 0; i < 2; i++) {
                int count = in.twoBytes(at);
                out.writeTwo(count);
                at = writeTypes(out, at + Short.BYTES, count, distance);
            }
        } else if (kind > SAME_EXTENDED) {
            at = writeTypes(out, at, kind - SAME_EXTENDED, distance);
        }
        return at;
    }

    private int writeTypes(ClassFileOutput out, int from, int count, int distance) {
        int at = from;
        for (int i = 0; i < count; i++) {
            int type = in.oneByte(at);
            out.write(type);
            at++;
            if (type == OBJECT_TYPE || type == UNINITIALIZED_TYPE) {
                // The latter has the place of an instruction.
                out.writeTwo(in.twoBytes(at) + (type == UNINITIALIZED_TYPE ? distance : 0));
                at += Short.BYTES;
            }
        }
        return at;
    }

    /** In stack traces, the call is in the first line of the method. */
    private void writeLines(ClassFileOutput out, int from, int distance) {
        int count = in.twoBytes(from);
        out.writeTwo(count);
        for (int i = 0, at = from + Short.BYTES; i < count; i++, at += LINE_BYTES) {
            int start = in.twoBytes(at);
            out.writeTwo(start == 0 ? 0 : start + distance);
            out.write(in.file, at + Short.BYTES, Short.BYTES);
        }
    }

    /** What a method takes is there from the beginning. */
    private void writeVariables(ClassFileOutput out, int from, int distance) {
        int count = in.twoBytes(from);
        out.writeTwo(count);
        for (int i = 0, at = from + Short.BYTES; i < count; i++, at += VARIABLE_BYTES) {
            int start = in.twoBytes(at);
            int length = in.twoBytes(at + Short.BYTES);
            out.writeTwo(start == 0 ? 0 : start + distance);
            out.writeTwo(start == 0 ? length + distance : length);
            out.write(in.file, at + 2 * Short.BYTES, VARIABLE_BYTES - 2 * Short.BYTES);
        }
    }

    private int addMethod(Call call) {
        if (calledClass == 0) {
            calledClass = addClass(EntryCalls.CALLED);
        }
        int name = addString(call.calledMethod);
        int descriptor = addString(call.calledDescriptor);
        return add(METHOD, calledClass, add(NAME_AND_TYPE, name, descriptor));
    }

    private static String result(String descriptor) {
        return descriptor.substring(descriptor.indexOf(')') + 1);
    }

    /** The class of a descriptor, for instructions and stack maps. */
    private int addClassOf(String type) {
        return addClass(type.charAt(0) == 'L' ? type.substring(1, type.length() - 1) : type);
    }

    private int addClass(String name) {
        return add(ClassFileInput.CLASS, addString(name));
    }

    private int addString(String string) {
        byte[] bytes = string.getBytes(StandardCharsets.ISO_8859_1);
        added.write(ClassFileInput.UTF8);
        added.writeTwo(bytes.length);
        added.write(bytes, 0, bytes.length);
        return nextConstant();
    }

    private int add(int tag, int... numbers) {
        added.write(tag);
        for (int number : numbers) {
            added.writeTwo(number);
        }
        return nextConstant();
    }

    private int nextConstant() {
        if (constantCount == MOST) {
            throw new IllegalArgumentException("too many constants");
        }
        return constantCount++;
    }

    /** As instructions name it: {@code I}, {@code L} for a long, {@code F}, {@code D}, {@code A}; {@code V}. */
    private static char kind(char type) {
        switch (type) {
            case 'Z':
            case 'B':
            case 'S':
            case 'C':
            case 'I':
                return 'I';
            case 'J':
                return 'L';
            case 'L':
            case '[':
                return 'A';
            default:
                return type;
        }
    }

    private static int slots(char type) {
        return type == 'J' || type == 'D' ? 2 : 1;
    }

    private static int typeEnd(String descriptor, int from) {
        int at = from;
        while (descriptor.charAt(at) == '[') {
            at++;
        }
        return descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
    }
}
