package org.cryptointrinsics.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.cryptointrinsics.bench.ForeignBenchmark.NULL;
import static org.cryptointrinsics.bench.ForeignBenchmark.call;
import static org.cryptointrinsics.bench.ForeignBenchmark.check;
import static org.cryptointrinsics.bench.ForeignBenchmark.function;
import static org.cryptointrinsics.bench.ForeignBenchmark.pointer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/** The libcrypto of OpenSSL 3.5 or later through the foreign-function API, with reused contexts: one call for each operation. */
public class ForeignPostQuantumBenchmark extends PostQuantumOperation {

    private static final int SECRET_BYTES = 32;

    /** Others than OpenSSL 3 may lack some of them. */
    private static final class Functions {
        /** Of {@code context, encapsulation, its length, secret, its length}. */
        static final MethodHandle ENCAPSULATE = function("EVP_PKEY_encapsulate", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        /** Of {@code context, secret, its length, encapsulation, length}. */
        static final MethodHandle DECAPSULATE = function("EVP_PKEY_decapsulate", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
        /** Of {@code context, signature, its length, message, length}. */
        static final MethodHandle SIGN = function("EVP_PKEY_sign", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
        /** Of {@code context, signature, length, message, length}. */
        static final MethodHandle VERIFY = function("EVP_PKEY_verify", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
    }

    private final Arena arena = Arena.ofAuto();
    private final long[] length = new long[1];
    private final MemorySegment lengthSegment = MemorySegment.ofArray(length);
    private final MemorySegment secretLengthSegment = MemorySegment.ofArray(new long[]{SECRET_BYTES});

    private ForeignKeyGenerator generator;
    /** Encapsulates or signs. */
    private MemorySegment sender;
    /** Decapsulates or verifies. */
    private MemorySegment receiver;
    /** Of an encapsulation or a signature. */
    private int bytes;

    @Override
    void open(Work work) throws Exception {
        super.open(work);
        generator = ForeignKeyGenerator.of(algorithm, arena);
        if (generator == null) {
            throw lacks(work);
        }
        MemorySegment keys = generator.next();
        sender = ForeignKeyGenerator.context(keys);
        receiver = ForeignKeyGenerator.context(keys);
        bytes = size(keys);
        switch (work) {
            case ENCAPSULATE -> {
                call("EVP_PKEY_encapsulate_init", sender, NULL);
                call("EVP_PKEY_decapsulate_init", receiver, NULL);
            }
            case SIGN, VERIFY -> {
                MemorySegment type = pointer("EVP_SIGNATURE_fetch", NULL, arena.allocateFrom(algorithm), NULL);
                call("EVP_PKEY_sign_message_init", sender, type, NULL);
                call("EVP_PKEY_verify_message_init", receiver, type, NULL);
            }
            default -> {
            }
        }
    }

    private static int size(MemorySegment keys) {
        try {
            return (int) function("EVP_PKEY_get_size", JAVA_INT, ADDRESS).invokeExact(keys);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    MemorySegment generateKeys() {
        return generator.next();
    }

    @Override
    byte[] exchangeSecret() throws GeneralSecurityException {
        byte[] sent = new byte[SECRET_BYTES];
        byte[] received = new byte[SECRET_BYTES];
        MemorySegment encapsulation = MemorySegment.ofArray(new byte[bytes]);
        length[0] = bytes;
        try {
            check((int) Functions.ENCAPSULATE.invokeExact(sender, encapsulation, lengthSegment, MemorySegment.ofArray(sent), secretLengthSegment));
            check((int) Functions.DECAPSULATE.invokeExact(receiver, MemorySegment.ofArray(received), secretLengthSegment, encapsulation, length[0]));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        if (!Arrays.equals(sent, received)) {
            throw new GeneralSecurityException("another secret is decapsulated");
        }
        return received;
    }

    @Override
    byte[] sign(byte[] data) {
        byte[] signature = new byte[bytes];
        length[0] = bytes;
        try {
            check((int) Functions.SIGN.invokeExact(sender, MemorySegment.ofArray(signature), lengthSegment, MemorySegment.ofArray(data), (long) data.length));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return signature;
    }

    @Override
    boolean verify(byte[] data, byte[] signatureOfData) {
        try {
            return (int) Functions.VERIFY.invokeExact(receiver, MemorySegment.ofArray(signatureOfData), (long) signatureOfData.length, MemorySegment.ofArray(data),
                            (long) data.length) == 1;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
