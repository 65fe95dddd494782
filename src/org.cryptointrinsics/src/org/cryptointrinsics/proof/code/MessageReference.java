package org.cryptointrinsics.proof.code;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.SymbolicMachine;
import org.cryptointrinsics.proof.UninterpretedMeanings;
import org.cryptointrinsics.proof.Variables;

/** What the standards make of a kernel: digests of messages, and HMAC. */
final class MessageReference {

    private final DigestAlgorithm algorithm;
    private final DigestKernel kernel;
    private final Variables variables;

    MessageReference(DigestAlgorithm algorithm, DigestKernel kernel, Variables variables) {
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.variables = variables;
    }

    private SymbolicMachine machine() {
        return new SymbolicMachine(variables, new UninterpretedMeanings(variables));
    }

    private int blockBits() {
        return algorithm.blockBytes() * Byte.SIZE;
    }

    private Bits compressed(Bits state, Bits blocks) {
        int count = blocks.width() / blockBits();
        if (count == 0) {
            return state;
        }
        SymbolicMachine machine = machine();
        Region memory = machine.kept("the state", state);
        kernel.compress(machine, memory.address(), new Region("the blocks", blocks, false).address(), machine.count(count));
        return memory.content();
    }

    /**
     * The end of a message: RFC 1321, 3.1 and 3.2, FIPS 180-4, 5.1, FIPS 202, B.2.
     *
     * @param bits of the whole message
     */
    private Bits padded(Bits end, long bits) {
        List<Bits> parts = new ArrayList<>(List.of(end, Bits.of(algorithm.suffix(), Byte.SIZE)));
        int lengthBits = algorithm.lengthBytes() * Byte.SIZE;
        parts.add(Bits.of(0, Math.floorMod(-(end.width() + Byte.SIZE + lengthBits), blockBits())));
        Bits length = Bits.of(bits, lengthBits);
        parts.add(algorithm.order() == ByteOrder.LITTLE_ENDIAN ? length : length.reverseBytes());
        Bits padded = Bits.concatenate(parts);
        return algorithm.isSponge() ? padded.xor(Bits.concatenate(List.of(Bits.of(0, padded.width() - 1), Bits.of(1, 1)))) : padded;
    }

    /** The state after a message, of which a part was compressed before. */
    private Bits afterMessage(Bits state, int bitsBefore, Bits message) {
        int whole = message.width() / blockBits() * blockBits();
        Bits end = message.part(whole, message.width() - whole);
        return compressed(compressed(state, message.part(0, whole)), padded(end, bitsBefore + (long) message.width()));
    }

    /** The first bytes of a state. */
    private Bits digest(Bits state, int bytes) {
        Bits all = algorithm.order() == ByteOrder.LITTLE_ENDIAN ? state
                        : Bits.concatenate(state.split(algorithm.word().bits()).stream().map(Bits::reverseBytes).toList());
        return all.part(0, bytes * Byte.SIZE);
    }

    Bits hash(Bits initial, Bits message, int bytes) {
        return digest(afterMessage(initial, 0, message), bytes);
    }

    /**
     * HMAC (FIPS 198-1) of a message, of the result, and so on.
     *
     * @param innerKey {@code K0 ^ ipad}
     * @param outerKey {@code K0 ^ opad}
     * @return the results
     */
    List<Bits> hmac(Bits initial, Bits innerKey, Bits outerKey, Bits message, int bytes, int iterations) {
        List<Bits> keys = keys(initial, innerKey, outerKey);
        List<Bits> results = new ArrayList<>();
        Bits inner = afterMessage(keys.getFirst(), blockBits(), message);
        for (int i = 1; i <= iterations; i++) {
            Bits outer = afterDigest(keys.getLast(), inner, bytes);
            results.add(digest(outer, bytes));
            inner = afterDigest(keys.getFirst(), outer, bytes);
        }
        return results;
    }

    /** The states after the blocks of the key. */
    private List<Bits> keys(Bits initial, Bits innerKey, Bits outerKey) {
        if (!(kernel instanceof TwoBlockKernel two)) {
            return List.of(compressed(initial, innerKey), compressed(initial, outerKey));
        }
        SymbolicMachine machine = machine();
        List<Region> states = List.of(machine.kept("a state", initial), machine.kept("a state", initial));
        two.compressTwo(machine, states.getFirst().address(), new Region("a key", innerKey, false).address(), states.getLast().address(),
                        new Region("a key", outerKey, false).address());
        return states.stream().map(Region::content).toList();
    }

    /** The state after the digest that another one is of. */
    private Bits afterDigest(Bits state, Bits other, int bytes) {
        if (bytes != algorithm.stateBytes() || !(kernel instanceof HmacKernel hmac)) {
            return afterMessage(state, blockBits(), digest(other, bytes));
        }
        SymbolicMachine machine = machine();
        Region memory = machine.kept("the state", state);
        hmac.compressDigest(machine, memory.address(), new Region("the digest", other, false).address());
        return memory.content();
    }
}
