package org.cryptointrinsics.kernel.aes;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * AES (FIPS 197) in counter mode, GHASH, and both in one pass (NIST SP 800-38D), for vectors of any width. Constant time: neither a branch nor an address depends
 * on the data or the key.
 *
 * <p>All methods are given the address of an {@link AesContext}, and the number of rounds, 10, 12 or 14, where round keys are used. Data are whole blocks at any
 * alignment. The result of counter mode may lie where the data does, or before it.
 */
public abstract class AesGcm implements Kernel {

    /** In options and reports. */
    public static final String NAME = "AES-GCM";

    /** What a short message needs: so many powers of the hash subkey at most. */
    public static final int FEW_POWERS = 8;

    private static final int FEWEST_ROUNDS = 10;

    private static List<AesGcm> variants;

    private final Width width;
    private final int vectors;
    private final AesContext context;

    /**
     * @param vectors how many vectors are encrypted at once
     */
    protected AesGcm(Width width, int vectors) {
        this.width = width;
        this.vectors = vectors;
        context = new AesContext(width, vectors * width.bytes() / BLOCK);
    }

    /** All variants, the best one first. */
    public static synchronized List<AesGcm> variants() {
        if (variants == null) {
            variants = List.of(new Vaes512(), new Vaes256(), new AesNi());
        }
        return variants;
    }

    public final AesContext context() {
        return context;
    }

    /** The size of what is encrypted, and hashed, at once. */
    public final int chunkBytes() {
        return vectors * width.bytes();
    }

    @Override
    public final void execute(Machine m, Address address, Count count) {
        loadKey(m, FEWEST_ROUNDS, address, address);
        begin(m, FEWEST_ROUNDS, address);
        computePowers(m, address);
        computeFewPowers(m, address);
        ghashChunks(m, address, address, count);
        ghashVectors(m, address, address, address, address, count);
        ghashBlocks(m, address, address, address, count);
        gctrVectors(m, FEWEST_ROUNDS, true, address, address, address, address, count);
        gctrBlocks(m, FEWEST_ROUNDS, true, address, address, address, address, count);
        encrypt(m, FEWEST_ROUNDS, true, address, address, address, address, count);
        decrypt(m, FEWEST_ROUNDS, true, address, address, address, address, address, count);
        end(m, address, address);
        clear(m, address);
    }

    /**
     * Takes over the round keys.
     *
     * @param sessionKey address of the JDK's: each word of FIPS 197 an {@code int}
     */
    public void loadKey(Machine m, int rounds, Address sessionKey, Address memory) {
        Vector reverseWords = new Lanes(m, width).everywhere(0x0405060700010203L, 0x0C0D0E0F08090A0BL);
        int bytes = (rounds + 1) * BLOCK;
        for (int i = 0; i < bytes; i += width.bytes()) {
            // The last vector begins earlier, so that nothing behind the keys is read.
            int offset = Math.min(i, bytes - width.bytes());
            m.storeVector(memory, context.roundKey(0) + offset, m.pshufb(m.load(width, sessionKey, offset), reverseWords));
        }
    }

    private Vector roundKey(Lanes lanes, Address memory, int i) {
        return lanes.machine().loadBroadcast(lanes.width(), memory, context.roundKey(i));
    }

    /** Computes the hash subkey, {@code E(0)}, and of the counter block, which is {@code J0}, what is needed for the tag; that block is the next one then. */
    public void begin(Machine m, int rounds, Address memory) {
        Lanes lanes = new Lanes(m, Width.XMM);
        Vector counter = counter(lanes, memory);
        Vector key = roundKey(lanes, memory, 0);
        List<Vector> encrypted = encrypt(lanes, rounds, List.of(key, m.pxor(lanes.reverse(counter), key)), memory);
        m.storeVector(memory, context.subkey(), lanes.reverse(encrypted.get(0)));
        m.storeVector(memory, context.tagMask(), encrypted.get(1));
        m.storeVector(memory, context.counter(), m.paddd(counter, m.constant(1L, 0L)));
    }

    /** Stores the tag, 128 bits. */
    public void end(Machine m, Address memory, Address tag) {
        Vector hash = new Lanes(m, Width.XMM).reverse(m.loadByQwords(Width.XMM, memory, context.hash()));
        m.storeVector(tag, 0, m.pxor(hash, m.load(Width.XMM, memory, context.tagMask())));
    }

    /**
     * @param blocks to be encrypted, with the first round key added
     */
    private List<Vector> encrypt(Lanes lanes, int rounds, List<Vector> blocks, Address memory) {
        Machine m = lanes.machine();
        List<Vector> states = new ArrayList<>(blocks);
        for (int round = 1; round < rounds; round++) {
            Vector key = roundKey(lanes, memory, round);
            states.replaceAll(state -> m.aesenc(state, key));
        }
        Vector key = roundKey(lanes, memory, rounds);
        states.replaceAll(state -> m.aesenclast(state, key));
        return states;
    }

    /** Computes the powers of the hash subkey. */
    public void computePowers(Machine m, Address memory) {
        computePowers(new Lanes(m, width), vectors, memory);
    }

    /** Computes the lowest powers of the hash subkey, {@link #FEW_POWERS}. */
    public void computeFewPowers(Machine m, Address memory) {
        computePowers(new Lanes(m, Width.XMM), FEW_POWERS, memory);
    }

    private void computePowers(Lanes lanes, int count, Address memory) {
        // One vector has as many powers as lanes, and is the last one.
        Vector last = firstPowers(lanes, memory);
        List<Vector> powers = new ArrayList<>(List.of(last));
        storePowers(lanes, memory, 1, last);
        while (powers.size() < count) {
            Vector highest = lanes.broadcast(powers.getLast(), 0);
            int known = powers.size();
            for (int i = 0; i < known && powers.size() < count; i++) {
                powers.add(Ghash.multiply(lanes, powers.get(i), highest));
                storePowers(lanes, memory, powers.size(), powers.getLast());
            }
        }
    }

    /** The lowest powers, the highest of them in lane 0. */
    private Vector firstPowers(Lanes lanes, Address memory) {
        Machine m = lanes.machine();
        Vector h = Ghash.timesX(lanes, lanes.broadcast(m.loadLow(lanes.width(), memory, context.subkey()), 0));
        Vector power = h;
        Vector powers = lanes.only(h, lanes.count() - 1);
        for (int i = lanes.count() - 2; i >= 0; i--) {
            power = Ghash.multiply(lanes, power, h);
            powers = m.pxor(powers, lanes.only(power, i));
        }
        return powers;
    }

    /** Stores a vector of powers, the one of that number from the end. */
    private void storePowers(Lanes lanes, Address memory, int number, Vector powers) {
        Machine m = lanes.machine();
        int offset = context.powers() * BLOCK - number * lanes.width().bytes();
        m.storeVector(memory, context.power() + offset, powers);
        m.storeVector(memory, context.halves() + offset, m.pxor(powers, lanes.swapHalves(powers)));
    }

    /**
     * Hashes {@link #chunkBytes chunks}.
     *
     * @param chunks at least 1
     */
    public void ghashChunks(Machine m, Address memory, Address data, Count chunks) {
        Lanes lanes = Lanes.ofLoop(m, width);
        List<Vector> hash = m.repeat(chunks, data, chunkBytes(), List.of(m.loadLow(width, memory, context.hash())),
                        (chunk, h) -> List.of(ghashChunk(lanes, memory, vectorsAt(m, chunk, 0), h.getFirst(), false).finish()));
        m.storeLow(memory, context.hash(), hash.getFirst());
    }

    /** The vectors of a chunk, each read by the instruction that uses it. */
    private IntFunction<Vector> vectorsAt(Machine m, Address data, int displacement) {
        return i -> m.memory(width, data, displacement + i * width.bytes());
    }

    private Ghash ghashChunk(Lanes lanes, Address memory, IntFunction<Vector> data, Vector hash, boolean isPerLane) {
        Ghash ghash = new Ghash(lanes, context, isPerLane);
        for (int i = 0; i < vectors; i++) {
            int number = i;
            ghash.add(() -> data.apply(number), memory, i * width.bytes(), i == 0 ? hash : null);
        }
        ghash.reduce();
        return ghash;
    }

    /**
     * Hashes vectors, a chunk at most. The first one may begin with zeros, which are not of the message.
     *
     * @param highest address that lies as many blocks before the end of the powers as are of the message, less {@link AesContext#power}
     * @param powers address that lies as many vectors before the end of the powers as there are, less {@link AesContext#power}
     * @param count of vectors, at least 1
     */
    public void ghashVectors(Machine m, Address memory, Address highest, Address powers, Address data, Count count) {
        Lanes lanes = new Lanes(m, width);
        Vector zero = lanes.everywhere(0, 0);
        List<Vector> sums = m.repeat(count, List.of(data, powers), width.bytes(), List.of(zero, zero, zero), (addresses, s) -> {
            Ghash ghash = new Ghash(lanes, context, s);
            ghash.add(() -> m.load(width, addresses.get(0), 0), addresses.get(1), 0, null);
            return ghash.sums();
        });
        Ghash ghash = new Ghash(lanes, context, sums);
        ghash.add(m.loadLow(width, memory, context.hash()), highest, 0);
        ghash.reduce();
        m.storeLow(memory, context.hash(), ghash.finish());
    }

    /**
     * Hashes blocks, a chunk at most.
     *
     * @param powers address that lies as many blocks before the end of the powers as there are blocks, less {@link AesContext#power}
     * @param blocks at least 1
     */
    public void ghashBlocks(Machine m, Address memory, Address powers, Address data, Count blocks) {
        Lanes lanes = new Lanes(m, Width.XMM);
        Vector zero = m.constant(0L, 0L);
        Vector hash = m.loadByQwords(Width.XMM, memory, context.hash());
        // The hash so far is added to the first block; then it is zero.
        List<Vector> sums = m.repeat(blocks, List.of(data, powers), BLOCK, List.of(hash, zero, zero, zero), (addresses, s) -> {
            Ghash ghash = new Ghash(lanes, context, s.subList(1, 4));
            ghash.add(() -> m.load(Width.XMM, addresses.get(0), 0), addresses.get(1), 0, s.getFirst());
            List<Vector> next = ghash.sums();
            return List.of(zero, next.get(0), next.get(1), next.get(2));
        });
        Ghash ghash = new Ghash(lanes, context, sums.subList(1, 4));
        ghash.reduce();
        m.storeVector(memory, context.hash(), ghash.finish());
    }

    /**
     * GCTR (SP 800-38D section 6.5) of {@link #chunkBytes chunks}.
     *
     * @param isFromTwo whether the counter is 2 more than a multiple of the blocks of a chunk, as at the beginning of a message whose IV has 12 bytes
     * @param chunks at least 1
     */
    public void gctrChunks(Machine m, int rounds, boolean isFromTwo, Address memory, Address in, Address out, Count chunks) {
        Lanes lanes = Lanes.ofLoop(m, width);
        CounterBlocks counters = CounterBlocks.of(lanes, vectors, isFromTwo);
        Vector first = counters.register(counter(lanes, memory));
        List<Vector> last = m.repeat(chunks, List.of(in, out), chunkBytes(), List.of(first), (data, current) -> {
            gctrChunk(lanes, rounds, memory, counters, current.getFirst(), vectorsAt(m, data.get(0), 0), data.get(1), null);
            return List.of(counters.next(current.getFirst()));
        });
        m.storeLow(memory, context.counter(), counters.block(last.getFirst()));
    }

    /** The next counter block, in the lowest 128 bits. */
    private Vector counter(Lanes lanes, Address memory) {
        Machine m = lanes.machine();
        return lanes.count() == 1 ? m.loadByQwords(Width.XMM, memory, context.counter()) : m.loadLow(lanes.width(), memory, context.counter());
    }

    /**
     * Encrypts a chunk, and hashes another one between the rounds.
     *
     * @param register of the counter blocks
     * @param ghash or null
     */
    private List<Vector> gctrChunk(Lanes lanes, int rounds, Address memory, CounterBlocks counters, Vector register, IntFunction<Vector> in, Address out, Ghash ghash) {
        Machine m = lanes.machine();
        List<Vector> states = new ArrayList<>(counters.blocks(register, roundKey(lanes, memory, 0)));
        int steps = (rounds - 1) * vectors;
        for (int round = 1; round < rounds; round++) {
            Vector key = roundKey(lanes, memory, round);
            for (int i = 0; i < vectors; i++) {
                states.set(i, m.aesenc(states.get(i), key));
                if (ghash != null) {
                    ghash.run((round - 1) * vectors + i + 1, steps);
                }
            }
        }
        Vector key = roundKey(lanes, memory, rounds);
        for (int i = 0; i < vectors; i++) {
            states.set(i, m.aesenclast(states.get(i), m.pxor(key, in.apply(i))));
            m.storeVector(out, i * width.bytes(), states.get(i));
        }
        return states;
    }

    /**
     * As {@link #gctrChunks}, vectors.
     *
     * @param copy address for a copy of the ciphertext
     * @param count of vectors, at least 1
     */
    public void gctrVectors(Machine m, int rounds, boolean isEncryption, Address memory, Address in, Address out, Address copy, Count count) {
        gctr(m, new Lanes(m, width), rounds, isEncryption, memory, List.of(in, out, copy), count);
    }

    /** As {@link #gctrVectors}, blocks. */
    public void gctrBlocks(Machine m, int rounds, boolean isEncryption, Address memory, Address in, Address out, Address copy, Count count) {
        gctr(m, new Lanes(m, Width.XMM), rounds, isEncryption, memory, List.of(in, out, copy), count);
    }

    private void gctr(Machine m, Lanes lanes, int rounds, boolean isEncryption, Address memory, List<Address> inOutCopy, Count count) {
        CounterBlocks counters = CounterBlocks.of(lanes, 1, false);
        List<Vector> last = m.repeat(count, inOutCopy, lanes.width().bytes(), List.of(counters.register(counter(lanes, memory))), (data, current) -> {
            Vector text = m.load(lanes.width(), data.get(0), 0);
            List<Vector> blocks = counters.blocks(current.getFirst(), roundKey(lanes, memory, 0));
            Vector result = m.pxor(encrypt(lanes, rounds, blocks, memory).getFirst(), text);
            m.storeVector(data.get(1), 0, result);
            m.storeVector(data.get(2), 0, isEncryption ? result : text);
            return List.of(counters.next(current.getFirst()));
        });
        m.storeLow(memory, context.counter(), counters.block(last.getFirst()));
    }

    /**
     * Encrypts chunks, and hashes them and the one before them, which was encrypted before.
     *
     * @param last address of the last one of the result
     * @param chunks at least 1
     */
    public void encrypt(Machine m, int rounds, boolean isFromTwo, Address memory, Address in, Address out, Address last, Count chunks) {
        Lanes lanes = Lanes.ofLoop(m, width);
        CounterBlocks counters = CounterBlocks.of(lanes, vectors, isFromTwo);
        // What was encrypted is hashed a chunk later; it lies across cache lines, and would be slow to read.
        boolean isInRegisters = lanes.hasAvx512();
        List<Vector> first = new ArrayList<>(List.of(counters.register(counter(lanes, memory)), m.loadLow(width, memory, context.hash())));
        int variables = first.size();
        if (isInRegisters) {
            first.addAll(chunk(i -> m.load(width, out, i * width.bytes() - chunkBytes())));
        }
        List<Vector> end = m.repeat(chunks, List.of(in, out), chunkBytes(), first, (data, current) -> {
            IntFunction<Vector> before = isInRegisters ? current.subList(variables, current.size())::get : vectorsAt(m, data.get(1), -chunkBytes());
            Ghash ghash = ghashChunk(lanes, memory, before, current.get(1), isInRegisters);
            List<Vector> results = gctrChunk(lanes, rounds, memory, counters, current.get(0), vectorsAt(m, data.get(0), 0), data.get(1), ghash);
            List<Vector> next = new ArrayList<>(List.of(counters.next(current.get(0)), ghash.finish()));
            if (isInRegisters) {
                next.addAll(results);
            }
            return next;
        });
        IntFunction<Vector> unhashed = isInRegisters ? end.subList(variables, end.size())::get : vectorsAt(m, last, 0);
        m.storeLow(memory, context.hash(), ghashChunk(lanes, memory, unhashed, end.get(1), false).finish());
        m.storeLow(memory, context.counter(), counters.block(end.get(0)));
    }

    /**
     * Hashes and decrypts chunks, and one more.
     *
     * @param lastIn address of that one
     * @param lastOut address for its result
     * @param chunks at least 1
     */
    public void decrypt(Machine m, int rounds, boolean isFromTwo, Address memory, Address in, Address out, Address lastIn, Address lastOut, Count chunks) {
        Lanes lanes = Lanes.ofLoop(m, width);
        CounterBlocks counters = CounterBlocks.of(lanes, vectors, isFromTwo);
        List<Vector> first = List.of(counters.register(counter(lanes, memory)), m.loadLow(width, memory, context.hash()));
        List<Vector> end = m.repeat(chunks, List.of(in, out), chunkBytes(), first,
                        (data, current) -> decryptChunk(lanes, rounds, memory, counters, current, data.get(0), data.get(1), lanes.hasAvx512()));
        end = decryptChunk(lanes, rounds, memory, counters, end, lastIn, lastOut, false);
        m.storeLow(memory, context.counter(), counters.block(end.get(0)));
        m.storeLow(memory, context.hash(), end.get(1));
    }

    /**
     * Hashes and decrypts a chunk.
     *
     * @param current the register of counter blocks, and the hash
     */
    private List<Vector> decryptChunk(Lanes lanes, int rounds, Address memory, CounterBlocks counters, List<Vector> current, Address in, Address out, boolean isPerLane) {
        Machine m = lanes.machine();
        // Data lie across cache lines, and are slow to be read twice.
        IntFunction<Vector> text = lanes.hasAvx512() ? chunk(i -> m.load(width, in, i * width.bytes()))::get : vectorsAt(m, in, 0);
        Ghash ghash = ghashChunk(lanes, memory, text, current.get(1), isPerLane);
        gctrChunk(lanes, rounds, memory, counters, current.get(0), text, out, ghash);
        return List.of(counters.next(current.get(0)), ghash.finish());
    }

    private List<Vector> chunk(IntFunction<Vector> vector) {
        return IntStream.range(0, vectors).mapToObj(vector).toList();
    }

    /** Clears all of the context. */
    public void clear(Machine m, Address memory) {
        Vector zero = m.load(new Lanes(m, width).everywhere(0, 0));
        for (int i = 0; i < context.bytes(); i += width.bytes()) {
            m.storeVector(memory, i, zero);
        }
    }
}
