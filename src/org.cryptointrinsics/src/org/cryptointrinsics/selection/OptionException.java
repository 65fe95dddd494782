package org.cryptointrinsics.selection;

/** An option asks for what cannot be done. The message names the option. */
public final class OptionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    OptionException(String message) {
        super(message);
    }
}
