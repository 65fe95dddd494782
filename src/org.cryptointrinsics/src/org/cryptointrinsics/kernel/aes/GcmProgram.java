package org.cryptointrinsics.kernel.aes;

import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.Vector;

/** What programs for GCTR, GHASH and AES-GCM have in common: data of any public length by the functions of a kernel, which take chunks, vectors or blocks. */
abstract class GcmProgram {

    static final int BLOCK = AesContext.BLOCK;

    final MessageMachine m;
    final AesContext context;
    final AesParameters parameters;
    /** The context. */
    final Address memory;
    final Count none;
    private final AesGcmKernel kernel;

    GcmProgram(MessageMachine m, AesGcmKernel kernel, AesParameters parameters) {
        this.m = m;
        this.kernel = kernel;
        this.parameters = parameters;
        context = kernel.context();
        memory = allocate(context.bytes());
        none = m.count(0);
    }

    /** Memory of the program, aligned to vectors lest they lie across cache lines. */
    final Address allocate(int bytes) {
        return m.scratch(bytes, context.vectorBytes());
    }

    final void call(AesGcmFunction function, Address... addresses) {
        call(function, null, addresses);
    }

    final void call(AesGcmFunction function, Count count, Address... addresses) {
        kernel.execute(m, function, parameters, Stream.concat(Stream.of(memory), Stream.of(addresses)).toList(), count);
    }

    /** As {@link #call}, but does nothing if {@code count} is 0. */
    private void callIfAny(AesGcmFunction function, Count count, Address... addresses) {
        m.unless(m.isZero(count), () -> call(function, count, addresses));
    }

    final Address y() {
        return m.plus(memory, context.y());
    }

    final Address cb() {
        return m.plus(memory, context.cb());
    }

    /** Address of the highest power of H that so many blocks need. */
    final Address power(Count blocks) {
        return m.plus(memory, m.minus(m.count(context.power(0)), m.times(blocks, BLOCK)));
    }

    /** How many bytes whole chunks have. */
    final Count inChunks(Count length) {
        return m.times(m.dividedBy(length, context.chunkBytes()), context.chunkBytes());
    }

    final boolean hasVectors() {
        return context.vectorBytes() != BLOCK;
    }

    /** Encrypts or decrypts whole blocks in counter mode. */
    final void gctr(Address in, Address out, Count length) {
        Count done = gctrChunks(in, out, length);
        Address rest = m.plus(out, done);
        gctrRest(m.plus(in, done), rest, rest, m.minus(length, done));
    }

    /** Encrypts or decrypts chunks in counter mode; returns their size. */
    final Count gctrChunks(Address in, Address out, Count length) {
        callIfAny(AesGcmFunction.GCTR_CHUNKS, m.dividedBy(length, context.chunkBytes()), in, out);
        return inChunks(length);
    }

    /**
     * Encrypts or decrypts whole blocks in counter mode, vectors first.
     *
     * @param copy where another copy of the ciphertext is written
     */
    final void gctrRest(Address in, Address out, Address copy, Count length) {
        Count done = none;
        if (hasVectors()) {
            Count vectors = m.dividedBy(length, context.vectorBytes());
            callIfAny(AesGcmFunction.GCTR_VECTORS, vectors, in, out, copy);
            done = m.times(vectors, context.vectorBytes());
        }
        callIfAny(AesGcmFunction.GCTR_BLOCKS, m.dividedBy(m.minus(length, done), BLOCK), m.plus(in, done), m.plus(out, done), m.plus(copy, done));
    }

    /** Hashes whole blocks. */
    final void ghash(Address data, Count length) {
        callIfAny(AesGcmFunction.GHASH_CHUNKS, m.dividedBy(length, context.chunkBytes()), data);
        Count chunks = inChunks(length);
        Count done = chunks;
        if (hasVectors()) {
            Count vectors = m.times(m.dividedBy(m.minus(length, chunks), context.vectorBytes()), context.vectorBytes());
            m.unless(m.isZero(vectors), () -> ghashRest(m.plus(data, chunks), vectors, none));
            done = m.plus(chunks, vectors);
        }
        Count blocks = m.dividedBy(m.minus(length, done), BLOCK);
        Address rest = m.plus(data, done);
        m.unless(m.isZero(blocks), () -> call(AesGcmFunction.GHASH_BLOCKS, blocks, rest, power(blocks)));
    }

    /** How many bytes are missing before data that end where a vector of so many bytes ends. */
    final Count padding(Count length, int vectorBytes) {
        return m.remainder(m.minus(m.count(vectorBytes), m.remainder(length, vectorBytes)), vectorBytes);
    }

    /**
     * Hashes whole vectors, a chunk at most.
     *
     * @param padding how many bytes at the beginning are zero and not of the message
     */
    final void ghashRest(Address data, Count length, Count padding) {
        Address powers = power(m.dividedBy(length, BLOCK));
        if (hasVectors()) {
            call(AesGcmFunction.GHASH_VECTORS, m.dividedBy(length, context.vectorBytes()), data, powers, m.plus(powers, padding));
        } else {
            call(AesGcmFunction.GHASH_BLOCKS, m.dividedBy(length, BLOCK), data, powers);
        }
    }

    /** Hashes one block. */
    final void ghashBlock(Address block) {
        call(AesGcmFunction.GHASH_BLOCKS, m.count(1), block, m.plus(memory, context.power(1)));
    }

    /**
     * Encrypts or decrypts chunks, and hashes the ciphertext.
     *
     * @return the size of the chunks
     */
    final Count cryptChunks(Address in, Address out, Count length) {
        int chunkBytes = context.chunkBytes();
        Count chunks = m.dividedBy(length, chunkBytes);
        m.unless(m.isZero(chunks), () -> {
            Count more = m.minus(chunks, 1);
            Count last = m.times(more, chunkBytes);
            if (parameters.isEncryption()) {
                call(AesGcmFunction.GCTR_CHUNKS, m.count(1), in, out);
                m.choose(m.isZero(more), () -> call(AesGcmFunction.GHASH_CHUNKS, m.count(1), out),
                                () -> call(AesGcmFunction.ENCRYPT, more, m.plus(in, chunkBytes), m.plus(out, chunkBytes), m.plus(out, last)));
            } else {
                m.choose(m.isZero(more), () -> {
                    call(AesGcmFunction.GHASH_CHUNKS, m.count(1), in);
                    call(AesGcmFunction.GCTR_CHUNKS, m.count(1), in, out);
                }, () -> call(AesGcmFunction.DECRYPT, more, in, out, m.plus(in, last), m.plus(out, last)));
            }
        });
        return m.times(chunks, chunkBytes);
    }

    /** Stores zeros in whole blocks. */
    final void clearBlocks(Address address, Count length) {
        Vector zero = m.load(m.constant(new byte[BLOCK]));
        m.forEach(m.dividedBy(length, BLOCK), List.of(address), BLOCK, block -> m.storeVector(block.getFirst(), 0, zero));
    }

    /** Stores a block. */
    final void put(Address address, Int low, Int high) {
        m.storeInteger(address, 0, low);
        m.storeInteger(address, Long.BYTES, high);
    }

    final Int low(Address block) {
        return m.load(Size.QWORD, block, 0);
    }

    final Int high(Address block) {
        return m.load(Size.QWORD, block, Long.BYTES);
    }

    /** Stores a block of zeros, eight bytes at a time. */
    final void clearBlock(Address address) {
        put(address, m.value(none), m.value(none));
    }

    /** Copies a block of two numbers of 64 bits with these in reverse order. */
    final void swap(Address from, Address to) {
        put(to, high(from), low(from));
    }

    /** Copies a block with its bytes in reverse order. */
    final void reverse(Address from, Address to) {
        put(to, m.reverseBytes(high(from)), m.reverseBytes(low(from)));
    }
}
