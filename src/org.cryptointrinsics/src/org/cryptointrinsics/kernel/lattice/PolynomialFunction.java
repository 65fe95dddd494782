package org.cryptointrinsics.kernel.lattice;

/** A function of a {@link PolynomialKernel}. All that it takes and returns is in arrays. */
public interface PolynomialFunction {

    /** How many arrays it takes. */
    int arrays();
}
