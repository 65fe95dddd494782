package org.cryptointrinsics.linkage;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesGcm;
import org.cryptointrinsics.stub.AesCtrStub;
import org.cryptointrinsics.stub.Counters;

/** The {@link AesCtrStub} of a kernel, for one length of the key. Thread-safe. */
public final class CompiledAesCtr extends CompiledStub {

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param rounds of AES: 10, 12 or 14
     */
    public CompiledAesCtr(AesGcm kernel, int rounds, String name, Counters counters, CompilerContext context) {
        super(AesCtrStub.descriptor(name), kernel, context, linkage -> new AesCtrStub(context, linkage, kernel, rounds, counters));
    }

    /**
     * Calls the stub, from outside of compiled code. All addresses are outside of the heap.
     *
     * @param sessionKey address of the JDK's key schedule: each word of FIPS 197 an {@code int}
     * @param counter address of the next counter block, which is advanced
     * @param in address of the data
     * @param out address for the result, at {@code in}, before it or elsewhere
     * @param length of the data in bytes, a multiple of 16
     */
    public void crypt(long sessionKey, long counter, long in, long out, int length) {
        call(sessionKey, counter, in, out, length);
    }
}
