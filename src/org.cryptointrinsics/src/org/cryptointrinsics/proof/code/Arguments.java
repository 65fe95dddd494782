package org.cryptointrinsics.proof.code;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.Variables;
import org.cryptointrinsics.proof.code.AddressSpace.Placed;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.Unsafe;

/** The arguments of a method, and the memory that they are addresses of: any addresses, and any memory apart from other. */
final class Arguments {

    /** All scopes that there are: none, and those whose state is negative or not. */
    enum Scope {
        NONE,
        OPEN,
        CLOSED;

        static final List<Scope> OPEN_ONES = List.of(NONE, OPEN);
    }

    private static final long STATE_OF_SCOPE = Unsafe.getUnsafe().objectFieldOffset(MemorySessionImpl.class, KernelMethod.STATE_OF_SCOPE);

    private final Variables variables;
    private final List<Bits> values = new ArrayList<>();
    private final List<Placed> placed = new ArrayList<>();

    Arguments(Variables variables) {
        this.variables = variables;
    }

    /** In order, each as it is in a register. */
    List<Bits> values() {
        return values;
    }

    List<Placed> placed() {
        return placed;
    }

    /** Any address, such as that of the object whose method it is. */
    Bits address() {
        Bits address = variables.publicInput(Long.SIZE);
        values.add(address);
        return address;
    }

    /** A number; what is above it in the register may be anything. */
    void number(Bits number) {
        values.add(Bits.concatenate(List.of(number, variables.publicInput(Long.SIZE - number.width()))));
    }

    void number(long number, int width) {
        number(Bits.of(number, width));
    }

    /** An array with elements. */
    Region array(String name, Bits elements, boolean isWritable) {
        Region region = new Region(name, elements, isWritable);
        place(variables.add(address(), offset(0)), region);
        return region;
    }

    /** An array of bytes, whose length may be read. */
    void arrayWithLength(String name, Bits elements) {
        Bits length = Bits.of(elements.width() / Byte.SIZE, Integer.SIZE);
        place(variables.add(address(), offset(-Integer.BYTES)), new Region(name, Bits.concatenate(List.of(length, elements)), false));
    }

    /** The same array again. */
    void sameArray(int argument) {
        values.add(values.get(argument));
    }

    /** No object, and address 0. */
    Region noMemory() {
        values.add(Bits.of(0, Long.SIZE));
        values.add(Bits.of(0, Long.SIZE));
        return null;
    }

    /** The scopes of two pieces of memory, neither closed; after some numbers, each was with each. */
    void openScopes(int number) {
        scope(Scope.OPEN_ONES.get(number % Scope.OPEN_ONES.size()));
        scope(Scope.OPEN_ONES.get(number / Scope.OPEN_ONES.size() % Scope.OPEN_ONES.size()));
    }

    /** The scope of memory. */
    void scope(Scope scope) {
        if (scope == Scope.NONE) {
            values.add(Bits.of(0, Long.SIZE));
        } else {
            Bits address = address();
            variables.assumeNotZero(address);
            Bits state = Bits.concatenate(List.of(variables.publicInput(Integer.SIZE - 1), Bits.of(scope == Scope.CLOSED ? 1 : 0, 1)));
            place(variables.add(address, Bits.of(STATE_OF_SCOPE, Long.SIZE)), new Region("the scope", state, false));
        }
    }

    /** What an object and an offset in it tell, as those of {@link Unsafe}. */
    Region memory(String name, Bits content, boolean isWritable) {
        Region region = new Region(name, content, isWritable);
        Bits start = variables.add(address(), address());
        variables.assumeNotZero(start);
        place(start, region);
        return region;
    }

    private void place(Bits start, Region region) {
        for (Placed other : placed) {
            if (region.size() != 0 && other.region().size() != 0) {
                variables.assumeNotZero(variables.subtract(start, other.start()));
                variables.assumeNotZero(variables.subtract(other.start(), start));
            }
        }
        placed.add(new Placed(start, region));
    }

    private static Bits offset(int behindFirst) {
        return Bits.of(Unsafe.ARRAY_BYTE_BASE_OFFSET + behindFirst, Long.SIZE);
    }
}
