package org.cryptointrinsics.workload;

/** Something is not installed; the message says what, and how to get it. */
final class MissingException extends Exception {

    private static final long serialVersionUID = 1;

    MissingException(String message) {
        super(message);
    }
}
