package org.cryptointrinsics.tool;

/** Ends a command with a message for the user. */
public final class Failure extends Exception {

    private static final long serialVersionUID = 1L;

    public Failure(String message) {
        super(message);
    }
}
