package org.cryptointrinsics.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.cryptointrinsics.bench.ForeignBenchmark.NULL;
import static org.cryptointrinsics.bench.ForeignBenchmark.call;
import static org.cryptointrinsics.bench.ForeignBenchmark.check;
import static org.cryptointrinsics.bench.ForeignBenchmark.function;
import static org.cryptointrinsics.bench.ForeignBenchmark.pointer;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The libcrypto of OpenSSL 3 through the foreign-function API, with reused contexts. */
public class ForeignKeyAgreementBenchmark extends KeyAgreementOperation {

    private static final String NEW_CONTEXT = "EVP_PKEY_CTX_new_from_name";
    private static final int SECRET_BYTES = 32;

    /** Others than OpenSSL 3 may lack some of them. */
    private static final class Functions {
        /** Of {@code context, place of the keys}. */
        static final MethodHandle GENERATE = function("EVP_PKEY_generate", JAVA_INT, ADDRESS, ADDRESS);
        static final MethodHandle FREE = function("EVP_PKEY_free", FunctionDescriptor.ofVoid(ADDRESS));
        static final MethodHandle DERIVE_INIT = function("EVP_PKEY_derive_init", JAVA_INT, ADDRESS);
        /** Of {@code context, the other's key}. */
        static final MethodHandle SET_PEER = function("EVP_PKEY_derive_set_peer", JAVA_INT, ADDRESS, ADDRESS);
        /** Of {@code context, secret, its length}. */
        static final MethodHandle DERIVE = function("EVP_PKEY_derive", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
    }

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment place = arena.allocate(ADDRESS);
    private final MemorySegment length = MemorySegment.ofArray(new long[]{SECRET_BYTES});

    private MemorySegment generator;
    private MemorySegment pair = NULL;
    private MemorySegment theirs;
    private MemorySegment agreement;

    @Override
    void open(Work work) throws Exception {
        if (ForeignBenchmark.SYMBOLS.find(NEW_CONTEXT).isEmpty()) {
            throw lacks(work);
        }
        generator = pointer(NEW_CONTEXT, NULL, arena.allocateFrom(algorithm), NULL);
        if (generator.equals(NULL)) {
            throw lacks(work);
        }
        call("EVP_PKEY_keygen_init", generator);
        theirs = generatePair();
        pair = NULL;
        agreement = pointer("EVP_PKEY_CTX_new_from_pkey", NULL, generatePair(), NULL);
    }

    @Override
    MemorySegment generatePair() {
        try {
            Functions.FREE.invokeExact(pair);
            place.set(ADDRESS, 0, NULL);
            check((int) Functions.GENERATE.invokeExact(generator, place));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        pair = place.get(ADDRESS, 0);
        return pair;
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
