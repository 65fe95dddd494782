package org.cryptointrinsics.precompiler;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoder;

import jdk.graal.compiler.code.CompilationResult;
import jdk.graal.compiler.code.DataSection;
import jdk.vm.ci.code.site.DataPatch;
import jdk.vm.ci.code.site.DataSectionReference;

/**
 * Machine code that may be anywhere, with its constants before it.
 *
 * @param bytes constants, and then code
 * @param entry where in them the code begins
 * @param alignment of the first byte
 * @param stackBytes how much of the stack it takes
 */
record MachineCode(byte[] bytes, int entry, int alignment, int stackBytes) {

    /** That of code. */
    static final int LEAST_ALIGNMENT = 32;
    private static final int[] IMMEDIATE_BYTES = {0, 1, 4};

    /** Takes what Graal has made, if that refers to nothing but its constants. */
    static MachineCode of(CompilationResult result) {
        if (!result.getInfopoints().isEmpty()) {
            throw new IllegalArgumentException(result.getName() + " calls something: " + result.getInfopoints());
        }
        DataSection constants = result.getDataSection();
        int alignment = Math.max(LEAST_ALIGNMENT, constants.getSectionAlignment());
        int entry = roundUp(constants.getSectionSize(), alignment);
        byte[] bytes = new byte[entry + result.getTargetCodeSize()];
        constants.buildDataSection(ByteBuffer.wrap(bytes, 0, entry).order(ByteOrder.nativeOrder()), (position, constant) -> {
            throw new IllegalArgumentException(result.getName() + " refers to " + constant);
        });
        System.arraycopy(result.getTargetCode(), 0, bytes, entry, result.getTargetCodeSize());
        for (DataPatch patch : result.getDataPatches()) {
            if (!(patch.reference instanceof DataSectionReference constant)) {
                throw new IllegalArgumentException(result.getName() + " refers to " + patch.reference);
            }
            link(bytes, entry + patch.pcOffset, constant.getOffset());
        }
        return new MachineCode(bytes, entry, alignment, result.getTotalFrameSize());
    }

    private static int roundUp(int size, int alignment) {
        return (size + alignment - 1) / alignment * alignment;
    }

    /** Has the instruction there refer to a constant. Its displacement is before its immediate operand, if it has one. */
    private static void link(byte[] bytes, int at, int constant) {
        Decoded before = decode(bytes, at);
        int displacement = constant - (at + before.length());
        for (int immediateBytes : IMMEDIATE_BYTES) {
            byte[] linked = bytes.clone();
            ByteBuffer.wrap(linked).order(ByteOrder.LITTLE_ENDIAN).putInt(at + before.length() - immediateBytes - Integer.BYTES, displacement);
            Decoded after = decode(linked, at);
            if (after.equals(before.withRipDisplacement(displacement))) {
                System.arraycopy(linked, at, bytes, at, before.length());
                return;
            }
        }
        throw new IllegalArgumentException("it refers to no constant: " + before);
    }

    private static Decoded decode(byte[] bytes, int at) {
        return Decoder.decode(Arrays.copyOfRange(bytes, at, at + Decoder.MOST_BYTES));
    }
}
