package org.cryptointrinsics.kernel.aes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/** GCTR (NIST SP 800-38D, 6.5, algorithm 3) of whole blocks. CB, the next counter block, is in memory before and after. */
final class Gctr {

    private final Machine m;
    private final Blocks blocks;
    private final CounterBlocks counters;
    private final Aes aes;

    Gctr(CounterBlocks counters, Aes aes) {
        this.m = counters.m;
        this.blocks = counters.blocks;
        this.counters = counters;
        this.aes = aes;
    }

    /** What {@link #chunk} is given for the first chunk. */
    Vector loadCounters() {
        int cb = blocks.context.cb();
        return counters.register(blocks.width == Width.XMM ? m.loadByQwords(Width.XMM, blocks.memory, cb) : m.loadLow(blocks.width, blocks.memory, cb));
    }

    /** What it is given for the next chunk. */
    Vector next(Vector current) {
        return counters.next(current);
    }

    void storeCounters(Vector current) {
        m.storeLow(blocks.memory, blocks.context.cb(), counters.cb(current));
    }

    /**
     * {@code Y_i = X_i ^ CIPH_K(CB_i)} of a chunk. All of X, and what the other instructions read, is read before anything is written where it lies.
     *
     * @param x the vectors
     * @param y address for the result
     * @param others instructions that have nothing to do with these, and are executed at the same time
     * @return the result
     */
    List<Vector> chunk(Vector current, IntFunction<Vector> x, Address y, Runnable others) {
        List<Vector> states = new ArrayList<>(counters.ofChunk(current, aes.firstRoundKey()));
        m.weave(() -> aes.rounds(states), others);
        Vector key = aes.lastRoundKey();
        for (int i = 0; i < states.size(); i++) {
            states.set(i, m.aesenclast(states.get(i), m.pxor(key, x.apply(i))));
            m.storeVector(y, i * blocks.bytes(), states.get(i));
        }
        return states;
    }

    /**
     * Encrypts or decrypts chunks.
     *
     * @param n how many, at least 1
     */
    void chunks(Address in, Address out, Count n) {
        aes.keepRoundKeys();
        storeCounters(m.repeat(n, List.of(in, out), blocks.context.chunkBytes(), List.of(loadCounters()), (data, current) -> {
            chunk(current.getFirst(), blocks.inMemory(data.get(0), 0), data.get(1), () -> {
            });
            return List.of(next(current.getFirst()));
        }).getFirst());
    }

    /**
     * Encrypts or decrypts vectors one by one.
     *
     * @param inOutCopy addresses of the data, for the result, and for a copy of the ciphertext
     * @param n how many, at least 1
     */
    void vectors(boolean isEncryption, List<Address> inOutCopy, Count n) {
        storeCounters(m.repeat(n, inOutCopy, blocks.bytes(), List.of(loadCounters()), (data, current) -> {
            Vector x = m.load(blocks.width, data.get(0), 0);
            List<Vector> cb = counters.ofChunk(current.getFirst(), aes.firstRoundKey());
            aes.cipher(cb);
            Vector y = m.pxor(cb.getFirst(), x);
            m.storeVector(data.get(1), 0, y);
            m.storeVector(data.get(2), 0, isEncryption ? y : x);
            return List.of(next(current.getFirst()));
        }).getFirst());
    }
}
