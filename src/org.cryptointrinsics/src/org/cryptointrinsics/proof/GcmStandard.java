package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.List;

import org.cryptointrinsics.proof.GcmTerms.Polynomial;

/**
 * GCM with an IV of 96 bits: SP 800-38D, 7.1 and 7.2, algorithms 4 and 5, in whose words and steps it is written. Blocks are 128 bits in the order of their bytes.
 */
final class GcmStandard {

    /** Chunks whose number is unknown, as one block. */
    record Chunks(Bits data) implements Part {
    }

    /** Bytes. */
    record Known(Bits data) implements Part {
    }

    /** Of a message; all but the last one have whole blocks. */
    sealed interface Part {
        Bits data();
    }

    private final GcmTerms terms;
    /** K. */
    private final Bits roundKeys;
    /** H. */
    private final Bits h;

    GcmStandard(GcmTerms terms, Bits roundKeys) {
        // Step 1.
        this(terms, roundKeys, terms.cipher(terms.key(roundKeys), GcmTerms.ZERO).reverseBytes());
    }

    /** @param h H, its bytes in reverse order */
    GcmStandard(GcmTerms terms, Bits roundKeys, Bits h) {
        this.terms = terms;
        this.roundKeys = terms.key(roundKeys);
        this.h = h;
    }

    /** Step 2. */
    static Bits j0(Bits iv) {
        return Bits.concatenate(List.of(iv, Bits.of(1, Integer.SIZE).reverseBytes()));
    }

    /** Step 3 of algorithm 4, step 4 of algorithm 5: {@code GCTR_K(inc_32(J0), X)}. */
    List<Part> gctr(Bits icb, List<Part> x) {
        Bits cb = icb;
        List<Part> y = new ArrayList<>();
        for (Part part : x) {
            switch (part) {
                case Chunks(Bits data) -> {
                    y.add(new Chunks(data.xor(terms.keyStream(roundKeys, cb))));
                    cb = terms.afterUnknown(cb);
                }
                case Known(Bits data) -> {
                    List<Bits> blocks = new ArrayList<>();
                    for (int i = 0; i < data.width(); i += GcmTerms.BLOCK) {
                        int bits = Math.min(data.width() - i, GcmTerms.BLOCK);
                        blocks.add(data.part(i, bits).xor(terms.cipher(roundKeys, cb).part(0, bits)));
                        cb = terms.increment(cb, 1);
                    }
                    y.add(new Known(Bits.concatenate(blocks)));
                }
            }
        }
        return y;
    }

    /** The counter block after those that are used for whole blocks. */
    Bits after(Bits icb, List<Part> x) {
        Bits cb = icb;
        for (Part part : x) {
            cb = part instanceof Chunks ? terms.afterUnknown(cb) : terms.increment(cb, part.data().width() / GcmTerms.BLOCK);
        }
        return cb;
    }

    /** Step 5, {@code GHASH} of what is padded with zeros, from Y on. */
    Bits ghash(Bits first, List<Part> x) {
        Polynomial y = terms.polynomial(h, first);
        for (Part part : x) {
            switch (part) {
                case Chunks(Bits data) -> y = terms.polynomial(h, terms.absorbUnknown(h, terms.value(y), data));
                case Known(Bits data) -> {
                    for (int i = 0; i < data.width(); i += GcmTerms.BLOCK) {
                        y = terms.absorb(y, data.part(i, Math.min(data.width() - i, GcmTerms.BLOCK)).extend(GcmTerms.BLOCK));
                    }
                }
            }
        }
        return terms.value(y);
    }

    /**
     * The end of step 5, and step 6: T, of 128 bits.
     *
     * @param s GHASH of the additional data and of the ciphertext
     * @param aadLength in bytes, 64 bits
     */
    Bits tag(Bits iv, Bits s, Bits aadLength, Bits length) {
        Bits lengths = Bits.concatenate(List.of(bits(aadLength), bits(length)));
        return terms.value(terms.absorb(terms.polynomial(h, s), lengths)).reverseBytes().xor(terms.cipher(roundKeys, j0(iv)));
    }

    /** {@code [len]_64}. */
    private static Bits bits(Bits bytes) {
        return Bits.concatenate(List.of(Bits.of(0, 3), bytes.part(0, Long.SIZE - 3))).reverseBytes();
    }
}
