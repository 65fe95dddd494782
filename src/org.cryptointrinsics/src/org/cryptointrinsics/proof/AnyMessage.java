package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.List;

/**
 * A message of any data: parts whose lengths are known, one after the other, of which one may be any number of whole blocks that nothing is known of.
 *
 * @param parts their bits, or {@link #BLOCKS}
 * @param length that of all, in bytes, 64 bits
 */
record AnyMessage(List<Bits> parts, Bits length) {

    /** Some whole blocks, at least one. */
    static final Bits BLOCKS = Bits.of(0, 0);

    static AnyMessage of(Bits bits) {
        return new AnyMessage(List.of(bits), Bits.of(bits.width() / Byte.SIZE, Long.SIZE));
    }

    /** One that comes after this one, whose length is known. */
    AnyMessage followedBy(Variables variables, AnyMessage other) {
        List<Bits> all = new ArrayList<>(parts);
        all.addAll(other.parts);
        return new AnyMessage(all, variables.add(other.length, length));
    }
}
