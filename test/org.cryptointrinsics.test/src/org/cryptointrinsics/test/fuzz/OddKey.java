package org.cryptointrinsics.test.fuzz;

import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Keys that do not behave. */
final class OddKey {

    /** What {@code getEncoded} does. */
    enum Kind {
        OWN_ARRAY,
        COPY,
        CHANGES,
        NULL,
        THROWS,
        EMPTY
    }

    private OddKey() {
    }

    /**
     * @param isSubclass whether it is a {@link SecretKeySpec}
     */
    static SecretKey of(Kind kind, boolean isSubclass, byte[] bytes, String algorithm) {
        return isSubclass ? new OfSubclass(kind, bytes, algorithm) : new OfOwnClass(kind, bytes, algorithm);
    }

    private static byte[] encoded(Kind kind, byte[] bytes) {
        return switch (kind) {
            case OWN_ARRAY -> bytes;
            case COPY -> bytes.clone();
            case CHANGES -> {
                bytes[0]++;
                yield bytes.clone();
            }
            case NULL -> null;
            case THROWS -> throw new IllegalStateException("no encoding");
            case EMPTY -> new byte[0];
        };
    }

    @SuppressWarnings("serial")
    private static final class OfSubclass extends SecretKeySpec {

        private final Kind kind;
        private final byte[] bytes;

        OfSubclass(Kind kind, byte[] bytes, String algorithm) {
            super(bytes, algorithm);
            this.kind = kind;
            this.bytes = bytes;
        }

        @Override
        public byte[] getEncoded() {
            return encoded(kind, bytes);
        }
    }

    @SuppressWarnings("serial")
    private static final class OfOwnClass implements SecretKey {

        private final Kind kind;
        private final byte[] bytes;
        private final String algorithm;

        OfOwnClass(Kind kind, byte[] bytes, String algorithm) {
            this.kind = kind;
            this.bytes = bytes;
            this.algorithm = algorithm;
        }

        @Override
        public String getAlgorithm() {
            return algorithm;
        }

        @Override
        public String getFormat() {
            return "RAW";
        }

        @Override
        public byte[] getEncoded() {
            return encoded(kind, bytes);
        }
    }
}
