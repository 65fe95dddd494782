package org.cryptointrinsics.proof.curve;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import org.cryptointrinsics.proof.ProofException;

/** A polynomial of any variables with integer coefficients, in normal form: equal if it is the same polynomial. Immutable. */
final class IntegerPolynomial {

    static final IntegerPolynomial ZERO = new IntegerPolynomial(Map.of());

    /** Of a product: those of X25519 have less. What is wrong may have any number. */
    private static final int MOST_PRODUCTS = 100_000;

    /** Coefficients other than 0, by monomials: exponents other than 0 by variables. */
    private final Map<Map<Integer, BigInteger>, BigInteger> terms;

    private IntegerPolynomial(Map<Map<Integer, BigInteger>, BigInteger> terms) {
        this.terms = terms;
    }

    static IntegerPolynomial constant(BigInteger value) {
        return value.signum() == 0 ? ZERO : new IntegerPolynomial(Map.of(Map.of(), value));
    }

    static IntegerPolynomial variable(int number) {
        return new IntegerPolynomial(Map.of(Map.of(number, BigInteger.ONE), BigInteger.ONE));
    }

    IntegerPolynomial add(IntegerPolynomial other) {
        Map<Map<Integer, BigInteger>, BigInteger> sum = new HashMap<>(terms);
        other.terms.forEach((monomial, coefficient) -> addTo(sum, monomial, coefficient));
        return new IntegerPolynomial(sum);
    }

    private static void addTo(Map<Map<Integer, BigInteger>, BigInteger> sum, Map<Integer, BigInteger> monomial, BigInteger coefficient) {
        sum.merge(monomial, coefficient, (a, b) -> {
            BigInteger result = a.add(b);
            return result.signum() == 0 ? null : result;
        });
    }

    IntegerPolynomial subtract(IntegerPolynomial other) {
        return add(other.multiply(BigInteger.ONE.negate()));
    }

    IntegerPolynomial multiply(BigInteger factor) {
        return coefficients(coefficient -> coefficient.multiply(factor));
    }

    IntegerPolynomial multiply(IntegerPolynomial other) {
        if ((long) terms.size() * other.terms.size() > MOST_PRODUCTS) {
            throw new ProofException("multiplies polynomials of " + terms.size() + " and " + other.terms.size() + " terms", false);
        }
        Map<Map<Integer, BigInteger>, BigInteger> product = new HashMap<>();
        terms.forEach((a, coefficient) -> other.terms.forEach((b, factor) -> addTo(product, product(a, b), coefficient.multiply(factor))));
        return new IntegerPolynomial(product);
    }

    private static Map<Integer, BigInteger> product(Map<Integer, BigInteger> a, Map<Integer, BigInteger> b) {
        Map<Integer, BigInteger> product = new TreeMap<>(a);
        b.forEach((variable, exponent) -> product.merge(variable, exponent, (one, other) -> one.add(other).signum() == 0 ? null : one.add(other)));
        return product;
    }

    /** With a polynomial in place of a product of variables, wherever that is a factor. */
    IntegerPolynomial replace(IntegerPolynomial product, IntegerPolynomial value) {
        Map<Integer, BigInteger> factors = product.terms.keySet().iterator().next();
        Map<Map<Integer, BigInteger>, BigInteger> rest = new HashMap<>();
        Map<Map<Integer, BigInteger>, BigInteger> quotient = new HashMap<>();
        terms.forEach((monomial, coefficient) -> {
            if (monomial.keySet().containsAll(factors.keySet())) {
                Map<Integer, BigInteger> others = new TreeMap<>(monomial);
                factors.forEach((variable, exponent) -> others.merge(variable, exponent, (a, b) -> a.equals(b) ? null : a.subtract(b)));
                quotient.put(others, coefficient);
            } else {
                rest.put(monomial, coefficient);
            }
        });
        return quotient.isEmpty() ? this : new IntegerPolynomial(rest).add(new IntegerPolynomial(quotient).multiply(value)).replace(product, value);
    }

    /** What a variable is multiplied with. */
    IntegerPolynomial coefficient(IntegerPolynomial variable) {
        return subtract(replace(variable, ZERO)).replace(variable, constant(BigInteger.ONE));
    }

    boolean isMultiple(BigInteger number) {
        return terms.values().stream().allMatch(coefficient -> coefficient.mod(number).signum() == 0);
    }

    /** Of a multiple. */
    IntegerPolynomial divide(BigInteger number) {
        return coefficients(coefficient -> coefficient.divide(number));
    }

    /** With its coefficients modulo a number. */
    IntegerPolynomial mod(BigInteger modulus) {
        return coefficients(coefficient -> coefficient.mod(modulus));
    }

    private IntegerPolynomial coefficients(UnaryOperator<BigInteger> change) {
        Map<Map<Integer, BigInteger>, BigInteger> changed = new HashMap<>();
        terms.forEach((monomial, coefficient) -> addTo(changed, monomial, change.apply(coefficient)));
        changed.values().removeIf(coefficient -> coefficient.signum() == 0);
        return new IntegerPolynomial(changed);
    }

    /** With polynomials in place of some variables, which are no factors of products. */
    IntegerPolynomial substitute(Map<IntegerPolynomial, IntegerPolynomial> values) {
        IntegerPolynomial result = this;
        for (Map.Entry<Map<Integer, BigInteger>, BigInteger> term : terms.entrySet()) {
            IntegerPolynomial monomial = new IntegerPolynomial(Map.of(term.getKey(), BigInteger.ONE));
            IntegerPolynomial value = values.get(monomial);
            if (value != null) {
                result = result.add(value.subtract(monomial).multiply(term.getValue()));
            }
        }
        return result;
    }

    /** Of a variable, or of a number. */
    IntegerPolynomial power(BigInteger exponent, BigInteger modulus) {
        if (isConstant()) {
            return constant(constant().modPow(exponent, modulus));
        }
        Map<Integer, BigInteger> power = new TreeMap<>(terms.keySet().iterator().next());
        power.replaceAll((_, one) -> one.multiply(exponent));
        return new IntegerPolynomial(Map.of(power, BigInteger.ONE));
    }

    boolean isConstant() {
        return terms.isEmpty() || terms.size() == 1 && terms.containsKey(Map.<Integer, BigInteger> of());
    }

    /** The value of what is constant. */
    BigInteger constant() {
        return terms.getOrDefault(Map.<Integer, BigInteger> of(), BigInteger.ZERO);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof IntegerPolynomial other && terms.equals(other.terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }

    @Override
    public String toString() {
        return terms.toString();
    }
}
