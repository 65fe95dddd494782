package org.cryptointrinsics.instruction;

/** Width of a vector register. */
public enum Width {
    XMM(16),
    YMM(32),
    ZMM(64);

    private final int bytes;

    Width(int bytes) {
        this.bytes = bytes;
    }

    public int bytes() {
        return bytes;
    }

    /**
     * @throws IllegalArgumentException if no vector register has {@code bytes} bytes
     */
    public static Width ofBytes(int bytes) {
        for (Width width : values()) {
            if (width.bytes == bytes) {
                return width;
            }
        }
        throw new IllegalArgumentException("no vector register has " + bytes + " bytes");
    }
}
