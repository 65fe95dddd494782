package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.kernel.curve25519.Field;
import org.cryptointrinsics.proof.specification.Rfc7748;

/** What limbs are worth as elements of a field, modulo P. */
final class Elements implements Rfc7748.Arithmetic<IntegerPolynomial> {

    private final Field field;
    private final LimbMeanings meanings;
    /** For the lowest limb of an element that is known, what it is by the others. */
    private final Map<IntegerPolynomial, IntegerPolynomial> lowestLimbs = new HashMap<>();

    /**
     * @param field whose limbs there are
     */
    Elements(Field field, LimbMeanings meanings) {
        this.field = field;
        this.meanings = meanings;
    }

    IntegerPolynomial any() {
        return meanings.anyValue(Rfc7748.P.subtract(BigInteger.ONE));
    }

    /** The sum of limbs times their weights, as a number. */
    IntegerPolynomial number(List<Limb> limbs) {
        IntegerPolynomial sum = IntegerPolynomial.ZERO;
        for (int i = 0; i < limbs.size(); i++) {
            sum = sum.add(limbs.get(i).value().multiply(BigInteger.ONE.shiftLeft(field.position(i))));
        }
        return sum;
    }

    IntegerPolynomial value(List<Limb> limbs) {
        return number(limbs).substitute(lowestLimbs).mod(Rfc7748.P);
    }

    /**
     * Any limbs that are worth {@code value}.
     *
     * @param most of each limb
     */
    List<Limb> limbs(IntegerPolynomial value, List<BigInteger> most) {
        List<Limb> limbs = new ArrayList<>();
        if (!meanings.isAnyUnknown()) {
            for (int i = 0; i < most.size(); i++) {
                BigInteger weight = BigInteger.ONE.shiftLeft(field.bits(i));
                limbs.add(Limb.constant(value.constant().shiftRight(field.position(i)).mod(weight)));
            }
            return limbs;
        }
        most.forEach(max -> limbs.add(meanings.any(max)));
        IntegerPolynomial lowest = limbs.getFirst().value();
        lowestLimbs.put(lowest, value.subtract(number(limbs).subtract(lowest)));
        return limbs;
    }

    @Override
    public IntegerPolynomial constant(long value) {
        return IntegerPolynomial.constant(BigInteger.valueOf(value));
    }

    @Override
    public IntegerPolynomial add(IntegerPolynomial a, IntegerPolynomial b) {
        return a.add(b).mod(Rfc7748.P);
    }

    @Override
    public IntegerPolynomial subtract(IntegerPolynomial a, IntegerPolynomial b) {
        return a.subtract(b).mod(Rfc7748.P);
    }

    @Override
    public IntegerPolynomial multiply(IntegerPolynomial a, IntegerPolynomial b) {
        return a.multiply(b).mod(Rfc7748.P);
    }
}
