package org.cryptointrinsics.test.instruction;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import org.cryptointrinsics.test.Pages;

/**
 * Executes instructions on this CPU, with any values in the general registers. Around them, there is code that loads these and stores them afterwards. It is written in bytes
 * here, so that what is to be tested is not tested by itself.
 */
@SuppressWarnings("restricted")
final class NativeCode {

    /** Of general registers. */
    static final int REGISTERS = 16;
    static final int RSP = 4;

    private static final int RAX = 0;
    private static final int RCX = 1;
    private static final int RDI = 7;
    private static final int MOV_LOAD = 0x8B;
    private static final int MOV_STORE = 0x89;
    private static final int PUSHFQ = 0x9C;
    private static final int RET = 0xC3;
    private static final int[] CALLEE_SAVED = {3, 5, 12, 13, 14, 15};
    private static final int FLAGS = REGISTERS * Long.BYTES;

    // What is kept in the page of the code, behind it.
    private static final int STATE_SLOT = Pages.SIZE - Long.BYTES;
    private static final int STACK_SLOT = STATE_SLOT - Long.BYTES;
    private static final int RAX_SLOT = STACK_SLOT - Long.BYTES;

    private final MemorySegment page;
    private final MemorySegment state;
    private final MethodHandle function;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    NativeCode(Arena arena) {
        page = Pages.executable(Pages.SIZE, arena);
        state = arena.allocate(FLAGS + Long.BYTES, Long.BYTES);
        function = Linker.nativeLinker().downcallHandle(page, FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
    }

    private void emit(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
    }

    private void emitInt(int value) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
    }

    /** MOV between a register and {@code [base + displacement]}; the base is one of the first eight registers, and not RSP. */
    private void move(int opcode, int register, int base, int displacement) {
        emit(0x48 | register >> 3 << 2, opcode, 0x80 | (register & 7) << 3 | base);
        emitInt(displacement);
    }

    /** MOV between a register and what is at an offset of the page. */
    private void moveSlot(int opcode, int register, int offset) {
        emit(0x48 | register >> 3 << 2, opcode, (register & 7) << 3 | 5);
        emitInt(offset - bytes.size() - Integer.BYTES);
    }

    private void push(int opcode, int register) {
        if (register > 7) {
            emit(0x41);
        }
        emit(opcode | register & 7);
    }

    private void begin() {
        bytes.reset();
        for (int register : CALLEE_SAVED) {
            push(0x50, register);
        }
        moveSlot(MOV_STORE, RDI, STATE_SLOT);
        moveSlot(MOV_STORE, RSP, STACK_SLOT);
        for (int i = 0; i < REGISTERS; i++) {
            if (i != RDI) {
                move(MOV_LOAD, i, RDI, i * Long.BYTES);
            }
        }
        move(MOV_LOAD, RDI, RDI, RDI * Long.BYTES);
    }

    private void end() {
        moveSlot(MOV_STORE, RAX, RAX_SLOT);
        moveSlot(MOV_LOAD, RAX, STATE_SLOT);
        for (int i = 1; i < REGISTERS; i++) {
            move(MOV_STORE, i, RAX, i * Long.BYTES);
        }
        moveSlot(MOV_LOAD, RSP, STACK_SLOT);
        emit(PUSHFQ, 0x58 | RCX);
        move(MOV_STORE, RCX, RAX, FLAGS);
        moveSlot(MOV_LOAD, RCX, RAX_SLOT);
        move(MOV_STORE, RCX, RAX, RAX * Long.BYTES);
        for (int i = CALLEE_SAVED.length - 1; i >= 0; i--) {
            push(0x58, CALLEE_SAVED[i]);
        }
        emit(RET);
    }

    /** Where instructions will be. */
    long address() {
        begin();
        return page.address() + bytes.size();
    }

    /**
     * Executes instructions, which end where they are at their end.
     *
     * @param registers replaced by what is in them afterwards
     * @return RFLAGS
     */
    long execute(byte[] instructions, long[] registers) {
        begin();
        bytes.writeBytes(instructions);
        end();
        if (bytes.size() > RAX_SLOT) {
            throw new IllegalArgumentException(instructions.length + " bytes are too many");
        }
        MemorySegment.copy(bytes.toByteArray(), 0, page, ValueLayout.JAVA_BYTE, 0, bytes.size());
        MemorySegment.copy(registers, 0, state, ValueLayout.JAVA_LONG, 0, REGISTERS);
        try {
            function.invokeExact(state);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        MemorySegment.copy(state, ValueLayout.JAVA_LONG, 0, registers, 0, REGISTERS);
        return state.get(ValueLayout.JAVA_LONG, FLAGS);
    }
}
