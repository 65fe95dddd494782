package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.proof.specification.Fips197;
import org.cryptointrinsics.proof.specification.Sp80038d;

/** What an {@link AesContext} may have in memory, and what the standards say of it. Blocks are 128 bits in the order of their bytes unless they are told to be reversed. */
public final class AesGcmMemory {

    static final int BLOCK = AesContext.BLOCK * Byte.SIZE;
    private static final int COUNTER = Integer.SIZE;

    private final Variables variables;
    private final AesContext layout;
    private final Fips197<Bits> aes;
    private final Sp80038d<Bits> gcm;
    /** Those that there were. */
    private final Map<List<Bits>, Bits> products = new HashMap<>();
    private Bits content;

    /** Anything. */
    public AesGcmMemory(Variables variables, AesContext layout) {
        this.variables = variables;
        this.layout = layout;
        aes = new Fips197<>(new SymbolicArithmetic(variables, Byte.SIZE), index -> variables.lookUp(Fips197.S_BOX, index));
        gcm = new Sp80038d<>(new SymbolicArithmetic(variables, 1));
        content = variables.input(layout.bytes() * Byte.SIZE);
    }

    Bits content() {
        return content;
    }

    /** Makes it what it was. */
    void reset(Bits before) {
        content = before;
    }

    /** The block at an offset, as it is there. */
    public Bits get(int offset) {
        return content.part(offset * Byte.SIZE, BLOCK);
    }

    public void set(int offset, Bits value) {
        int from = offset * Byte.SIZE;
        int to = from + value.width();
        content = Bits.concatenate(List.of(content.part(0, from), value, content.part(to, content.width() - to)));
    }

    /** How many blocks a chunk has, and how many powers of H there are. */
    int chunk() {
        return layout.chunkBytes() / AesContext.BLOCK;
    }

    /** {@code CIPH_K} of FIPS 197, with the round keys that are there. */
    Bits cipher(int rounds, Bits block) {
        List<List<Bits>> keys = IntStream.rangeClosed(0, rounds).mapToObj(i -> get(layout.roundKey(i)).split(Byte.SIZE)).toList();
        return Bits.concatenate(aes.cipher(block.split(Byte.SIZE), keys));
    }

    /** {@code inc_32}, as often as that, of a reversed block: SP 800-38D, section 6.2. */
    Bits increment(Bits reversed, int times) {
        return Bits.concatenate(List.of(variables.add(reversed.part(0, COUNTER), Bits.of(times, COUNTER)), reversed.part(COUNTER, BLOCK - COUNTER)));
    }

    /** Section 6.5, algorithm 3, of whole blocks: with CB, which it changes. */
    List<Bits> gctr(int rounds, List<Bits> blocks) {
        List<Bits> result = new ArrayList<>();
        for (Bits block : blocks) {
            result.add(block.xor(cipher(rounds, get(layout.cb()).reverseBytes())));
            set(layout.cb(), increment(get(layout.cb()), 1));
        }
        return result;
    }

    /** The bits of a reversed block from left to right. */
    private static List<Bits> standard(Bits reversed) {
        return reversed.split(1).reversed();
    }

    private static Bits reversed(List<Bits> standard) {
        return Bits.concatenate(standard.reversed());
    }

    /** Makes all powers of H, divided by x, variables, and the XOR of their halves what belongs to them. */
    void anyPowers() {
        for (int i = 1; i <= chunk(); i++) {
            set(layout.power(i) + layout.foldedPowers(), folded(get(layout.power(i))));
        }
    }

    Bits folded(Bits block) {
        return block.xor(block.rotateRight(Long.SIZE));
    }

    /** A reversed block, divided by x, as powers of H are kept. */
    public Bits power(Bits reversed) {
        return reversed(divideByX(standard(reversed)));
    }

    /** What becomes {@code v} by {@link Sp80038d#timesX}. */
    private static List<Bits> divideByX(List<Bits> v) {
        Bits last = v.getFirst();
        List<Bits> result = new ArrayList<>();
        for (int i = 0; i < v.size() - 1; i++) {
            result.add(i == 0 || i == 1 || i == 6 ? v.get(i + 1).xor(last) : v.get(i + 1));
        }
        result.add(last);
        return result;
    }

    /** The product of a reversed block and a power of H as it is kept, reversed; or of two of these, as it is kept. */
    public Bits multiply(Bits block, Bits power) {
        return products.computeIfAbsent(List.of(block, power), _ -> reversed(gcm.multiply(standard(block), gcm.timesX(standard(power)))));
    }

    /** GHASH of blocks from Y on, which it changes; of {@code n} blocks, by the powers of H from the {@code n}th on, which comes to the same in a field. */
    public void ghash(List<Bits> blocks) {
        Bits sum = Bits.of(0, BLOCK);
        for (int i = 0; i < blocks.size(); i++) {
            sum = sum.xor(multiply(blocks.get(i).reverseBytes(), get(layout.power(blocks.size() - i))));
        }
        set(layout.y(), sum.xor(multiply(get(layout.y()), get(layout.power(blocks.size())))));
    }

    /**
     * The lanes of Y after a chunk if one more follows, where lane j is of the blocks j, {@code j + lanes}, ... alone. If the sum of each lane j, divided by {@code H^j}, was GHASH
     * of what came before, it is GHASH of that and the chunk then.
     */
    public List<Bits> ghashLanes(List<Bits> lanes, List<Bits> blocks) {
        List<Bits> result = new ArrayList<>();
        for (int j = 0; j < lanes.size(); j++) {
            Bits sum = Bits.of(0, BLOCK);
            for (int i = j; i < blocks.size(); i += lanes.size()) {
                Bits block = blocks.get(i).reverseBytes();
                sum = sum.xor(multiply(i == j ? block.xor(lanes.get(j)) : block, get(layout.power(blocks.size() - i + j))));
            }
            result.add(sum);
        }
        return result;
    }

    /** Ends with a chunk what {@link #ghashLanes} began, and changes Y. */
    public void ghashLast(List<Bits> lanes, List<Bits> blocks) {
        Bits sum = Bits.of(0, BLOCK);
        for (int i = 0; i < blocks.size(); i++) {
            Bits block = blocks.get(i).reverseBytes();
            sum = sum.xor(multiply(i < lanes.size() ? block.xor(lanes.get(i)) : block, get(layout.power(blocks.size() - i))));
        }
        set(layout.y(), sum);
    }

    /** Makes all of it zero. */
    void clear() {
        content = Bits.of(new byte[layout.bytes()]);
    }
}
