package org.cryptointrinsics.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.cryptointrinsics.bench.ForeignBenchmark.check;
import static org.cryptointrinsics.bench.ForeignBenchmark.function;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The libcrypto of OpenSSL 3 through the foreign-function API, with reused contexts. */
public class ForeignKeyAgreementBenchmark extends KeyAgreementOperation {

    private static final int SECRET_BYTES = 32;

    /** Others than OpenSSL 3 may lack some of them. */
    private static final class Functions {
        static final MethodHandle DERIVE_INIT = function("EVP_PKEY_derive_init", JAVA_INT, ADDRESS);
        /** Of {@code context, the other's key}. */
        static final MethodHandle SET_PEER = function("EVP_PKEY_derive_set_peer", JAVA_INT, ADDRESS, ADDRESS);
        /** Of {@code context, secret, its length}. */
        static final MethodHandle DERIVE = function("EVP_PKEY_derive", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
    }

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment length = MemorySegment.ofArray(new long[]{SECRET_BYTES});

    private ForeignKeyGenerator generator;
    private MemorySegment theirs;
    private MemorySegment agreement;

    @Override
    void open(Work work) throws Exception {
        generator = ForeignKeyGenerator.of(algorithm, arena);
        if (generator == null) {
            throw lacks(work);
        }
        theirs = ForeignKeyGenerator.of(algorithm, arena).next();
        agreement = ForeignKeyGenerator.context(generator.next());
    }

    @Override
    MemorySegment generatePair() {
        return generator.next();
    }

    @Override
    byte[] secret() {
        byte[] secret = new byte[SECRET_BYTES];
        try {
            check((int) Functions.DERIVE_INIT.invokeExact(agreement));
            check((int) Functions.SET_PEER.invokeExact(agreement, theirs));
            check((int) Functions.DERIVE.invokeExact(agreement, MemorySegment.ofArray(secret), length));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        return secret;
    }
}
