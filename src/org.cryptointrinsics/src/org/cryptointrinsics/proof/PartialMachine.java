package org.cryptointrinsics.proof;

import java.util.List;
import java.util.function.BiFunction;

import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Value;
import org.cryptointrinsics.kernel.Vector;

/** A machine for kernels that do little of what others do, with numbers in vectors. What they do not do fails. */
public abstract class PartialMachine implements Machine {

    /** How often a loop goes round. */
    private record Times(int times) implements Count {
    }

    private static ProofException unused() {
        return new ProofException("does what no kernel of its kind does");
    }

    /** The address so many bytes on. */
    protected abstract Address plus(Address address, int bytes);

    @Override
    public final Count count(int times) {
        return new Times(times);
    }

    protected static int times(Count count) {
        return ((Times) count).times;
    }

    @Override
    public <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body) {
        List<T> current = variables;
        for (int i = 0; i < times(count); i++) {
            int advance = i * stride;
            current = body.apply(data.stream().map(address -> plus(address, advance)).toList(), current);
        }
        return current;
    }

    @Override
    public final Int apply(ScalarInstruction instruction, int immediate, Int... sources) {
        throw unused();
    }

    @Override
    public final Int constant(int value) {
        throw unused();
    }

    @Override
    public final Int load(Size size, Address base, int displacement) {
        throw unused();
    }

    @Override
    public final Int memory(Size size, Address base, int displacement) {
        throw unused();
    }

    @Override
    public final Vector loadDword(Address base, int displacement) {
        throw unused();
    }

    @Override
    public final Vector loadByQwords(Width width, Address base, int displacement) {
        throw unused();
    }

    @Override
    public Vector loadQword(Address base, int displacement) {
        throw unused();
    }

    @Override
    public final Vector loadLow(Width width, Address base, int displacement) {
        throw unused();
    }

    @Override
    public Vector loadBroadcast(Width width, Address base, int displacement) {
        throw unused();
    }

    @Override
    public Vector loadQwordBroadcast(Width width, Address base, int displacement) {
        throw unused();
    }

    @Override
    public void storeLow(Address base, int displacement, Vector value) {
        throw unused();
    }

    @Override
    public final void storeDword(Address base, int displacement, Vector value) {
        throw unused();
    }

    @Override
    public final void storeQword(Address base, int displacement, Vector value) {
        throw unused();
    }

    @Override
    public final void storeInteger(Address base, int displacement, Int value) {
        throw unused();
    }

    @Override
    public final void prefetcht0(Address base, int displacement) {
        throw unused();
    }

    @Override
    public Address scratch(int bytes) {
        throw unused();
    }

    @Override
    public Address table(long... constants) {
        throw unused();
    }
}
