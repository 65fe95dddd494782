package org.cryptointrinsics.linkage;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesGcm;
import org.cryptointrinsics.stub.Counters;
import org.cryptointrinsics.stub.GhashStub;

/** The {@link GhashStub} of a kernel. Thread-safe. */
public final class CompiledGhash extends CompiledStub {

    /** Links the stub, see {@link CompiledKernel#CompiledKernel}. */
    public CompiledGhash(AesGcm kernel, String name, Counters counters, CompilerContext context) {
        super(GhashStub.descriptor(name), kernel, context, linkage -> new GhashStub(context, linkage, kernel, counters));
    }

    /**
     * Calls the stub, from outside of compiled code. All addresses are outside of the heap.
     *
     * @param subkey address of the hash subkey, two {@code long}s, the high one first
     * @param state address of the hash, likewise, which is advanced
     * @param data address of the data
     * @param length of the data in bytes, a multiple of 16
     */
    public void hash(long subkey, long state, long data, int length) {
        call(subkey, state, data, length);
    }
}
