package org.cryptointrinsics.linkage;

import org.cryptointrinsics.kernel.lattice.PolynomialFunction;
import org.cryptointrinsics.kernel.lattice.PolynomialKernel;

/** A function of a {@link PolynomialKernel}. */
public abstract class PolynomialMethod extends KernelMethod {

    /**
     * Does what the {@link PolynomialFunction} says. Arrays that it does not take may be null.
     *
     * @return whether that was done; if not, nothing was
     */
    @Inlined
    public final boolean apply(Object first, Object second, Object third, Object fourth) {
        int stripe = Counters.stripe();
        boolean isDone = execute(first, second, third, fourth);
        if (isDone) {
            counters.counts[stripe]++;
            counters.counts[stripe + 1] += 1;
        }
        return isDone;
    }

    /** The kernel, uncounted. */
    protected abstract boolean execute(Object first, Object second, Object third, Object fourth);
}
