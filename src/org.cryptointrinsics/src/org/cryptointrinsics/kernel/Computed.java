package org.cryptointrinsics.kernel;

/** What a machine computes: a {@link Value}, which may be secret, or what is {@link Public}. */
public sealed interface Computed permits Value, Public {
}
