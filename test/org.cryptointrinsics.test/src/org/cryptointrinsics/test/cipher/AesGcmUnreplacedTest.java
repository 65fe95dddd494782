package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertFalse;

import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Where {@code Cipher.init} does more than to initialize, it is left to the JDK. */
@Category(EveryTier.class)
public class AesGcmUnreplacedTest {

    private static final int KEY_BYTES = 16;
    private static final int TAG_BYTES = 16;

    @Rule public final Fork fork = new Fork();

    @Test
    public void limitedPolicy() throws Exception {
        Security.setProperty("crypto.policy", "limited");
        assertLeftToTheJdk();
    }

    @Test
    @Fork.Options("-Djava.security.debug=provider")
    public void printed() throws Exception {
        assertLeftToTheJdk();
    }

    private static void assertLeftToTheJdk() throws Exception {
        for (int mode : new int[]{Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
            Cipher cipher = AesGcmReference.cipher(mode, new byte[KEY_BYTES], new byte[12], new byte[0], TAG_BYTES);
            Jit.methods(CipherCalls.COMPILED.getClass(), "init").forEach(Jit::compile);
            for (byte value = 1; value < 3; value++) {
                AlgorithmParameterSpec parameters = new GCMParameterSpec(Byte.SIZE * TAG_BYTES, new byte[]{value, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
                assertFalse(CipherCalls.isReplaced(cipher, () -> CipherCalls.COMPILED.init(cipher, mode, new SecretKeySpec(new byte[KEY_BYTES], "AES"), parameters)));
            }
        }
    }
}
