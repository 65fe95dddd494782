package org.cryptointrinsics.test.provider;

import java.security.MessageDigest;
import java.security.Provider;

/** A provider with an MD5 of its own. */
public final class OtherProvider extends Provider {

    private static final long serialVersionUID = 1L;

    OtherProvider() {
        super("Other", "1", "");
        putService(new Service(this, "MessageDigest", "MD5", MD5.class.getName(), null, null));
    }

    /** Every digest is zero. */
    public static final class MD5 extends MessageDigest implements Cloneable {

        public MD5() {
            super("MD5");
        }

        @Override
        protected void engineUpdate(byte input) {
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
        }

        @Override
        protected byte[] engineDigest() {
            return new byte[16];
        }

        @Override
        protected void engineReset() {
        }
    }
}
