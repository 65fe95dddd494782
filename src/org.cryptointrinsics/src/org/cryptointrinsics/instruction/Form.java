package org.cryptointrinsics.instruction;

/**
 * Where an instruction's operands stand: R is ModRM.reg, M is ModRM.rm (a register or memory), V is VEX.vvvv, I is an immediate byte. The destination comes
 * first. The legacy scheme has no V: there an instruction with V overwrites its first source.
 */
public enum Form {
    /** {@code R = op(V, M)}. */
    RVM(2, false),
    /** {@code R = op(V, M, I)}. */
    RVMI(2, true),
    /** {@code R = op(M)}. */
    RM(1, false),
    /** {@code R = op(M)}; M is memory. */
    RX(1, false),
    /** {@code R = op(M, I)}. */
    RMI(1, true),
    /** {@code V = op(M, I)}, ModRM.reg extends the opcode. */
    VMI(1, true),
    /** {@code M = op(M)}, ModRM.reg extends the opcode. */
    M(1, false),
    /** {@code M = op(R)}; M may be memory. */
    MR(1, false),
    /** {@code op(M)}, without a result; M is memory, ModRM.reg extends the opcode. */
    X(0, false),
    /** {@code R = op(R, M, XMM0)}. */
    RM0(3, false),
    /** {@code R = op(R, M)}; M is a register. */
    RRM(2, false),
    /** {@code R = op(R, V, M)}; M is a register. */
    RRVM(3, false),
    /** {@code R = op(R, V, M, I)}. */
    RRVMI(3, true);

    private final int sources;
    private final boolean immediate;

    Form(int sources, boolean immediate) {
        this.sources = sources;
        this.immediate = immediate;
    }

    /** Number of register or memory operands read. */
    public int sources() {
        return sources;
    }

    public boolean hasImmediate() {
        return immediate;
    }

    /** Whether the destination is M. */
    public boolean writesM() {
        return switch (this) {
            case M, MR -> true;
            case RVM, RVMI, RM, RX, RMI, VMI, X, RM0, RRM, RRVM, RRVMI -> false;
        };
    }

    /** Whether there is a V. */
    public boolean hasV() {
        return switch (this) {
            case RVM, RVMI, VMI, RRVM, RRVMI -> true;
            case RM, RX, RMI, M, MR, X, RM0, RRM -> false;
        };
    }

    /** Whether the destination register is also the first source. */
    public boolean overwrites(Scheme scheme) {
        return switch (this) {
            case RVM, RVMI, VMI -> scheme == Scheme.LEGACY;
            case M, RM0, RRM, RRVM, RRVMI -> true;
            case RM, RX, RMI, MR, X -> false;
        };
    }

    /** Whether the last source may be in memory. */
    public boolean allowsMemorySource() {
        return switch (this) {
            case RVM, RVMI, RM, RX, RMI, RRVMI -> true;
            case VMI, M, MR, X, RM0, RRM, RRVM -> false;
        };
    }
}
