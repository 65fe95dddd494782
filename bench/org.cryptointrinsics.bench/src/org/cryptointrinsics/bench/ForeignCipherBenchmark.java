package org.cryptointrinsics.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.cryptointrinsics.bench.ForeignBenchmark.NULL;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The libcrypto of OpenSSL, or one like it, through the foreign-function API: four calls for each message, with a reused key.
 */
public class ForeignCipherBenchmark extends CipherMessage {

    /** Of {@code context, type, engine, key, IV, whether to encrypt}. */
    private static final MethodHandle INIT = ForeignBenchmark.function("EVP_CipherInit_ex", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_INT);
    /** Of {@code context, output, its length, input, length}. */
    private static final MethodHandle UPDATE = ForeignBenchmark.function("EVP_CipherUpdate", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_INT);
    /** Of {@code context, output, its length}. */
    private static final MethodHandle FINAL = ForeignBenchmark.function("EVP_CipherFinal_ex", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
    /** Of {@code context, what, size, tag}. */
    private static final MethodHandle CONTROL = ForeignBenchmark.function("EVP_CIPHER_CTX_ctrl", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    private static final int GET_TAG = 0x10;
    private static final int SET_TAG = 0x11;
    private static final int ENCRYPT = 1;
    private static final int DECRYPT = 0;

    private final MemorySegment outputLength = Arena.ofAuto().allocate(JAVA_INT);
    private MemorySegment context;

    @Override
    void open(Work work) throws Exception {
        super.open(work);
        if (contender.equals(Contender.FFM_LOW.name())) {
            throw lacks(work);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment type = ForeignBenchmark.type("EVP_CIPHER_fetch", "EVP_get_cipherbyname", arena.allocateFrom(algorithm));
            if (type.equals(NULL)) {
                throw lacks(work);
            }
            context = newContext();
            init(type, MemorySegment.ofArray(secret.getEncoded()), NULL, work.isEncryption() ? ENCRYPT : DECRYPT);
        }
    }

    private static MemorySegment newContext() {
        try {
            return (MemorySegment) ForeignBenchmark.function("EVP_CIPHER_CTX_new", ADDRESS).invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void init(MemorySegment type, MemorySegment keyBytes, MemorySegment iv, int direction) {
        try {
            ForeignBenchmark.check((int) INIT.invokeExact(context, type, NULL, keyBytes, iv, direction));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void encrypt(byte[] iv, Text from, Text to) {
        init(NULL, NULL, MemorySegment.ofArray(iv), ENCRYPT);
        crypt(from, to);
        control(GET_TAG, to.tag);
    }

    @Override
    void decrypt(byte[] iv, Text from, Text to) {
        init(NULL, NULL, MemorySegment.ofArray(iv), DECRYPT);
        control(SET_TAG, from.tag);
        crypt(from, to);
    }

    private void crypt(Text from, Text to) {
        try {
            ForeignBenchmark.check((int) UPDATE.invokeExact(context, to.data, outputLength, from.data, (int) from.data.byteSize()));
            // Writes nothing, and fails if the tag is wrong.
            ForeignBenchmark.check((int) FINAL.invokeExact(context, to.tag, outputLength));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void control(int what, MemorySegment tag) {
        try {
            ForeignBenchmark.check((int) CONTROL.invokeExact(context, what, TAG_BYTES, tag));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
