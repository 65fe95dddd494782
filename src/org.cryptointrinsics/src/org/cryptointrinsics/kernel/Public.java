package org.cryptointrinsics.kernel;

/** What everybody may know: an {@link Address} or a {@link Count}. Neither can be made of data. */
public sealed interface Public extends Computed permits Address, Count {
}
