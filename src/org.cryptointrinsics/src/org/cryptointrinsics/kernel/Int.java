package org.cryptointrinsics.kernel;

import org.cryptointrinsics.instruction.Size;

/** A {@link Value} of a {@link Size}, in a general-purpose register. */
public non-sealed interface Int extends Value {
}
