package org.cryptointrinsics.kernel.message;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.MessageMachine.Next;
import org.cryptointrinsics.kernel.Public;
import org.cryptointrinsics.kernel.TwoBlockKernel;

/**
 * HMAC (FIPS 198-1, section 4) of a whole message, and, for PBKDF2 (RFC 8018, section 5.2), of its result again and again:
 * {@code H((K0 ^ opad) || H((K0 ^ ipad) || text))}. Both blocks of the key are compressed once, at the same time where the kernel can do so.
 */
public final class Hmac {

    // What is compressed in turn. Steps are those of FIPS 198-1, table 1.
    /** Of step 6: K0 ^ ipad. */
    private static final int INNER_KEY = 0;
    /** Of step 9: K0 ^ opad. */
    private static final int OUTER_KEY = 1;
    /** Of step 6: whole blocks of the text. */
    private static final int TEXT = 2;
    /** Of step 6: the last blocks of the text. */
    private static final int END = 3;
    /** Of step 6, for the next iteration, whose text is the result of this one. */
    private static final int RESULT = 4;
    /** Of step 9: the result of step 6. */
    private static final int OUTER = 5;
    private static final int NEVER = 6;

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;

    /**
     * @param kernel one of {@code algorithm}
     */
    public Hmac(DigestAlgorithm algorithm, DigestKernel kernel) {
        this.algorithm = algorithm;
        this.kernel = kernel;
    }

    /**
     * Computes HMAC.
     *
     * @param initialState address of the initial chaining value, in words
     * @param innerKey address of {@code K0 ^ ipad}, a block
     * @param outerKey address of {@code K0 ^ opad}, a block
     * @param text address of the message
     * @param length of the message in bytes
     * @param suffix the first byte after a message that is hashed
     * @param result address for the result, which may be that of the message
     * @param resultBytes the length of the result, a multiple of 4, at most that of the chaining value
     * @param sum address of what the results of all iterations are added to by XOR, or 0
     * @param iterations how many, at least 1
     */
    public void execute(MessageMachine m, Address initialState, Address innerKey, Address outerKey, Address text, Count length, Count suffix, Address result, Count resultBytes,
                    Address sum, Count iterations) {
        int blockBytes = algorithm.blockBytes();
        ChainingValue value = new ChainingValue(m, algorithm);
        Address inner = value.allocate();
        Address outer = value.allocate();
        value.copy(initialState, inner);
        value.copy(initialState, outer);
        // The CPU does what follows while it waits for these rounds.
        boolean hasKeys = kernel instanceof TwoBlockKernel;
        if (kernel instanceof TwoBlockKernel two) {
            two.compressTwo(m, inner, innerKey, outer, outerKey);
        }
        // The chaining values of the key are needed again, but for the last iteration.
        Address innerCopy = value.allocate();
        Address outerCopy = value.allocate();
        Condition isOnce = m.isLess(iterations, 2);
        Address ofText = m.choose(isOnce, inner, innerCopy);
        Runnable keepInner = () -> m.unless(isOnce, () -> value.copy(inner, innerCopy));
        if (hasKeys) {
            keepInner.run();
        }
        Padding padding = new Padding(m, algorithm);
        Count lastBlocks = padding.pad(text, length, blockBytes, suffix);
        Address ofDigest = padding.allocate(1);
        padding.padBlock(ofDigest, resultBytes, blockBytes, suffix);
        Address sumOfStates = value.allocate();
        m.clear(sumOfStates, algorithm.stateBytes());

        Count one = m.count(1);
        Count blocks = m.dividedBy(length, blockBytes);
        Count firstOfText = m.choose(m.isZero(blocks), m.count(END), m.count(TEXT));
        // From where on a chaining value is compressed as it is.
        Count ofStates = kernel instanceof HmacKernel ? m.choose(m.isLess(resultBytes, algorithm.stateBytes()), m.count(NEVER), m.count(RESULT)) : m.count(NEVER);
        // The kernel is in the code once, in a loop.
        m.loop(List.of(hasKeys ? firstOfText : m.count(INNER_KEY), iterations, inner), variables -> {
            Count step = (Count) variables.get(0);
            Count left = (Count) variables.get(1);
            Address before = (Address) variables.get(2);

            Condition isOfText = m.isLess(step, RESULT);
            List<Public> now = m.choose(isOfText, () -> {
                Condition isEnd = m.isLess(m.count(TEXT), step);
                List<Public> textOrEnd = List.of(ofText, m.choose(isEnd, padding.padded(), text), m.choose(isEnd, lastBlocks, blocks));
                return hasKeys ? textOrEnd : m.choose(m.isLess(m.count(OUTER_KEY), step), () -> textOrEnd, () -> {
                    Condition isInner = m.isLess(step, OUTER_KEY);
                    m.unless(isInner, keepInner);
                    return List.of(m.choose(isInner, inner, outer), m.choose(isInner, innerKey, outerKey), one);
                });
            }, () -> {
                Condition isInner = m.isLess(step, OUTER);
                Address key = m.choose(isInner, inner, outer);
                Address copy = m.choose(isInner, innerCopy, outerCopy);
                Condition isLast = m.isLess(left, 2);
                m.unless(isLast, () -> value.copy(key, copy));
                m.when(m.isLess(step, ofStates), () -> value.putMessage(before, ofDigest, resultBytes, suffix));
                return List.of(m.choose(isLast, key, copy), ofDigest, one);
            });
            Address state = (Address) now.get(0);
            m.choose(m.isLess(step, ofStates), () -> kernel.compress(m, state, (Address) now.get(1), (Count) now.get(2)), () -> {
                if (kernel instanceof HmacKernel hmac) {
                    hmac.compressDigest(m, state, before);
                }
            });

            Condition isOuter = m.isLess(m.count(RESULT), step);
            m.when(isOuter, () -> m.unless(m.isNull(sum), () -> value.add(state, sumOfStates)));
            Count stillLeft = m.choose(isOuter, m.minus(left, one), left);
            return new Next(m.isLess(m.count(0), stillLeft), List.of(next(m, step, firstOfText, hasKeys), stillLeft, state));
        });

        value.putDigest(outer, result, resultBytes);
        m.unless(m.isNull(sum), () -> value.addDigest(sumOfStates, sum, resultBytes));
    }

    /** What comes after a step. */
    private static Count next(MessageMachine m, Count step, Count firstOfText, boolean hasKeys) {
        Count afterText = m.choose(m.isLess(step, OUTER), m.count(OUTER), m.count(RESULT));
        Count next = m.choose(m.isLess(step, END), m.count(END), afterText);
        if (hasKeys) {
            return next;
        }
        return m.choose(m.isLess(step, OUTER_KEY), m.count(OUTER_KEY), m.choose(m.isLess(step, TEXT), firstOfText, next));
    }
}
