package org.cryptointrinsics.kernel.message;

import java.nio.ByteOrder;
import java.util.List;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.MessageMachine;

/** The chaining values of a digest, which a kernel has in memory, in words of native byte order. */
final class ChainingValue {

    private final MessageMachine m;
    private final DigestAlgorithm algorithm;

    ChainingValue(MessageMachine m, DigestAlgorithm algorithm) {
        this.m = m;
        this.algorithm = algorithm;
    }

    /** Memory of the program for one. */
    Address allocate() {
        return m.scratch((algorithm.stateBytes() + Width.XMM.bytes() - 1) / Width.XMM.bytes() * Width.XMM.bytes());
    }

    /** Copies one. */
    void copy(Address from, Address to) {
        int bytes = algorithm.stateBytes();
        int vectors = bytes / Width.XMM.bytes() * Width.XMM.bytes();
        for (int i = 0; i < vectors; i += Width.XMM.bytes()) {
            m.storeVector(to, i, m.load(Width.XMM, from, i));
        }
        if (bytes != vectors) {
            m.storeInteger(to, vectors, m.load(bytes - vectors == Integer.BYTES ? Size.DWORD : Size.QWORD, from, vectors));
        }
    }

    /** Adds a chaining value to another one by XOR. */
    void add(Address value, Address sum) {
        int bytes = algorithm.word().bytes();
        for (int i = 0; i < algorithm.stateBytes(); i += bytes) {
            m.storeInteger(sum, i, m.xor(m.load(algorithm.word(), sum, i), m.load(algorithm.word(), value, i)));
        }
    }

    /** What becomes of eight or four bytes of a digest. */
    @FunctionalInterface
    private interface Store {
        void to(Address address, Size size, Int part);
    }

    /**
     * Stores the first bytes of one as a digest.
     *
     * @param bytes a multiple of 4
     */
    void putDigest(Address state, Address digest, Count bytes) {
        storeDigest(state, digest, bytes, (address, _, part) -> m.storeInteger(address, 0, part));
    }

    /** As {@link #putDigest}, at the begin of a block: a digest that is hashed. Behind four bytes there is the first byte of the padding. */
    void putMessage(Address state, Address block, Count bytes, Count suffix) {
        storeDigest(state, block, bytes, (address, size, part) -> {
            Int last = m.shiftLeft(m.value(suffix), m.count(Integer.SIZE));
            m.storeInteger(address, 0, size == Size.QWORD ? part : m.or(m.zeroExtend(part), last));
        });
    }

    /** As {@link #putDigest}, adds them to what is there by XOR. */
    void addDigest(Address state, Address sum, Count bytes) {
        storeDigest(state, sum, bytes, (address, size, part) -> m.storeInteger(address, 0, m.xor(m.load(size, address, 0), part)));
    }

    private void storeDigest(Address state, Address to, Count bytes, Store store) {
        m.forEach(m.dividedBy(bytes, Long.BYTES), List.of(state, to), Long.BYTES, data -> store.to(data.get(1), Size.QWORD, qword(data.get(0))));
        Count rest = m.remainder(bytes, Long.BYTES);
        Count done = m.minus(bytes, rest);
        m.unless(m.isZero(rest), () -> store.to(m.plus(to, done), Size.DWORD, dword(m.plus(state, done))));
    }

    private boolean isLittleEndian() {
        return algorithm.order() == ByteOrder.LITTLE_ENDIAN;
    }

    /** The next eight bytes of a digest. */
    private Int qword(Address state) {
        if (algorithm.word() == Size.QWORD) {
            Int word = m.load(Size.QWORD, state, 0);
            return isLittleEndian() ? word : m.reverseBytes(word);
        }
        return m.or(m.zeroExtend(dword(state, 0)), m.shiftLeft(m.zeroExtend(dword(state, Integer.BYTES)), m.count(Integer.SIZE)));
    }

    /** The next four bytes of a digest: of a word of 64 bits, the first ones. */
    private Int dword(Address state) {
        return dword(state, isLittleEndian() || algorithm.word() == Size.DWORD ? 0 : Integer.BYTES);
    }

    private Int dword(Address state, int offset) {
        Int word = m.load(Size.DWORD, state, offset);
        return isLittleEndian() ? word : m.reverseBytes(word);
    }
}
