package org.cryptointrinsics.kernel;

/** What a kernel computes with. What is behind it, such as a number or a node of a graph, is the affair of the {@link Machine} that made it. */
public sealed interface Value extends Computed permits Vector, Int {
}
