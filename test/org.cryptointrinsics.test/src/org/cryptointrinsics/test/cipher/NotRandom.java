package org.cryptointrinsics.test.cipher;

import java.security.SecureRandom;
import java.util.Arrays;

/** Gives zeros, so that what is done with them can be repeated. */
@SuppressWarnings("serial")
public final class NotRandom extends SecureRandom {

    @Override
    public void nextBytes(byte[] bytes) {
        Arrays.fill(bytes, (byte) 0);
    }
}
