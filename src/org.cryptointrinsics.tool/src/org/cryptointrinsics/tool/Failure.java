package org.cryptointrinsics.tool;

/** Ends a command with a message for the user. */
final class Failure extends Exception {

    private static final long serialVersionUID = 1L;

    Failure(String message) {
        super(message);
    }
}
