package org.cryptointrinsics.verification;

import java.util.Arrays;

import org.cryptointrinsics.precompiled.CodeLibrary.Function;
import org.cryptointrinsics.precompiled.CodeLibrary.Variant;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.code.Code;

import jdk.internal.misc.Unsafe;

/** Machine code that was made when the project was built. */
public final class PrecompiledCode {

    /** No matter where: it is position-independent. But it is aligned. */
    private static final long ANYWHERE = 1L << 32;

    private PrecompiledCode() {
    }

    /** A function as it is in its file, whatever CPU that is for. */
    public static Code of(Variant variant, Function function) {
        return of(variant.read(), function);
    }

    private static Code of(byte[] file, Function function) {
        return Code.ofFunction(ANYWHERE + function.begin(), ANYWHERE + function.entry(), Arrays.copyOfRange(file, function.begin(), function.end()),
                        function.stackBytes());
    }

    /**
     * A function as it is in memory, where it is called.
     *
     * @throws ProofException if that is not what is in its file, the SHA-256 of which is that of the index
     */
    public static Code ofMemory(Variant variant, Function function) {
        byte[] file = variant.readVerified();
        byte[] mapped = new byte[file.length];
        Unsafe.getUnsafe().copyMemory(null, variant.address(function) - function.entry(), mapped, Unsafe.ARRAY_BYTE_BASE_OFFSET, mapped.length);
        if (!Arrays.equals(file, mapped)) {
            throw new ProofException("in memory, it is not what is in its file");
        }
        return of(mapped, function);
    }
}
