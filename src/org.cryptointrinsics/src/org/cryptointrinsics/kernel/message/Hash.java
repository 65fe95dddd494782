package org.cryptointrinsics.kernel.message;

import java.util.List;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Condition;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.MessageMachine.Next;

/** The digest of a whole message: RFC 1321, section 3; FIPS 180-4, section 6; FIPS 202, sections 4 and 6. */
public final class Hash {

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;

    /**
     * @param kernel one of {@code algorithm}
     */
    public Hash(DigestAlgorithm algorithm, DigestKernel kernel) {
        this.algorithm = algorithm;
        this.kernel = kernel;
    }

    /**
     * Hashes a message.
     *
     * @param initialState address of the initial chaining value, in words
     * @param length of the message in bytes
     * @param suffix the first byte after the message
     * @param digest address for the digest
     * @param digestBytes the length of the digest, a multiple of 4, at most that of the chaining value
     */
    public void execute(MessageMachine m, Address initialState, Address message, Count length, Count suffix, Address digest, Count digestBytes) {
        ChainingValue value = new ChainingValue(m, algorithm);
        Address state = value.allocate();
        value.copy(initialState, state);
        Padding padding = new Padding(m, algorithm);
        Count lastBlocks = padding.pad(message, length, 0, suffix);

        // Whole blocks, then the last ones: the kernel is in the code once, in a loop.
        Count blocks = m.dividedBy(length, algorithm.blockBytes());
        Condition isShort = m.isZero(blocks);
        Address first = m.choose(isShort, padding.padded(), message);
        m.loop(List.of(first, m.choose(isShort, lastBlocks, blocks), m.choose(isShort, m.count(0), m.count(1))), data -> {
            kernel.compress(m, state, (Address) data.get(0), (Count) data.get(1));
            return new Next(m.isLess(m.count(0), (Count) data.get(2)), List.of(padding.padded(), lastBlocks, m.count(0)));
        });

        value.putDigest(state, digest, digestBytes);
    }
}
