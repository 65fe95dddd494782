package org.cryptointrinsics.kernel;

/** How often a loop goes round, at least once: a number that a kernel was called with, or a constant. Like an {@link Address}, it cannot be made of data. */
public interface Count {
}
