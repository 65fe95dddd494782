package org.cryptointrinsics.kernel.aes;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.Map;

/**
 * A message that is encrypted and decrypted, and whose tags are known. All of it, the key, the IV and the additional authenticated data count upwards from 0; the tags
 * are those of OpenSSL.
 */
public final class AesGcmSelfTest {

    private static final int IV_BYTES = 12;
    private static final int AAD_BYTES = 20;
    /** Several chunks of the widest vectors, blocks, and bytes. */
    private static final int MESSAGE_BYTES = 2007;
    /** By the number of rounds. */
    private static final Map<Integer, String> TAGS = Map.of(10, "28f4ddc59376f81770bc9a9916772b4e", 12, "fa3908b63505e1ca4155417441cd19be", 14,
                    "d10c155108abafddf29697c979464838");

    private AesGcmSelfTest() {
    }

    /** What encrypts or decrypts in memory outside of the heap; the key is expanded, each word of FIPS 197 an {@code int}. */
    @FunctionalInterface
    public interface Crypt {
        boolean crypt(MemorySegment sessionKey, MemorySegment iv, MemorySegment aad, MemorySegment in, MemorySegment out, MemorySegment tag) throws Exception;
    }

    /**
     * Whether {@code crypt} makes the tag that is known, or takes that one only for right, and is the inverse of itself, as counter mode is.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    public static boolean passes(int rounds, boolean isEncryption, Crypt crypt) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment key = arena.allocateFrom(ValueLayout.JAVA_INT, KeyExpansion.expand(count((rounds - 6) * Integer.BYTES)));
            MemorySegment iv = arena.allocateFrom(ValueLayout.JAVA_BYTE, count(IV_BYTES));
            MemorySegment aad = arena.allocateFrom(ValueLayout.JAVA_BYTE, count(AAD_BYTES));
            MemorySegment message = arena.allocateFrom(ValueLayout.JAVA_BYTE, count(MESSAGE_BYTES));
            MemorySegment once = arena.allocate(MESSAGE_BYTES);
            MemorySegment twice = arena.allocate(MESSAGE_BYTES);
            MemorySegment known = arena.allocateFrom(ValueLayout.JAVA_BYTE, HexFormat.of().parseHex(TAGS.get(rounds)));
            MemorySegment tag = isEncryption ? arena.allocate(known.byteSize()) : known;
            boolean isRight = crypt.crypt(key, iv, aad, message, once, tag) == isEncryption && tag.mismatch(known) == -1;
            isRight &= crypt.crypt(key, iv, aad, once, twice, tag);
            return isRight && twice.mismatch(message) == -1;
        }
    }

    private static byte[] count(int bytes) {
        byte[] counting = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            counting[i] = (byte) i;
        }
        return counting;
    }
}
