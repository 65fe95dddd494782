package org.cryptointrinsics.test;

import java.security.SecureRandom;
import java.util.Random;

/** Gives the same each time it is made. */
@SuppressWarnings("serial")
public final class RepeatableRandom extends SecureRandom {

    private final transient Random random;

    public RepeatableRandom(int seed) {
        random = new Random(seed);
    }

    @Override
    public void nextBytes(byte[] bytes) {
        random.nextBytes(bytes);
    }
}
