package org.cryptointrinsics.proof.specification;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * HMAC of FIPS 198-1, section 4, and what RFC 8018, section 5.2, makes of it. Names are those of the standards.
 *
 * @param <M> a message, or a digest
 */
public final class Fips198<M> {

    private final UnaryOperator<M> h;
    private final BinaryOperator<M> concatenation;

    /**
     * @param h H, the hash function, all of whose results have one length
     */
    public Fips198(UnaryOperator<M> h, BinaryOperator<M> concatenation) {
        this.h = h;
        this.concatenation = concatenation;
    }

    /**
     * Steps 5, 6, 8 and 9.
     *
     * @param inner {@code K0 ^ ipad}, the result of step 4
     * @param outer {@code K0 ^ opad}, the result of step 7
     */
    public M mac(M inner, M outer, M text) {
        return h.apply(concatenation.apply(outer, h.apply(concatenation.apply(inner, text))));
    }

    /** U_1, U_2 and so on of PBKDF2's function F, for the text {@code S || INT (i)}. */
    public List<M> iterations(M inner, M outer, M text, int c) {
        List<M> u = new ArrayList<>(List.of(mac(inner, outer, text)));
        while (u.size() < c) {
            u.add(mac(inner, outer, u.getLast()));
        }
        return u;
    }
}
