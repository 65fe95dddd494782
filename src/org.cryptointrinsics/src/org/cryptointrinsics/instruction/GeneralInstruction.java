package org.cryptointrinsics.instruction;

/** Instructions that kernels are not made of, but that a compiler puts around them: moves, address arithmetic, comparisons, jumps, and what begins and ends a function. */
public enum GeneralInstruction {
    /** {@code R = M}, or {@code M = R}, or {@code M = immediate}. */
    MOV,
    /** {@code R = M} of 8 or 16 bits, extended by zeros. */
    MOVZX,
    /** {@code R = M} of 8, 16 or 32 bits, extended by the sign. */
    MOVSX,
    /** {@code R =} the address of M. */
    LEA,
    ADD,
    OR,
    AND,
    SUB,
    XOR,
    /** Subtracts, and keeps the flags only. */
    CMP,
    /** ANDs, and keeps the flags only. */
    TEST,
    IMUL,
    INC,
    DEC,
    NEG,
    NOT,
    ROL,
    ROR,
    SHL,
    SHR,
    SAR,
    // Of BMI2: R = M, shifted by V.
    SHLX,
    SHRX,
    SARX,
    BSWAP,
    PUSH,
    POP,
    /** To M, or to the next instruction plus the immediate. */
    JMP,
    /** To the next instruction plus the immediate if a condition holds. */
    JCC,
    SETCC,
    CMOVCC,
    CALL,
    RET,
    NOP,
    VZEROUPPER
}
