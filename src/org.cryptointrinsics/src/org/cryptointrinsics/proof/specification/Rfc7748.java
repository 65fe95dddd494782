package org.cryptointrinsics.proof.specification;

import java.math.BigInteger;
import java.util.List;

/** X25519 of RFC 7748, section 5, and its Montgomery ladder with what stands for any elements. Names are those of the RFC. */
public final class Rfc7748 {

    /** The prime of Curve25519, section 4.1. */
    public static final BigInteger P = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
    public static final int BITS = 255;
    public static final int A24 = 121665;
    private static final int BYTES = 32;

    private Rfc7748() {
    }

    /**
     * Elements of the field.
     *
     * @param <E> an element
     */
    public interface Arithmetic<E> {

        E constant(long value);

        E add(E a, E b);

        E subtract(E a, E b);

        E multiply(E a, E b);
    }

    /**
     * What there is before and after each bit of k.
     *
     * @param <E> an element
     */
    public record Ladder<E>(E x2, E z2, E x3, E z3) {

        /** Before the first bit. */
        public static <E> Ladder<E> of(Arithmetic<E> f, E u) {
            return new Ladder<>(f.constant(1), f.constant(0), u, f.constant(1));
        }

        public Ladder<E> swapped() {
            return new Ladder<>(x3, z3, x2, z2);
        }

        /** What follows the conditional swap. */
        public Ladder<E> step(Arithmetic<E> f, E x1) {
            E a = f.add(x2, z2);
            E aa = f.multiply(a, a);
            E b = f.subtract(x2, z2);
            E bb = f.multiply(b, b);
            E e = f.subtract(aa, bb);
            E c = f.add(x3, z3);
            E d = f.subtract(x3, z3);
            E da = f.multiply(d, a);
            E cb = f.multiply(c, b);
            E sum = f.add(da, cb);
            E difference = f.subtract(da, cb);
            return new Ladder<>(f.multiply(aa, bb), f.multiply(e, f.add(aa, f.multiply(f.constant(A24), e))), f.multiply(sum, sum),
                            f.multiply(x1, f.multiply(difference, difference)));
        }

        public List<E> coordinates() {
            return List.of(x2, z2, x3, z3);
        }
    }

    /** Numbers modulo P. */
    private static final Arithmetic<BigInteger> NUMBERS = new Arithmetic<>() {
        @Override
        public BigInteger constant(long value) {
            return BigInteger.valueOf(value);
        }

        @Override
        public BigInteger add(BigInteger a, BigInteger b) {
            return a.add(b).mod(P);
        }

        @Override
        public BigInteger subtract(BigInteger a, BigInteger b) {
            return a.subtract(b).mod(P);
        }

        @Override
        public BigInteger multiply(BigInteger a, BigInteger b) {
            return a.multiply(b).mod(P);
        }
    };

    /** {@code X25519(k, u)}. */
    public static byte[] x25519(byte[] k, byte[] u) {
        BigInteger scalar = decodeScalar(k);
        BigInteger x1 = decode(u).clearBit(BITS).mod(P);
        Ladder<BigInteger> ladder = Ladder.of(NUMBERS, x1);
        boolean swap = false;
        for (int t = BITS - 1; t >= 0; t--) {
            ladder = (swap != scalar.testBit(t) ? ladder.swapped() : ladder).step(NUMBERS, x1);
            swap = scalar.testBit(t);
        }
        ladder = swap ? ladder.swapped() : ladder;
        return encode(ladder.x2.multiply(ladder.z2.modPow(P.subtract(BigInteger.TWO), P)).mod(P));
    }

    private static BigInteger decodeScalar(byte[] k) {
        return decodeScalar(decode(k));
    }

    /** Of a number of 256 bits. */
    public static BigInteger decodeScalar(BigInteger k) {
        return k.clearBit(0).clearBit(1).clearBit(2).clearBit(BITS).setBit(BITS - 1);
    }

    private static BigInteger decode(byte[] littleEndian) {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = littleEndian[BYTES - 1 - i];
        }
        return new BigInteger(1, bytes);
    }

    private static byte[] encode(BigInteger number) {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = number.shiftRight(i * Byte.SIZE).byteValue();
        }
        return bytes;
    }
}
