package org.cryptointrinsics.kernel.aes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * AES-GCM (NIST SP 800-38D, 7.1 and 7.2, algorithms 4 and 5): what is done with whole blocks. IV, padding and lengths are the caller's.
 */
final class AesGcm {

    private final Machine m;
    private final AesContext context;
    private final AesParameters parameters;
    private final Address memory;

    AesGcm(Machine m, AesContext context, AesParameters parameters, Address memory) {
        this.m = m;
        this.context = context;
        this.parameters = parameters;
        this.memory = memory;
    }

    AesContext context() {
        return context;
    }

    /** Of the width of the context. */
    Blocks blocks() {
        return blocks(context.width());
    }

    /** Of the width for short messages. */
    Blocks shortBlocks() {
        return blocks(context.shortWidth());
    }

    /** For one after the other. */
    Blocks oneBlock() {
        return blocks(Width.XMM);
    }

    private Blocks blocks(Width width) {
        return new Blocks(m, width, context, memory);
    }

    Aes aes(Blocks blocks) {
        return new Aes(blocks, parameters.rounds());
    }

    /** Of chunks. */
    Gctr gctr(Blocks blocks) {
        return new Gctr(CounterBlocks.of(blocks, context.vectors(), parameters.icb()), aes(blocks));
    }

    /** Encrypts or decrypts vectors of any width, see {@link Gctr#vectors}. */
    void gctr(Blocks blocks, List<Address> inOutCopy, Count n) {
        new Gctr(CounterBlocks.of(blocks, 1, Icb.ANY), aes(blocks)).vectors(parameters.isEncryption(), inOutCopy, n);
    }

    /** Step 1, {@code H = CIPH_K(0)}, and of J0, which is CB, what steps 3 and 6 need: {@code inc32(J0)}, which is CB then, and {@code CIPH_K(J0)}. */
    void begin() {
        Blocks blocks = oneBlock();
        Aes aes = aes(blocks);
        Vector j0 = m.loadByQwords(Width.XMM, memory, context.cb());
        Vector key = aes.firstRoundKey();
        List<Vector> states = new ArrayList<>(List.of(key, m.pxor(blocks.reverse(j0), key)));
        aes.cipher(states);
        m.storeVector(memory, context.h(), blocks.reverse(states.get(0)));
        m.storeVector(memory, context.encryptedJ0(), states.get(1));
        m.storeVector(memory, context.cb(), m.paddd(j0, m.constant(1L, 0L)));
    }

    /** Step 3 for a short message: all vectors at once. CB stays what it is. */
    void gctrShort(int bytes, Address in, Address out) {
        Blocks blocks = shortBlocks();
        Aes aes = aes(blocks);
        CounterBlocks counters = CounterBlocks.of(blocks, bytes / blocks.bytes(), Icb.ANY);
        Vector cb = m.loadLow(blocks.width, memory, context.cb());
        List<Vector> states = new ArrayList<>(counters.ofChunk(counters.register(cb), aes.firstRoundKey()));
        aes.cipher(states);
        for (int i = 0; i < states.size(); i++) {
            int offset = i * blocks.bytes();
            m.storeVector(out, offset, m.pxor(states.get(i), m.memory(blocks.width, in, offset)));
        }
    }

    /**
     * Steps 3 and 5 of algorithm 4 for chunks: encrypts them, and hashes each while the next one is encrypted. The chunk before them was encrypted before.
     *
     * @param last address of the last one of the result
     * @param n how many, at least 1
     */
    void encrypt(Address in, Address out, Address last, Count n) {
        Blocks blocks = blocks().inLoop();
        Gctr gctr = gctr(blocks);
        Ghash ghash = new Ghash(blocks);
        // What was encrypted lies across cache lines, and would be slow to read.
        boolean isInRegisters = blocks.has512Bits();
        List<Vector> first = new ArrayList<>(List.of(gctr.loadCounters(), ghash.loadY()));
        int variables = first.size();
        if (isInRegisters) {
            first.addAll(blocks.load(out, -context.chunkBytes()));
        }
        List<Vector> end = m.repeat(n, List.of(in, out), context.chunkBytes(), first, (data, current) -> {
            IntFunction<Vector> before = isInRegisters ? current.subList(variables, current.size())::get : blocks.inMemory(data.get(1), -context.chunkBytes());
            List<Vector> next = new ArrayList<>();
            List<Vector> c = gctr.chunk(current.get(0), blocks.inMemory(data.get(0), 0), data.get(1), () -> next.add(ghash.chunkBeforeAnother(current.get(1), before)));
            next.addFirst(gctr.next(current.get(0)));
            if (isInRegisters) {
                next.addAll(c);
            }
            return next;
        });
        ghash.storeY(ghash.chunk(end.get(1), isInRegisters ? end.subList(variables, end.size())::get : blocks.inMemory(last, 0)));
        gctr.storeCounters(end.get(0));
    }

    /**
     * Steps 3 and 5 of algorithm 5 for chunks, and for one more: hashes and decrypts each at the same time.
     *
     * @param lastIn address of that one
     * @param lastOut address for its result
     * @param n how many, at least 1
     */
    void decrypt(Address in, Address out, Address lastIn, Address lastOut, Count n) {
        Blocks blocks = blocks().inLoop();
        Gctr gctr = gctr(blocks);
        Ghash ghash = new Ghash(blocks);
        List<Vector> end = m.repeat(n, List.of(in, out), context.chunkBytes(), List.of(gctr.loadCounters(), ghash.loadY()),
                        (data, current) -> decryptChunk(gctr, ghash::chunkBeforeAnother, current, text(blocks, data.get(0)), data.get(1)));
        end = decryptChunk(gctr, ghash::chunk, end, text(blocks, lastIn), lastOut);
        gctr.storeCounters(end.get(0));
        ghash.storeY(end.get(1));
    }

    /**
     * @param current what {@link Gctr#chunk} is given, and Y
     */
    private static List<Vector> decryptChunk(Gctr gctr, BiFunction<Vector, IntFunction<Vector>, Vector> ghash, List<Vector> current, IntFunction<Vector> c, Address out) {
        List<Vector> next = new ArrayList<>();
        gctr.chunk(current.get(0), c, out, () -> next.add(ghash.apply(current.get(1), c)));
        next.addFirst(gctr.next(current.get(0)));
        return next;
    }

    /** The vectors of a chunk that are read twice: they lie across cache lines, and are slow to be read. */
    private static IntFunction<Vector> text(Blocks blocks, Address data) {
        return blocks.has512Bits() ? blocks.load(data, 0)::get : blocks.inMemory(data, 0);
    }

    /** The last step but the comparison, {@code T = GCTR_K(J0, S)}: stores 128 bits, the first of which are the tag. S is Y. */
    void end(Address tag) {
        Vector s = oneBlock().reverse(m.loadByQwords(Width.XMM, memory, context.y()));
        m.storeVector(tag, 0, m.pxor(s, m.load(Width.XMM, memory, context.encryptedJ0())));
    }

    /** Steps 5 and 6 for a short message; see {@link Ghash#shortVectors}. */
    void tagShort(Address data, Address powers, Address tag, Count n) {
        Blocks blocks = shortBlocks();
        Vector s = blocks.reverse(new Ghash(blocks).shortVectors(data, powers, n));
        m.storeLow(tag, 0, m.pxor(s, m.loadLow(blocks.width, memory, context.encryptedJ0())));
    }

    /** Clears all of the context. */
    void clear() {
        clear(0, context.bytes());
    }

    /** Clears what is in the context where it has few powers of H, or none. */
    void clearFewPowers() {
        int first = context.power(AesContext.FEW);
        int end = first + AesContext.FEW * AesContext.BLOCK;
        clear(0, context.powers());
        clear(first, end);
        clear(first + context.foldedPowers(), end + context.foldedPowers());
        clear(context.y(), context.bytes());
    }

    private void clear(int from, int to) {
        Vector zero = m.load(blocks().everywhere(0, 0));
        for (int i = from; i < to; i += context.vectorBytes()) {
            m.storeVector(memory, i, zero);
        }
    }
}
