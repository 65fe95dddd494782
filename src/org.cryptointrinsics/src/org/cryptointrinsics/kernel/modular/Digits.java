package org.cryptointrinsics.kernel.modular;

import java.math.BigInteger;

import org.cryptointrinsics.instruction.Width;

/**
 * How numbers of some bits lie in vectors: as digits to the base of 2<sup>51</sup>, in 64 bits each. AVX512_IFMA multiplies 52 bits, so that a digit need not be carried at once.
 * Digit {@code i} is in vector {@code i mod v} of {@code v}: so to shift by a digit is to take the next vector, and only one of them has to be shifted by a lane.
 */
public record Digits(int bits) {

    /** Of a digit. */
    public static final int BITS = 51;
    public static final Width WIDTH = Width.ZMM;
    public static final int LANES = WIDTH.bytes() / Long.BYTES;

    /** How many vectors a number has. */
    public int vectors() {
        return -Math.floorDiv(-least(), LANES);
    }

    /** How many digits numbers of so many bits have. */
    public int least() {
        return -Math.floorDiv(-bits, BITS);
    }

    /** How many digits are multiplied: a multiple of that of vectors. */
    public int count() {
        return -Math.floorDiv(-least(), vectors()) * vectors();
    }

    /** Of a number in memory. */
    public int bytes() {
        return vectors() * WIDTH.bytes();
    }

    /** Where a digit is in the memory of a number, in bytes. */
    public int offset(int digit) {
        return digit % vectors() * WIDTH.bytes() + digit / vectors() * Long.BYTES;
    }

    /** How many {@code long} a number has. */
    public int longs() {
        return bytes() / Long.BYTES;
    }

    /**
     * Puts a number where it is loaded from.
     *
     * @param number from 0 on, of so many bits
     * @param index where it begins
     */
    public void put(BigInteger number, long[] to, int index) {
        byte[] bigEndian = number.toByteArray();
        for (int digit = 0; digit < least(); digit++) {
            int bit = digit * BITS;
            long word = 0;
            for (int i = Long.BYTES - 1; i >= 0; i--) {
                int place = bigEndian.length - 1 - bit / Byte.SIZE - i;
                word = word << Byte.SIZE | (place < 0 ? 0 : bigEndian[place] & 0xFF);
            }
            to[index + offset(digit) / Long.BYTES] = word >>> bit % Byte.SIZE & (1L << BITS) - 1;
        }
    }

    /** The number that was stored. Its digits may have more bits than theirs. */
    public BigInteger get(long[] from, int index) {
        byte[] bigEndian = new byte[(count() * BITS + Long.SIZE) / Byte.SIZE];
        int place = bigEndian.length;
        long bits = 0;
        int count = 0;
        long carry = 0;
        for (int digit = 0; digit < count(); digit++) {
            carry += from[index + offset(digit) / Long.BYTES];
            bits |= (carry & (1L << BITS) - 1) << count;
            carry >>>= BITS;
            for (count += BITS; count >= Byte.SIZE; count -= Byte.SIZE) {
                bigEndian[--place] = (byte) bits;
                bits >>>= Byte.SIZE;
            }
        }
        bigEndian[--place] = (byte) bits;
        return new BigInteger(1, bigEndian);
    }
}
