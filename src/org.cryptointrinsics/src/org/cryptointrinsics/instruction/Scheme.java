package org.cryptointrinsics.instruction;

/** The three ways in which x86 encodes an instruction (Intel SDM volume 2, chapters 2.1, 2.3 and 2.7). */
public enum Scheme {
    /** Two operands, the first one overwritten; a vector operand in memory must be aligned to 16 bytes. */
    LEGACY,
    /** Three operands, registers 0 to 15. */
    VEX,
    /** Three operands, registers 0 to 31, displacements scaled. */
    EVEX
}
