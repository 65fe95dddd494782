package org.cryptointrinsics.compilation;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.stub.HmacStub;

import jdk.vm.ci.meta.JavaKind;

/** The {@link HmacStub} of a kernel. Thread-safe. */
public final class CompiledHmac extends CompiledStub {

    private final JavaKind word;

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param kernel a kernel of {@code algorithm}
     */
    public CompiledHmac(DigestAlgorithm algorithm, DigestKernel kernel, String name, CompilerContext context) {
        super(Signature.HMAC, HmacStub.descriptor(name), kernel, context, linkage -> new HmacStub(context, linkage, algorithm, kernel));
        word = CompiledKernel.element(algorithm.word());
    }

    /** Makes a method call the stub. */
    HmacMethod method() {
        return MethodCode.create(MethodTemplates.Hmac.class, this, method -> install(method, arguments -> arguments.array(Argument.INITIAL_STATE, word) //
                        .array(Argument.INNER_KEY, JavaKind.Byte).array(Argument.OUTER_KEY, JavaKind.Byte).array(Argument.MESSAGE, JavaKind.Byte).number(Argument.LENGTH) //
                        .number(Argument.SUFFIX).array(Argument.RESULT, JavaKind.Byte).number(Argument.RESULT_LENGTH).address(Argument.SUM).number(Argument.ITERATIONS)));
    }
}
