package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assume.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.util.Arrays;

import javax.crypto.Cipher;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/**
 * Where kernels did the blocks of a message in parts, the JDK's objects are left as by the interpreter, which may make the next call, and the other way round.
 */
@Category(EveryTier.class)
public class AesGcmTierTest {

    private static final int PAIRS = 400;
    private static final int ROUNDS = 6;

    @Rule public final Fork fork = new Fork();

    @Test
    public void callsLeaveTheSame() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        BlockMethods methods = new BlockMethods("GaloisCounterMode$GCMEngine.processAAD", "GaloisCounterMode$GCMEngine.doLastBlock",
                        "GaloisCounterMode$GCMEncrypt.doUpdate", "GaloisCounterMode$GCMDecrypt.decryptBlocks", "GaloisCounterMode$EncryptOp.update",
                        "GaloisCounterMode$EncryptOp.doFinal", "GaloisCounterMode$DecryptOp.update", "GaloisCounterMode$DecryptOp.doFinal", "GCTR.doFinal",
                        "GHASH.doFinal", "CounterMode.encrypt");
        CipherPair.takeTurns(methods, Messages::new, PAIRS, ROUNDS);
    }

    /** A message that is encrypted in parts, and then decrypted in others. */
    private static final class Messages extends CipherPair {

        private static final int MOST_PARTS = 4;

        private boolean isEncryption;
        private byte[] key;
        private byte[] iv;
        private byte[] aad;
        private int tagBytes;
        private ByteArrayOutputStream plaintext;
        private ByteArrayOutputStream ciphertext;
        private boolean isFirst;
        private int position;

        Messages(int seed) throws GeneralSecurityException {
            super(AesGcmReference.ALGORITHM, seed);
        }

        private void begin() {
            position = 0;
            isEncryption = !isEncryption;
            if (isEncryption) {
                key = bytes(16 + 8 * random.nextInt(3));
                iv = bytes(random.nextInt(8) == 0 ? 1 + random.nextInt(40) : 12);
                aad = bytes(random.nextInt(4) == 0 ? FEWEST_BYTES + random.nextInt(2000) : random.nextInt(70));
                tagBytes = 12 + random.nextInt(5);
                plaintext = new ByteArrayOutputStream();
                ciphertext = new ByteArrayOutputStream();
            }
        }

        private int length() {
            return switch (random.nextInt(20)) {
                case 0 -> AesGcmReference.LONGEST_PART - 500 + random.nextInt(1000);
                case 1, 2, 3 -> random.nextInt(40);
                case 4, 5 -> random.nextInt(FEWEST_BYTES + 100);
                case 6, 7 -> BLOCK * random.nextInt(100);
                case 8, 9 -> FEWEST_BYTES - BLOCK + random.nextInt(2 * BLOCK);
                default -> FEWEST_BYTES + random.nextInt(3000);
            };
        }

        @Override
        long choose() {
            isFirst = piece() == null || piece().isLast();
            if (isFirst) {
                begin();
            } else {
                position += piece().input().length;
            }
            boolean isLast = position > AesGcmReference.LONGEST_PART || random.nextInt(MOST_PARTS) == 0;
            if (isEncryption) {
                choosePiece(isLast, bytes(length()), MARGIN);
            } else {
                int rest = ciphertext.size() - position;
                int length = isLast ? rest : Math.min(rest, length());
                choosePiece(isLast, Arrays.copyOfRange(ciphertext.toByteArray(), position, position + length), MARGIN);
            }
            return (isFirst ? blocks(aad.length) : 0) + blocksOfPiece();
        }

        private static long blocks(int bytes) {
            return bytes < FEWEST_BYTES ? 0 : bytes / BLOCK;
        }

        /** What is decrypted is kept until the tag is there. */
        private long blocksOfPiece() {
            if (isEncryption) {
                return blocks(piece().input().length - untilBlock(position));
            }
            int length = ciphertext.size() - tagBytes;
            int kept = Math.min(position, length);
            return piece().isLast() ? blocks(kept) + blocks(length - kept - untilBlock(kept)) : 0;
        }

        @Override
        byte[] give(CipherCalls calls, Cipher cipher) throws GeneralSecurityException {
            if (isFirst) {
                AesGcmReference.init(cipher, isEncryption ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, key, iv, aad, tagBytes);
            }
            return crypt(calls, cipher);
        }

        @Override
        protected Object state(Cipher cipher) {
            return CipherState.of(cipher);
        }

        @Override
        protected void end(Object result) {
            if (isEncryption) {
                plaintext.writeBytes(piece().input());
                ciphertext.writeBytes((byte[]) result);
            } else if (piece().isLast()) {
                assertArrayEquals(plaintext.toByteArray(), (byte[]) result);
            }
        }

        @Override
        public String toString() {
            return (isEncryption ? "encryption" : "decryption") + ", key " + hex(key) + ", IV " + hex(iv) + ", additional " + aad.length + ", tag " + tagBytes +
                            ", at " + position + " " + piece().input().length + " bytes, " + piece();
        }
    }

}
