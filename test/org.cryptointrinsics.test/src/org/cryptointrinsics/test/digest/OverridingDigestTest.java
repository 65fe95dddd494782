package org.cryptointrinsics.test.digest;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.security.MessageDigest;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Classes that override what is replaced, and call it. */
@Category(EveryTier.class)
public class OverridingDigestTest {

    /** Where there is such a class, calls of others are no longer direct. */
    @Rule public final Fork fork = new Fork();

    /** Counts messages. */
    private static final class Counting extends MessageDigest {

        private final MessageDigest digest;
        private int messages;

        Counting(MessageDigest digest) {
            super(digest.getAlgorithm());
            this.digest = digest;
        }

        @Override
        public byte[] digest(byte[] input) {
            messages++;
            return super.digest(input);
        }

        @Override
        protected void engineUpdate(byte input) {
            digest.update(input);
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
            digest.update(input, offset, length);
        }

        @Override
        protected byte[] engineDigest() {
            return digest.digest();
        }

        @Override
        protected void engineReset() {
            digest.reset();
        }
    }

    @Test
    public void digestCallsTheReplacedMethod() throws Exception {
        for (String algorithm : Reference.ONE_OF_EACH) {
            Counting counting = new Counting(MessageDigest.getInstance(algorithm));
            Jit.compile(Counting.class.getDeclaredMethod("digest", byte[].class));
            byte[] message = Reference.message(1000);
            assertArrayEquals(algorithm, MessageDigest.getInstance(algorithm).digest(message), counting.digest(message));
            assertEquals(algorithm, 1, counting.messages);
        }
    }
}
