package org.cryptointrinsics.instruction;

/** Size of a general register operand. */
public enum Size {
    DWORD(4),
    QWORD(8);

    private final int bytes;

    Size(int bytes) {
        this.bytes = bytes;
    }

    public int bytes() {
        return bytes;
    }

    public int bits() {
        return 8 * bytes;
    }

    /** {@code value} with the bits above this size cleared, as a write to the register does. */
    public long truncate(long value) {
        return this == DWORD ? value & 0xFFFF_FFFFL : value;
    }
}
