package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.proof.GcmTerms.Polynomial;
import org.cryptointrinsics.proof.Region.Location;

/** Stands for any kernel of AES-GCM of a width and a number of vectors: its functions do what {@link AesGcmClaims} prove of all of them, on a {@link SymbolicMachine}. */
final class AnyGcmKernel extends AesGcmKernel {

    private static final int BLOCK = AesContext.BLOCK;

    private final AesContext context;
    private final GcmTerms terms;
    /** Data of chunks whose number is unknown, by the region that they follow. */
    private final Map<Region, Bits> unknown = new HashMap<>();
    private int rounds;
    private Location memory;

    AnyGcmKernel(AesGcmKernel like, GcmTerms terms) {
        super(like.context().width(), like.context().vectors());
        context = like.context();
        this.terms = terms;
    }

    /** Has chunks come behind a region, as many as nobody knows. */
    void putUnknown(Region region, Bits data) {
        unknown.put(region, data);
    }

    Bits unknown(Region region) {
        return unknown.get(region);
    }

    private static Location location(Address address) {
        return (Location) address;
    }

    private static Bits load(Location from, int displacement, int bytes) {
        return from.region().load(from.offset() + displacement, bytes);
    }

    private static void store(Location to, int displacement, Bits value) {
        to.region().store(to.offset() + displacement, value);
    }

    private Bits get(int offset) {
        return load(memory, offset, BLOCK);
    }

    private void set(int offset, Bits value) {
        store(memory, offset, value);
    }

    private Bits h() {
        return get(context.h());
    }

    private Bits roundKeys() {
        return terms.key(load(memory, context.roundKey(0), (rounds + 1) * BLOCK));
    }

    /** CB, its bytes in order. */
    private Bits cb() {
        return get(context.cb()).reverseBytes();
    }

    private Bits y() {
        return get(context.y());
    }

    private void setY(Bits y) {
        set(context.y(), y);
    }

    private void setCb(Bits block) {
        set(context.cb(), block.reverseBytes());
    }

    private int chunkBlocks() {
        return context.chunkBytes() / BLOCK;
    }

    @Override
    public void execute(Machine m, AesGcmFunction function, AesParameters parameters, List<Address> addresses, Count n) {
        memory = location(addresses.getFirst());
        rounds = parameters.rounds();
        List<Location> a = addresses.stream().skip(1).map(AnyGcmKernel::location).toList();
        Number count = (Number) n;
        if (count != null && count.isKnown() && count.constant() < 1) {
            throw new ProofException("calls " + function + " for nothing");
        }
        switch (function) {
            case LOAD_KEY -> set(context.roundKey(0), Bits.concatenate(load(a.get(0), 0, (rounds + 1) * BLOCK).split(Integer.SIZE).stream().map(Bits::reverseBytes).toList()));
            case BEGIN -> {
                Bits j0 = cb();
                set(context.h(), terms.cipher(roundKeys(), GcmTerms.ZERO).reverseBytes());
                set(context.encryptedJ0(), terms.cipher(roundKeys(), j0));
                setCb(terms.increment(j0, 1));
            }
            case COMPUTE_POWERS -> computePowers(chunkBlocks());
            case COMPUTE_FEW_POWERS -> computePowers(AesContext.FEW);
            case COMPUTE_SHORT_POWERS -> computePowers(context.shortPowers());
            case GHASH_CHUNKS -> ghashChunks(a.get(0), 0, count);
            case GHASH_VECTORS -> setY(ghash(a.get(0), a.get(1), y(), exponent(a.get(2)), known(count) * context.vectorBytes() / BLOCK));
            case GHASH_BLOCKS -> setY(ghash(a.get(0), a.get(1), y(), exponent(a.get(1)), known(count)));
            case GCTR_CHUNKS -> gctrChunks(a.get(0), a.get(1), count);
            case GCTR_VECTORS -> gctr(parameters.isEncryption(), a, context.vectorBytes(), known(count));
            case GCTR_BLOCKS -> gctr(parameters.isEncryption(), a, BLOCK, known(count));
            case GCTR_FEW -> gctrShort(a, AesContext.FEW * BLOCK);
            case GCTR_SHORT -> gctrShort(a, context.shortBytes());
            case TAG_SHORT -> tag(a.get(2), ghash(a.get(0), a.get(1), GcmTerms.ZERO, 1, known(count) * context.shortWidth().bytes() / BLOCK));
            case ENCRYPT -> encrypt(a.get(0), a.get(1), a.get(2), count);
            case DECRYPT -> decrypt(a, count);
            case END -> tag(a.get(0), y());
            case CLEAR -> clear(0, context.bytes());
            case CLEAR_FEW_POWERS -> {
                int first = context.power(AesContext.FEW);
                clear(0, context.power(chunkBlocks()));
                clear(first, first + AesContext.FEW * BLOCK);
                clear(first + context.foldedPowers(), first + AesContext.FEW * BLOCK + context.foldedPowers());
                clear(context.y(), context.bytes());
            }
        }
    }

    private static int known(Number count) {
        if (!count.isKnown()) {
            throw new ProofException("does not know how many blocks there are");
        }
        return count.constant();
    }

    private void clear(int from, int to) {
        set(from, Bits.of(0, (to - from) * Byte.SIZE));
    }

    private void computePowers(int count) {
        Bits h = h();
        for (int i = 1; i <= count; i++) {
            Bits power = terms.power(h, i);
            set(context.power(i), power);
            set(context.power(i) + context.foldedPowers(), terms.folded(power));
        }
    }

    /** Which power of H there is, with what belongs to it. */
    private int exponent(Location at) {
        Bits power = load(at, 0, BLOCK);
        if (!load(at, context.foldedPowers(), BLOCK).equals(terms.folded(power))) {
            throw new ProofException("multiplies by a power of H without its halves");
        }
        int exponent = terms.exponent(power);
        if (!power.equals(terms.power(h(), exponent))) {
            throw new ProofException("multiplies by a power of another H");
        }
        return exponent;
    }

    private static Location plus(Location location, int bytes) {
        return location.plus(bytes);
    }

    /** Y after blocks, the first one times the power of H at an address, and Y times another. */
    private Bits ghash(Location data, Location powers, Bits y, int powerOfY, int blocks) {
        Bits h = h();
        Polynomial sum = terms.polynomial(h, y).times(powerOfY);
        for (int i = 0; i < blocks; i++) {
            Bits block = load(data, i * BLOCK, BLOCK).reverseBytes();
            sum = sum.plus(terms.polynomial(h, block).times(exponent(plus(powers, i * BLOCK))));
        }
        return terms.value(sum);
    }

    /** @param position how many chunks are before those whose number is unknown */
    private void ghashChunks(Location data, int position, Number count) {
        Location powers = memory.plus(context.power(chunkBlocks()));
        int before = count.isKnown() ? count.constant() : count.constant() + position;
        for (int i = 0; i < before; i++) {
            setY(ghash(plus(data, i * context.chunkBytes()), powers, y(), exponent(powers), chunkBlocks()));
        }
        if (!count.isKnown()) {
            setY(terms.absorbUnknown(h(), y(), unknownAt(plus(data, before * context.chunkBytes()), count)));
        }
    }

    /** The data of chunks whose number is unknown, which begin there. */
    private Bits unknownAt(Location from, Number count) {
        Bits data = unknown.get(from.region());
        if (data == null || from.offset() != from.region().size() || count.times() != 1) {
            throw new ProofException("does not take all chunks");
        }
        return data;
    }

    private void tag(Location tag, Bits y) {
        store(tag, 0, y.reverseBytes().xor(get(context.encryptedJ0())));
    }

    private void gctrShort(List<Location> inOut, int bytes) {
        Bits cb = cb();
        store(inOut.get(1), 0, crypted(load(inOut.get(0), 0, bytes)));
        setCb(cb);
    }

    /** Encrypts or decrypts blocks that are read before any is written. */
    private Bits crypted(Bits data) {
        List<Bits> result = new ArrayList<>();
        Bits key = roundKeys();
        Bits cb = cb();
        for (Bits block : data.split(GcmTerms.BLOCK)) {
            result.add(block.xor(terms.cipher(key, cb)));
            cb = terms.increment(cb, 1);
        }
        setCb(cb);
        return Bits.concatenate(result);
    }

    private void gctrChunks(Location in, Location out, Number count) {
        int bytes = context.chunkBytes();
        for (int i = 0; i < count.constant(); i++) {
            store(out, i * bytes, crypted(load(in, i * bytes, bytes)));
        }
        if (!count.isKnown()) {
            gctrUnknown(plus(in, count.constant() * bytes), plus(out, count.constant() * bytes), count);
        }
    }

    private void gctrUnknown(Location in, Location out, Number count) {
        Bits result = unknownAt(in, count).xor(terms.keyStream(roundKeys(), cb()));
        unknownAt(out, count);
        unknown.put(out.region(), result);
        setCb(terms.afterUnknown(cb()));
    }

    private void gctr(boolean isEncryption, List<Location> inOutCopy, int bytes, int count) {
        for (int i = 0; i < count; i++) {
            Bits x = load(inOutCopy.get(0), i * bytes, bytes);
            Bits y = crypted(x);
            store(inOutCopy.get(1), i * bytes, y);
            store(inOutCopy.get(2), i * bytes, isEncryption ? y : x);
        }
    }

    private static void assertLast(Location last, Location first, Number count, int bytes) {
        Location expected = count.isKnown() ? plus(first, (count.constant() - 1) * bytes) : first.region().behind(bytes).plus((count.constant() - 1) * bytes + first.offset());
        if (!last.equals(expected)) {
            throw new ProofException("takes another chunk for the last one");
        }
    }

    private void encrypt(Location in, Location out, Location last, Number count) {
        int bytes = context.chunkBytes();
        assertLast(last, out, count, bytes);
        gctrChunks(in, out, count);
        // That of the first chunk was encrypted before.
        ghashChunks(plus(out, -bytes), 1, count.isKnown() ? count.plus(Number.of(1)) : count);
    }

    private void decrypt(List<Location> a, Number count) {
        int bytes = context.chunkBytes();
        Number all = count.plus(Number.of(1));
        assertLast(a.get(2), a.get(0), all, bytes);
        assertLast(a.get(3), a.get(1), all, bytes);
        ghashChunks(a.get(0), 0, all);
        gctrChunks(a.get(0), a.get(1), all);
    }
}
