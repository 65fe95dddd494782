package org.cryptointrinsics.graph;

/** What instructions clear in the end. */
public enum Clearing {
    /** The memory that they have had. */
    MEMORY,
    /** All of the frame, and vector registers. */
    FRAME,
    /** Vector registers: the program clears its memory itself. */
    VECTORS
}
