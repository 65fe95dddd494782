package org.cryptointrinsics.compilation;

import java.util.Map;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.stub.HashStub;

import jdk.vm.ci.meta.JavaKind;

/** The {@link HashStub} of a kernel. Thread-safe. */
public final class CompiledHash extends CompiledStub {

    private final JavaKind word;

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param kernel a kernel of {@code algorithm}
     */
    public CompiledHash(DigestAlgorithm algorithm, DigestKernel kernel, String name, CompilerContext context) {
        super(Signature.HASH, HashStub.descriptor(name), kernel, context, linkage -> new HashStub(context, linkage, algorithm, kernel));
        word = CompiledKernel.element(algorithm.word());
    }

    /** Makes a method call the stub. */
    HashMethod method() {
        return MethodCode.create(MethodTemplates.Hash.class, this, method -> install(method, arguments -> arguments.array(Argument.INITIAL_STATE, word) //
                        .bytes(Argument.MESSAGE, Argument.LENGTH).number(Argument.SUFFIX).address(Argument.RESULT).number(Argument.RESULT_LENGTH)));
    }

    /**
     * Calls the stub, from outside of compiled code.
     *
     * @param initialState address of the initial chaining value, in words, outside of the heap
     * @param message address of the message, outside of the heap
     * @param length of the message in bytes
     * @param suffix the first byte after the message
     * @param digest address for the digest, outside of the heap
     * @param digestBytes the length of the digest, a multiple of 4, at most that of the chaining value
     */
    public void hash(long initialState, long message, int length, int suffix, long digest, int digestBytes) {
        call(Map.of(Argument.INITIAL_STATE, initialState, Argument.MESSAGE, message, Argument.LENGTH, (long) length, Argument.SUFFIX, (long) suffix, Argument.RESULT, digest,
                        Argument.RESULT_LENGTH, (long) digestBytes));
    }
}
