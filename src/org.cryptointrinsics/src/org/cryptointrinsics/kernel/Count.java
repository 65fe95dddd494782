package org.cryptointrinsics.kernel;

/**
 * A number of at least 0 that everybody may know: a length that a kernel or a program was called with, a constant, or what is computed of such. Like an {@link Address}, it
 * cannot be made of data.
 */
public non-sealed interface Count extends Public {
}
