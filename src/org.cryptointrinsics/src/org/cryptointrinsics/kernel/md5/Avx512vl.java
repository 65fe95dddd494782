package org.cryptointrinsics.kernel.md5;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Vector;

/**
 * MD5 (RFC 1321 section 3.4) with each variable in lane 0 of a vector register, where F, G, H and I are one instruction each.
 *
 * <p>From {@code b} to the new {@code a} there are four instructions: the function, two additions and a rotation. That makes 256 cycles a block where the
 * latency of each is one cycle, against 288 of {@link Scalar}.
 */
public final class Avx512vl implements DigestKernel {

    /**
     * Measured: 23 % faster than {@link Scalar} on Intel's Skylake-X (github.com/animetosho/md5-optimisation), 51 % slower on AMD's Zen 5, where the latency of
     * these instructions is two cycles. Zen 4 was not measured.
     */
    @Override
    public String slowness(Set<CpuFeature> cpu) {
        // HotSpot tells no vendor, but AMD is the only one to have this feature.
        return cpu.contains(CpuFeature.SSE4A) ? "is slower on CPUs of AMD" : null;
    }

    @Override
    public void compress(Machine m, Address state, Address data, Count blocks) {
        List<Vector> chain = IntStream.range(0, 4).mapToObj(i -> m.loadDword(state, 4 * i)).toList();
        List<Vector> result = m.repeat(blocks, data, Md5.BLOCK_BYTES, chain, (block, s) -> {
            Vector a = s.get(0);
            Vector b = s.get(1);
            Vector c = s.get(2);
            Vector d = s.get(3);
            for (int i = 0; i < Md5.STEPS; i++) {
                Vector early = m.paddd(a, m.paddd(m.loadDword(block, 4 * Md5.word(i)), m.constant(Md5.constant(i), 0, 0, 0)));
                // The instruction overwrites its first source, which is copied before: not b, which comes last.
                Vector sum = m.paddd(early, m.vpternlogd(d, c, b, function(i / 16)));
                a = d;
                d = c;
                c = b;
                b = m.paddd(m.vprold(sum, Md5.shift(i)), b);
            }
            return List.of(m.paddd(a, s.get(0)), m.paddd(b, s.get(1)), m.paddd(c, s.get(2)), m.paddd(d, s.get(3)));
        });
        for (int i = 0; i < 4; i++) {
            m.storeDword(state, 4 * i, result.get(i));
        }
    }

    /** F, G, H or I of each combination of bits: bit {@code 4 d + 2 c + b} is the result. */
    private static int function(int round) {
        int d = 0b11110000;
        int c = 0b11001100;
        int b = 0b10101010;
        return 0xFF & switch (round) {
            case 0 -> b & c | ~b & d;
            case 1 -> b & d | c & ~d;
            case 2 -> b ^ c ^ d;
            default -> c ^ (b | ~d);
        };
    }
}
