package org.cryptointrinsics.linkage;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.stub.HashStub;

import jdk.graal.compiler.nodes.ValueNode;
import jdk.vm.ci.meta.JavaKind;

/** The {@link HashStub} of a kernel. Thread-safe. */
public final class CompiledHash extends CompiledStub {

    private final DigestAlgorithm algorithm;
    private final JavaKind word;

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param kernel a kernel of {@code algorithm}
     */
    public CompiledHash(DigestAlgorithm algorithm, DigestKernel kernel, String name, CompilerContext context) {
        super(HashStub.descriptor(name), kernel, context, linkage -> new HashStub(context, linkage, algorithm, kernel));
        this.algorithm = algorithm;
        word = CompiledKernel.element(algorithm.word());
    }

    /** Makes a method call the stub. */
    public HashMethod method() {
        return HashMethod.create(algorithm, method -> install(method, arguments -> new ValueNode[]{arguments.elements(1, word), arguments.elements(2, JavaKind.Byte),
                        arguments.length(2), arguments.get(3), arguments.address(4), arguments.get(6)}));
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
        call(initialState, message, length, suffix, digest, digestBytes);
    }
}
