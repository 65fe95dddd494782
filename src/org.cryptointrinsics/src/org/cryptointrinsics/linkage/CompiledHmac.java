package org.cryptointrinsics.linkage;

import java.util.Map;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.stub.HmacArgument;
import org.cryptointrinsics.stub.HmacStub;

import jdk.graal.compiler.nodes.ValueNode;
import jdk.vm.ci.meta.JavaKind;

/** The {@link HmacStub} of a kernel. Thread-safe. */
public final class CompiledHmac extends CompiledStub {

    private final DigestAlgorithm algorithm;
    private final JavaKind word;

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param kernel a kernel of {@code algorithm}
     */
    public CompiledHmac(DigestAlgorithm algorithm, DigestKernel kernel, String name, CompilerContext context) {
        super(HmacStub.descriptor(name), kernel, context, linkage -> new HmacStub(context, linkage, algorithm, kernel));
        this.algorithm = algorithm;
        word = CompiledKernel.element(algorithm.word());
    }

    /** Makes a method call the stub. */
    public HmacMethod method() {
        return HmacMethod.create(algorithm, method -> install(method, arguments -> new ValueNode[]{arguments.inFrame(Map.of(HmacArgument.INITIAL_STATE, arguments.elements(1, word),
                        HmacArgument.INNER_KEY, arguments.elements(2, JavaKind.Byte), HmacArgument.OUTER_KEY, arguments.elements(3, JavaKind.Byte),
                        HmacArgument.MESSAGE, arguments.elements(4, JavaKind.Byte), HmacArgument.LENGTH, arguments.get(5), HmacArgument.SUFFIX, arguments.get(6),
                        HmacArgument.RESULT, arguments.elements(7, JavaKind.Byte), HmacArgument.RESULT_LENGTH, arguments.get(8),
                        HmacArgument.SUM, arguments.address(9), HmacArgument.ITERATIONS, arguments.get(11)))}));
    }

    /**
     * Calls the stub, from outside of compiled code.
     *
     * @param arguments all; addresses are outside of the heap
     */
    public void hmac(Map<HmacArgument, Long> arguments) {
        callWith(arguments);
    }
}
