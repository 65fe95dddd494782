package org.cryptointrinsics.kernel.md5;

import java.util.List;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;

/**
 * MD5 (RFC 1321 section 3.4) on general registers.
 *
 * <p>A step is {@code a = b + ((a + f(b, c, d) + X[k] + T[i]) <<< s)}, and the next step waits for it, so the latency from {@code b} to the new {@code a} is
 * all that counts. Everything without {@code b} is added first. F and I then take 5 cycles a step. G is {@code (b & d) | (c & ~d)}; its two halves have no
 * bit in common, so they are added one by one, {@code c & ~d} before {@code b} is known: 4 cycles. H is {@code (c ^ d) ^ b}: 4 cycles. That makes
 * 16 (5 + 4 + 4 + 5) = 288 cycles a block.
 */
public final class Scalar implements DigestKernel {

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        List<Int> chain = IntStream.range(0, 4).mapToObj(i -> m.load(Size.DWORD, state, 4 * i)).toList();
        List<Int> result = m.repeat(blocks, data, Md5.BLOCK_BYTES, chain, (block, s) -> {
            Int a = s.get(0);
            Int b = s.get(1);
            Int c = s.get(2);
            Int d = s.get(3);
            for (int i = 0; i < Md5.STEPS; i++) {
                int round = i / 16;
                Int x = m.memory(Size.DWORD, block, 4 * Md5.word(i));
                Int early = m.add(m.add(a, m.constant(Md5.constant(i))), x);
                Int sum = switch (round) {
                    case 0 -> m.add(early, m.xor(m.and(m.xor(c, d), b), d));
                    case 1 -> m.add(m.add(early, m.and(m.not(d), c)), m.and(d, b));
                    case 2 -> m.add(early, m.xor(m.xor(c, d), b));
                    default -> m.add(early, m.xor(m.or(m.not(d), b), c));
                };
                a = d;
                d = c;
                c = b;
                b = m.add(m.rol(sum, Md5.shift(i)), b);
            }
            return List.of(m.add(a, s.get(0)), m.add(b, s.get(1)), m.add(c, s.get(2)), m.add(d, s.get(3)));
        });
        for (int i = 0; i < 4; i++) {
            m.storeInteger(state, 4 * i, result.get(i));
        }
    }
}
