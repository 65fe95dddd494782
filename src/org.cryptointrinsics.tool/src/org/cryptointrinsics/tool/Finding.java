package org.cryptointrinsics.tool;

/**
 * What was found, in plain words.
 *
 * @param advice what to do, or null
 */
record Finding(Kind kind, String what, String advice) {

    enum Kind {
        FITS("ok"),
        /** Worth knowing: less is gained than could be, or nothing is known. */
        NOTE("note"),
        /** It keeps kernels from being used. */
        PROBLEM("PROBLEM");

        private static final int WIDTH = 9;

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label + " ".repeat(WIDTH - label.length());
        }
    }

    static Finding fits(String what) {
        return new Finding(Kind.FITS, what, null);
    }

    static Finding note(String what, String advice) {
        return new Finding(Kind.NOTE, what, advice);
    }

    static Finding problem(String what, String advice) {
        return new Finding(Kind.PROBLEM, what, advice);
    }

    @Override
    public String toString() {
        return kind + what + (advice == null ? "" : System.lineSeparator() + " ".repeat(Kind.WIDTH) + "-> " + advice);
    }
}
