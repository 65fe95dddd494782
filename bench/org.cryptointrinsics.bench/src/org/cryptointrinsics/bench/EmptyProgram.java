package org.cryptointrinsics.bench;

/** Does nothing. */
final class EmptyProgram {

    private EmptyProgram() {
    }

    public static void main(@SuppressWarnings("unused") String[] args) {
    }
}
