package org.cryptointrinsics.proof;

/** There is no proof; the message says why. */
public final class ProofException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean isRefutation;

    /** The claim is wrong. */
    public ProofException(String message) {
        this(message, true);
    }

    /**
     * @param isRefutation whether the claim is wrong, not only unproved
     */
    public ProofException(String message, boolean isRefutation) {
        super(message);
        this.isRefutation = isRefutation;
    }

    /** Whether the claim is wrong; otherwise it may be right. */
    public boolean isRefutation() {
        return isRefutation;
    }
}
