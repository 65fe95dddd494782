package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DecidingMachine;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.proof.Region.Location;

/** Executes a program for messages with any data. Numbers are known, but for one that they may be a multiple of, and a rest. */
public final class SymbolicMessageMachine extends SymbolicMachine implements DecidingMachine {

    /** No address. */
    public static final Address NULL = new Location(new Region("nothing", Bits.of(0, 0), false), 0);

    private record Known(boolean holds) implements Condition {
    }

    private final Map<Number, Bits> values = new HashMap<>();
    private final List<Bits> revealed = new ArrayList<>();
    /** What there was at first in memory of its own. */
    private final Map<Region, Bits> ownBefore = new HashMap<>();
    private boolean revealsZero;

    public SymbolicMessageMachine(Variables variables, SymbolicMeanings meanings) {
        super(variables, meanings);
    }

    /** A multiple of the unknown number. */
    public Count unknown(int times) {
        return new Number(times, 0);
    }

    /** Has an unknown number have a value, 64 bits. */
    public void assume(Count number, Bits value) {
        values.put(number(number), value);
    }

    private static Number number(Count count) {
        return (Number) count;
    }

    private static int known(Count count) {
        if (!number(count).isKnown()) {
            throw new ProofException("depends on how many blocks there are");
        }
        return number(count).constant();
    }

    @Override
    public boolean holds(Condition condition) {
        return ((Known) condition).holds;
    }

    @Override
    public Count plus(Count a, Count b) {
        return number(a).plus(number(b));
    }

    @Override
    public Count minus(Count a, Count b) {
        if (number(a).isLess(number(b))) {
            throw new ProofException("subtracts " + b + " from " + a);
        }
        return number(a).plus(number(b).times(-1));
    }

    @Override
    public Count times(Count a, int factor) {
        return number(a).times(factor);
    }

    @Override
    public Count dividedBy(Count a, int divisor) {
        return number(a).dividedBy(divisor);
    }

    @Override
    public Address plus(Address base, Count offset) {
        Location location = (Location) base;
        Number bytes = number(offset);
        Location from = bytes.isKnown() ? location : location.region().behind(bytes.times()).plus(location.offset());
        return from.plus(bytes.constant());
    }

    @Override
    public Condition isLess(Count a, Count b) {
        return new Known(number(a).isLess(number(b)));
    }

    /** Has values that are revealed be 0, or others. */
    public void revealZero(boolean isZero) {
        revealsZero = isZero;
    }

    /** What was revealed to be 0, or something else. */
    public List<Bits> revealed() {
        return revealed;
    }

    @Override
    public Condition reveal(Int value) {
        revealed.add(bits(value));
        return new Known(revealsZero);
    }

    @Override
    public Condition isSame(Address a, Address b) {
        return new Known(a.equals(b));
    }

    @Override
    public Address scratch(int bytes) {
        Location memory = (Location) super.scratch(bytes);
        ownBefore.put(memory.region(), memory.region().content());
        return memory;
    }

    /** Asserts that the program has left nothing that is secret in memory of its own. */
    void assertCleared() {
        ownBefore.forEach((region, before) -> {
            for (int i = 0; i < region.size(); i++) {
                Bits content = region.load(i, 1);
                if (!variables.isPublic(content) && !content.equals(before.part(i * Byte.SIZE, Byte.SIZE))) {
                    throw new ProofException("leaves what is secret in byte " + i + " of " + region.size() + " of its own");
                }
            }
        });
    }

    @Override
    public Address scratch(int bytes, int alignment) {
        return scratch(bytes);
    }

    @Override
    public void storeByte(Address base, int displacement, Int value) {
        store(base, displacement, bits(value).part(0, Byte.SIZE));
    }

    @Override
    public Condition isNull(Address address) {
        return new Known(address == NULL);
    }

    @Override
    public Int value(Count number) {
        return new Register(number(number).isKnown() ? Bits.of(known(number), Long.SIZE) : unknownValue(number(number)));
    }

    /** That which was assumed, or a part of that by a power of two, and a number, 32 bits. */
    private Bits unknownValue(Number number) {
        if (values.containsKey(number)) {
            return values.get(number);
        }
        for (Map.Entry<Number, Bits> known : values.entrySet()) {
            int factor = known.getKey().times() / number.times();
            if (known.getKey().constant() == 0 && factor * number.times() == known.getKey().times() && Integer.bitCount(factor) == 1) {
                Bits part = known.getValue().shiftRight(Integer.numberOfTrailingZeros(factor)).part(0, Integer.SIZE);
                return variables.add(part, Bits.of(number.constant(), Integer.SIZE)).extend(Long.SIZE);
            }
        }
        throw new ProofException("computes with " + number);
    }

    @Override
    public Int loadByte(Address base, int displacement) {
        return load(Byte.BYTES, Long.BYTES, base, displacement);
    }

    @Override
    public Int zeroExtend(Int value) {
        return new Register(bits(value).extend(Long.SIZE));
    }

    /** How far a value is shifted. */
    private static int distance(Bits value, Count bits) {
        int distance = known(bits);
        if (distance < 0 || distance >= value.width()) {
            throw new ProofException("shifts " + value.width() + " bits by " + distance);
        }
        return distance;
    }

    @Override
    public Int shiftLeft(Int value, Count bits) {
        Bits shifted = bits(value);
        int distance = distance(shifted, bits);
        return new Register(Bits.concatenate(List.of(Bits.of(0, distance), shifted.part(0, shifted.width() - distance))));
    }

    @Override
    public Int shiftRight(Int value, Count bits) {
        return new Register(bits(value).shiftRight(distance(bits(value), bits)));
    }

    @Override
    public Int reverseBytes(Int value) {
        return new Register(bits(value).reverseBytes());
    }
}
