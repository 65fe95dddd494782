package org.cryptointrinsics.kernel.sha2;

import java.util.List;

import org.cryptointrinsics.kernel.Int;
import org.cryptointrinsics.kernel.Machine;
import org.cryptointrinsics.kernel.Rotation;
import org.cryptointrinsics.kernel.Words;

/**
 * {@link Sha2Rounds} on general registers, with {@code Ch = ((f ^ g) & e) ^ g} and {@code Maj = ((a ^ b) & (b ^ c)) ^ b}, where {@code a ^ b} is the {@code b ^ c} of
 * the next round: 22 operations. The next round waits five cycles for {@code e}. For the 64 rounds of SHA-256 that is 352 cycles a block where four operations are
 * done in a cycle, and at least 320; for the 80 of SHA-512 440 and 400. On Zen 3, without the loop, SHA-512 takes 497: of some thousand orders of the operations none
 * was faster. With the schedule between the rounds, not between their operations, it takes 529, whatever the order.
 */
public final class Sha2GeneralRounds extends Sha2Rounds<Int> {

    private final Sha2 function;
    private final Rotation rotation;
    /** {@code a ^ b} of the last round: {@code b ^ c} of the next one. */
    private Int ab;

    public Sha2GeneralRounds(Machine m, Sha2 function, Rotation rotation) {
        super(m, Words.general(m, function.word()), function);
        this.function = function;
        this.rotation = rotation;
    }

    @Override
    protected void begin(List<Int> v) {
        ab = m.xor(v.get(1), v.get(2));
    }

    /**
     * The functions of e and of a are computed by turns: of 720 orders in which the operations of each function stay together the best is 4 % slower
     * for SHA-256, and 3 % for SHA-512, on Zen 3 with RORX.
     */
    @Override
    protected List<Int> round(int t, List<Int> v, Int sum) {
        Int a = v.get(0);
        Int b = v.get(1);
        Int c = v.get(2);
        Int d = v.get(3);
        Int e = v.get(4);
        Int f = v.get(5);
        Int g = v.get(6);
        Int h = v.get(7);
        Int bc = ab;

        Int upperSigma1 = m.xor(upperSigma1(0, e), upperSigma1(1, e));
        Int ch = m.and(m.xor(f, g), e);
        Int lastOfSigma1 = upperSigma1(2, e);
        Int t1 = m.add(h, sum);
        t1 = m.add(t1, m.xor(ch, g));
        upperSigma1 = m.xor(upperSigma1, lastOfSigma1);
        Int upperSigma0 = upperSigma0(0, a);
        Int nextOfSigma0 = upperSigma0(1, a);
        t1 = m.add(t1, upperSigma1);
        Int lastOfSigma0 = upperSigma0(2, a);
        upperSigma0 = m.xor(upperSigma0, nextOfSigma0);
        ab = m.xor(b, a);
        Int maj = m.and(bc, ab);
        upperSigma0 = m.xor(upperSigma0, lastOfSigma0);
        Int newE = m.add(d, t1);
        Int newA = m.add(m.add(t1, upperSigma0), m.xor(maj, b));
        return List.of(newA, a, b, c, newE, e, f, g);
    }

    /** The {@code i}-th rotation of Sigma0, upper case in the standard. */
    private Int upperSigma0(int i, Int x) {
        return rotation.right(m, function.word(), x, function.upperSigma0().get(i));
    }

    /** The {@code i}-th rotation of Sigma1, upper case in the standard. */
    private Int upperSigma1(int i, Int x) {
        return rotation.right(m, function.word(), x, function.upperSigma1().get(i));
    }
}
