package org.cryptointrinsics.proof.code;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.Signature;
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
    private final Signature signature;
    private final boolean isMethod;
    /** Of a method, in the order in which it declares them. */
    private final List<Bits> inOrder = new ArrayList<>();
    /** Of a function, by what they are. */
    private final Map<Argument, Bits> byName = new EnumMap<>(Argument.class);
    private final Map<Argument, Bits> starts = new EnumMap<>(Argument.class);
    private final Map<Argument, Region> regions = new EnumMap<>(Argument.class);
    private final Map<Argument, List<Bits>> given = new EnumMap<>(Argument.class);
    private final List<Placed> placed = new ArrayList<>();

    /**
     * Those of a method come in the order in which it declares them, after the object whose method it is. Those that functions alone have may come anywhere.
     *
     * @param code a method, or a function of this signature
     */
    Arguments(Variables variables, Code code, Signature signature) {
        this.variables = variables;
        this.signature = signature;
        isMethod = code.convention().isMethod();
        if (isMethod) {
            inOrder.add(any());
        }
    }

    /** In order, each as it is in a register. */
    List<Bits> values() {
        return isMethod ? inOrder : signature.arguments().stream().map(argument -> byName.containsKey(argument) ? byName.get(argument) : any()).toList();
    }

    List<Placed> placed() {
        return placed;
    }

    private Bits any() {
        return variables.publicInput(Long.SIZE);
    }

    private void give(Argument argument, Bits... ofMethod) {
        given.put(argument, List.of(ofMethod));
        inOrder.addAll(List.of(ofMethod));
    }

    /** A number; what is above it in the register may be anything. */
    void number(Argument argument, Bits number) {
        Bits value = number.width() == Long.SIZE ? number : Bits.concatenate(List.of(number, variables.publicInput(Long.SIZE - number.width())));
        give(argument, value);
        byName.put(argument, value);
    }

    void number(Argument argument, int number) {
        number(argument, Bits.of(number, Integer.SIZE));
    }

    /** A number that a method has none for. */
    void numberOfFunction(Argument argument, int number) {
        byName.put(argument, Bits.concatenate(List.of(Bits.of(number, Integer.SIZE), variables.publicInput(Long.SIZE - Integer.SIZE))));
    }

    /** An array with elements, of which a function is given the address of the first. */
    Region array(Argument argument, Bits elements, boolean isWritable) {
        Bits address = any();
        Bits start = isMethod ? variables.add(address, offset(0)) : address;
        give(argument, address);
        return place(argument, start, new Region(argument.toString(), elements, isWritable));
    }

    /** An array of bytes, of which a method reads the length. */
    void bytes(Argument argument, Argument length, Bits elements) {
        Bits bytes = Bits.of(elements.width() / Byte.SIZE, Integer.SIZE);
        if (isMethod) {
            Bits address = any();
            give(argument, address);
            place(argument, variables.add(address, offset(-Integer.BYTES)), new Region(argument.toString(), Bits.concatenate(List.of(bytes, elements)), false));
        } else {
            array(argument, elements, false);
            number(length, bytes);
        }
    }

    /** The same memory, or the same array, again. */
    Region same(Argument argument, Argument other) {
        give(argument, given.get(other).toArray(Bits[]::new));
        byName.put(argument, starts.get(other));
        starts.put(argument, starts.get(other));
        regions.put(argument, regions.get(other));
        return regions.get(other);
    }

    /** No object, and address 0. */
    Region noMemory(Argument argument) {
        give(argument, Bits.of(0, Long.SIZE), Bits.of(0, Long.SIZE));
        byName.put(argument, Bits.of(0, Long.SIZE));
        return null;
    }

    /** What is behind other memory, for functions alone. */
    void behind(Argument argument, Argument other, int bytes) {
        byName.put(argument, variables.add(starts.get(other), Bits.of(bytes, Long.SIZE)));
    }

    /** An IV of 12 bytes: a method has it in two numbers; a function in two other places, and none in its own. */
    void inlineIv(Bits iv) {
        int ints = Integer.SIZE;
        if (isMethod) {
            number(Argument.IV, iv.part(0, ints));
            inOrder.add(iv.part(ints, Long.SIZE));
        } else {
            byName.put(Argument.IV, Bits.of(0, Long.SIZE));
            byName.put(Argument.COUNTER, iv.part(0, Long.SIZE));
            byName.put(Argument.SUBKEY, Bits.concatenate(List.of(iv.part(Long.SIZE, ints), Bits.of(0, ints))));
        }
    }

    /** The scopes of two pieces of memory, neither closed; after some numbers, each was with each. */
    void openScopes(int number) {
        scope(Argument.INPUT_SCOPE, Scope.OPEN_ONES.get(number % Scope.OPEN_ONES.size()));
        scope(Argument.OUTPUT_SCOPE, Scope.OPEN_ONES.get(number / Scope.OPEN_ONES.size() % Scope.OPEN_ONES.size()));
    }

    /** The scope of memory. A function always has one, and is given the address of its state. */
    void scope(Argument argument, Scope scope) {
        if (isMethod && scope == Scope.NONE) {
            give(argument, Bits.of(0, Long.SIZE));
        } else {
            Bits address = any();
            variables.assumeNotZero(address);
            give(argument, address);
            Bits state = Bits.concatenate(List.of(variables.publicInput(Integer.SIZE - 1), Bits.of(scope == Scope.CLOSED ? 1 : 0, 1)));
            place(argument, isMethod ? variables.add(address, Bits.of(STATE_OF_SCOPE, Long.SIZE)) : address, new Region("the scope", state, false));
        }
    }

    /** What an object and an offset in it tell, as those of {@link Unsafe}. */
    Region memory(Argument argument, Bits content, boolean isWritable) {
        Bits base = any();
        Bits start = base;
        if (isMethod) {
            Bits offset = any();
            start = variables.add(base, offset);
            give(argument, base, offset);
        } else {
            give(argument, base);
        }
        variables.assumeNotZero(start);
        return place(argument, start, new Region(argument.toString(), content, isWritable));
    }

    /** An address of anything, or an object, which nothing is known of. */
    void unknown(Argument argument) {
        Bits any = any();
        give(argument, any);
        byName.put(argument, any);
    }

    /** Says that it is not null. */
    void assumeThere(Argument argument) {
        variables.assumeNotZero(byName.get(argument));
    }

    private Region place(Argument argument, Bits start, Region region) {
        for (Placed other : placed) {
            if (region.size() != 0 && other.region().size() != 0) {
                variables.assumeNotZero(variables.subtract(start, other.start()));
                variables.assumeNotZero(variables.subtract(other.start(), start));
            }
        }
        placed.add(new Placed(start, region));
        byName.put(argument, start);
        starts.put(argument, start);
        regions.put(argument, region);
        return region;
    }

    private static Bits offset(int behindFirst) {
        return Bits.of(Unsafe.ARRAY_BYTE_BASE_OFFSET + behindFirst, Long.SIZE);
    }
}
