package org.cryptointrinsics.kernel;

import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

/**
 * What a kernel runs on. A kernel calls these methods in the order in which its instructions are to be executed; whether they are executed at once or become a
 * graph is up to the machine.
 */
public interface Machine extends Mnemonics {

    /** A vector constant of 16, 32 or 64 bytes, lane 0 first. */
    Vector constant(byte[] bytes);

    /** A 32-bit constant. */
    Int constant(int value);

    /** How often a loop goes round that always goes round as often, at least once. */
    Count count(int times);

    /** Loads a vector constant into a register; otherwise it is read by each instruction that uses it. */
    default Vector load(Vector constant) {
        return constant;
    }

    /** Loads a vector from an address of any alignment. */
    Vector load(Width width, Address base, int displacement);

    /** Loads an integer from an address of any alignment. */
    Int load(Size size, Address base, int displacement);

    /**
     * As {@link #load(Width, Address, int)}, but read by the instruction that uses the value: nothing may be stored there in between.
     */
    Vector memory(Width width, Address base, int displacement);

    /**
     * As {@link #load(Size, Address, int)}, but read by the instruction that uses the value: nothing may be stored there in between.
     */
    Int memory(Size size, Address base, int displacement);

    /** Loads 32 bits from an address of any alignment into lane 0 of a vector of 128 bits; the other lanes are 0. */
    Vector loadDword(Address base, int displacement);

    /**
     * Loads a vector from an address of any alignment, 64 bits at a time: of what was just stored like that each comes from its store, while a load of all of it
     * would wait until the stores have reached the cache.
     *
     * @param width XMM or YMM
     */
    Vector loadByQwords(Width width, Address base, int displacement);

    /** Loads 64 bits from an address of any alignment into lane 0 of a vector of 128 bits; the other one is 0. */
    Vector loadQword(Address base, int displacement);

    /** As {@link #loadByQwords}, but 128 bits into the low ones of a vector of any width; the others are 0. */
    Vector loadLow(Width width, Address base, int displacement);

    /** Loads 128 bits from an address of any alignment into each 128 bits of a vector. */
    Vector loadBroadcast(Width width, Address base, int displacement);

    /** Loads 64 bits from an address of any alignment into each 64 bits of a vector. */
    Vector loadQwordBroadcast(Width width, Address base, int displacement);

    /** Stores the low 128 bits of a vector at an address of any alignment. */
    void storeLow(Address base, int displacement, Vector value);

    /** Stores a vector at an address of any alignment. */
    void storeVector(Address base, int displacement, Vector value);

    /** Stores lane 0 of a vector of 128 bits, 32 bits, at an address of any alignment. */
    void storeDword(Address base, int displacement, Vector value);

    /** Stores lane 0 of a vector of 128 bits, 64 bits, at an address of any alignment. */
    void storeQword(Address base, int displacement, Vector value);

    /** Stores an integer at an address of any alignment. */
    void storeInteger(Address base, int displacement, Int value);

    /** Has the cache line at an address fetched, and does not wait. The address may be any: it does nothing where there is no memory. */
    void prefetcht0(Address base, int displacement);

    /**
     * Memory of the kernel's own, aligned to 16 bytes, undefined at first, cleared when the kernel returns.
     *
     * @param bytes a multiple of 16
     */
    Address scratch(int bytes);

    /** The address of constants, 64 bits each in native byte order, aligned to 16 bytes: a table for loops. Nothing may be stored there. */
    Address table(long... constants);

    /**
     * {@code do { variables = body(data, variables); data += stride; } while (--count != 0)}.
     *
     * @param count how many times the body is executed
     * @param data addresses, all of which advance
     * @param variables vectors, integers or both; the body returns as many, in the same order
     * @return the variables as the last execution of the body returned them
     */
    <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body);

    /**
     * Executes two sequences of instructions, of which neither needs what the other one does, in turns: a CPU takes instructions in program order, and only so
     * has work for both its scalar and its vector units at any time.
     */
    default void weave(Runnable some, Runnable others) {
        some.run();
        others.run();
    }

    /** As {@link #repeat(Count, List, int, List, BiFunction)}, with one address. */
    default <T extends Value> List<T> repeat(Count count, Address data, int stride, List<T> variables, BiFunction<Address, List<T>, List<T>> body) {
        return repeat(count, List.of(data), stride, variables, (addresses, current) -> body.apply(addresses.getFirst(), current));
    }

    /**
     * As {@link #repeat(Count, List, int, List, BiFunction)}, with one address, and with variables in lists, which the body changes.
     *
     * @param variables lists of vectors and lists of integers, none of which gets shorter or longer
     */
    default void repeat(Count count, Address data, int stride, List<? extends List<? extends Value>> variables, Consumer<Address> body) {
        assign(variables, repeat(count, data, stride, values(variables), (address, current) -> {
            assign(variables, current);
            body.accept(address);
            return values(variables);
        }));
    }

    private static List<Value> values(List<? extends List<? extends Value>> variables) {
        return variables.stream().<Value>flatMap(List::stream).toList();
    }

    /** A loop leaves each variable what it is, vector or integer. */
    @SuppressWarnings("unchecked")
    private static void assign(List<? extends List<? extends Value>> variables, List<Value> values) {
        Iterator<Value> next = values.iterator();
        variables.forEach(list -> ((List<Value>) list).replaceAll(_ -> next.next()));
    }

    /** A vector constant of 4, 8 or 16 lanes of 32 bits, lane 0 first. */
    default Vector constant(int... lanes) {
        return constant(VectorInstruction.lanes(lanes));
    }

    /** A vector constant of 2, 4 or 8 lanes of 64 bits, lane 0 first. */
    default Vector constant(long... lanes) {
        return constant(VectorInstruction.lanes(lanes));
    }

    /**
     * Stores zeros.
     *
     * @param bytes at least 16
     */
    default void clear(Address base, int bytes) {
        Vector zero = load(constant(new byte[Width.XMM.bytes()]));
        for (int i = 0; i < bytes; i += Width.XMM.bytes()) {
            storeVector(base, Math.min(i, bytes - Width.XMM.bytes()), zero);
        }
    }
}
