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

/** Makes pairs of keys by the libcrypto of OpenSSL 3, with a reused context. */
final class ForeignKeyGenerator {

    private static final String NEW_CONTEXT = "EVP_PKEY_CTX_new_from_name";

    /** Others than OpenSSL 3 may lack some of them. */
    private static final class Functions {
        /** Of {@code context, place of the keys}. */
        static final MethodHandle GENERATE = function("EVP_PKEY_generate", JAVA_INT, ADDRESS, ADDRESS);
        static final MethodHandle FREE = function("EVP_PKEY_free", FunctionDescriptor.ofVoid(ADDRESS));
    }

    private final MemorySegment context;
    private final MemorySegment place;
    private MemorySegment keys = NULL;

    private ForeignKeyGenerator(MemorySegment context, Arena arena) {
        this.context = context;
        place = arena.allocate(ADDRESS);
        call("EVP_PKEY_keygen_init", context);
    }

    /** Returns null if the library lacks the algorithm. */
    static ForeignKeyGenerator of(String algorithm, Arena arena) {
        if (ForeignBenchmark.SYMBOLS.find(NEW_CONTEXT).isEmpty()) {
            return null;
        }
        MemorySegment context = pointer(NEW_CONTEXT, NULL, arena.allocateFrom(algorithm), NULL);
        return context.equals(NULL) ? null : new ForeignKeyGenerator(context, arena);
    }

    /** Frees the pair that was made before, of which contexts hold their own share. */
    MemorySegment next() {
        try {
            Functions.FREE.invokeExact(keys);
            place.set(ADDRESS, 0, NULL);
            check((int) Functions.GENERATE.invokeExact(context, place));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        keys = place.get(ADDRESS, 0);
        return keys;
    }

    /** A context for what is done with a pair. */
    static MemorySegment context(MemorySegment keys) {
        return pointer("EVP_PKEY_CTX_new_from_pkey", NULL, keys, NULL);
    }
}
