package org.cryptointrinsics.kernel;

/**
 * An address that a {@link Machine} gave out, or that the kernel was called with. It is no {@link Value}: a kernel can add constants to it, and step through memory in
 * loops, but it cannot make one of data. That is what makes kernels constant time.
 */
public non-sealed interface Address extends Public {
}
