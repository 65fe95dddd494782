package org.cryptointrinsics.proof.code;

import java.util.Collections;
import java.util.List;

import org.cryptointrinsics.instruction.Decoded;
import org.cryptointrinsics.instruction.Decoded.Memory;
import org.cryptointrinsics.instruction.Decoded.Operand;
import org.cryptointrinsics.instruction.Decoded.Register;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.Region.Location;
import org.cryptointrinsics.proof.Variables;

/** General registers and memory. No address may depend on what is secret. */
final class Operands {

    static final int REGISTERS = 16;
    static final int RCX = 1;
    static final int RSP = 4;
    private static final int MOST_STACK_BANG = 1 << 20;

    private final Variables variables;
    private final Code code;
    private final AddressSpace memory;
    private final Region frame;
    private final Bits[] general;
    private long next;

    /**
     * @param code has constants
     * @param frame where code may write what lies above the stack pointer
     * @param registers what there is at first
     */
    Operands(Variables variables, Code code, AddressSpace memory, Region frame, Bits[] registers) {
        this.variables = variables;
        this.code = code;
        this.memory = memory;
        this.frame = frame;
        general = registers.clone();
    }

    /** Tells the address of the instruction that comes next. */
    void next(long address) {
        next = address;
    }

    /** What is in all registers. */
    List<Bits> registers() {
        return List.of(general);
    }

    Bits get(int register) {
        return general[register];
    }

    void set(int register, Bits value) {
        general[register] = value;
    }

    Bits read(int register, int size) {
        return general[register].part(0, size * Byte.SIZE);
    }

    Bits read(Operand operand, int size) {
        return switch (operand) {
            case Register(int number) -> read(number, size);
            case Memory address -> load(address, size);
        };
    }

    /** What is wider is cleared, unless the value has 8 or 16 bits. */
    void write(int register, Bits value) {
        int width = value.width();
        general[register] = width >= Integer.SIZE ? value.extend(Long.SIZE) : Bits.concatenate(List.of(value, general[register].part(width, Long.SIZE - width)));
    }

    void write(Operand operand, Bits value) {
        switch (operand) {
            case Register(int number) -> write(number, value);
            case Memory address -> store(address, value);
        }
    }

    private Bits base(Memory address) {
        if (address.base() == Decoded.RIP) {
            return Bits.of(next, Long.SIZE);
        }
        Bits base = address.base() == Decoded.NONE ? Bits.of(0, Long.SIZE) : general[address.base()];
        return address.index() == Decoded.NONE ? base : variables.add(base, shiftLeft(general[address.index()], Integer.numberOfTrailingZeros(address.scale())));
    }

    Bits address(Memory address) {
        return variables.add(base(address), Bits.of(address.displacement(), Long.SIZE));
    }

    private static String told(Memory address) {
        return "[" + (address.base() == Decoded.NONE ? "" : address.base() == Decoded.RIP ? "rip" : "r" + address.base()) + (address.index() == Decoded.NONE ? "" : " + r" +
                        address.index() + " * " + address.scale()) + " + " + address.displacement() + "]";
    }

    Bits load(Memory address, int bytes) {
        Bits base = base(address);
        Location location = memory.find(base, address.displacement(), bytes);
        if (location != null) {
            assertAboveStackPointer(location);
            return location.region().load(location.offset(), bytes);
        }
        if (base.isConstant()) {
            return code.constant(Flags.number(base) + address.displacement(), bytes);
        }
        throw new ProofException("reads " + bytes + " bytes at " + told(address) + ", which " + (variables.isPublic(base) ? "are none that it may read" : "depends on data"));
    }

    void store(Memory address, Bits value) {
        Bits base = base(address);
        int bytes = value.width() / Byte.SIZE;
        Location location = memory.find(base, address.displacement(), bytes);
        if (location == null) {
            throw new ProofException("writes " + bytes + " bytes at " + told(address) + ", which " + (variables.isPublic(base) ? "are none that it may write" : "depends on data"));
        }
        assertAboveStackPointer(location);
        location.region().store(location.offset(), value);
    }

    private void assertAboveStackPointer(Location location) {
        if (location.region() == frame && location.offset() < topOfFrame()) {
            throw new ProofException("uses what is below the stack pointer");
        }
    }

    private int topOfFrame() {
        Location top = memory.find(general[RSP], 0, 0);
        if (top == null || top.region() != frame) {
            throw new ProofException("has no stack pointer");
        }
        return top.offset();
    }

    /** Asserts that a store of HotSpot's, which only touches the stack, tells nothing. */
    void assertTouchesStack(Memory address, Bits value) {
        topOfFrame();
        if (!variables.isPublic(value) || address.displacement() < -MOST_STACK_BANG) {
            throw new ProofException("writes below the stack pointer");
        }
    }

    /** Asserts that an address, which is not accessed, does not depend on data. */
    void assertPublic(Memory address) {
        if (!variables.isPublic(base(address))) {
            throw new ProofException("has an address that depends on data");
        }
    }

    void assertAligned(Memory address, int bytes) {
        Bits low = address(address).part(0, Integer.numberOfTrailingZeros(bytes));
        if (!low.equals(Bits.of(0, low.width()))) {
            throw new ProofException("reads a vector that is not aligned");
        }
    }

    void push(Bits value) {
        general[RSP] = variables.subtract(general[RSP], Bits.of(Long.BYTES, Long.SIZE));
        store(new Memory(RSP, Decoded.NONE, 1, 0), value);
    }

    Bits pop() {
        Bits value = load(new Memory(RSP, Decoded.NONE, 1, 0), Long.BYTES);
        general[RSP] = variables.add(general[RSP], Bits.of(Long.BYTES, Long.SIZE));
        return value;
    }

    static Bits signExtend(Bits a, int width) {
        Bits sign = a.part(a.width() - 1, 1);
        return Bits.concatenate(List.of(a, Bits.concatenate(Collections.nCopies(width - a.width(), sign))));
    }

    static Bits shiftLeft(Bits a, int count) {
        return Bits.concatenate(List.of(Bits.of(0, count), a.part(0, a.width() - count)));
    }
}
