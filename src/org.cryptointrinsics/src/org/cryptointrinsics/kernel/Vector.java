package org.cryptointrinsics.kernel;

import org.cryptointrinsics.instruction.Width;

/** A {@link Value} of a {@link Width}, in a vector register. */
public non-sealed interface Vector extends Value {
}
