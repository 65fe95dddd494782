package org.cryptointrinsics.compilation;

import java.util.Map;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.stub.AesGcmStub;

import jdk.vm.ci.meta.JavaKind;

/** An {@link AesGcmStub} of a kernel, for one length of the key and one direction. Thread-safe. */
public final class CompiledAes extends CompiledStub {

    /** Enough of the stack to clear what was decrypted, also in the interpreter. */
    private static final int STACK_TO_CLEAR = 8192;

    private final boolean isEncryption;

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     */
    public CompiledAes(AesUse use, AesGcmKernel kernel, String name, CompilerContext context) {
        super(Signature.AES, AesGcmStub.descriptor(name), kernel, context,
                        linkage -> new AesGcmStub(use.part(), use.rounds(), use.isEncryption(), kernel, context, linkage));
        isEncryption = use.isEncryption();
    }

    /** See {@link MethodCompiler#stubCall}. */
    private int spareBytes() {
        return isEncryption ? 0 : STACK_TO_CLEAR;
    }

    /** Makes a method call the stub, one for messages. */
    AesGcmMethod messageMethod() {
        return MethodCode.create(MethodTemplates.AesGcm.class, this, method -> install(method, spareBytes(), arguments -> arguments.array(Argument.SESSION_KEY, JavaKind.Int) //
                        .array(Argument.IV, JavaKind.Byte).array(Argument.AAD, JavaKind.Byte).number(Argument.AAD_LENGTH) //
                        .address(Argument.INPUT).number(Argument.LENGTH).address(Argument.OUTPUT).number(Argument.TAG_LENGTH) //
                        .array(Argument.STATE, JavaKind.Long).number(Argument.POSITION).behind(Argument.TAG, ciphertext(), Argument.LENGTH)));
    }

    /** Makes a method call the stub, one for messages or for records of TLS 1.3. */
    AesRecordMethod recordMethod() {
        return MethodCode.create(MethodTemplates.AesRecord.class, this, method -> install(method, spareBytes(), arguments -> arguments.array(Argument.SESSION_KEY, JavaKind.Int) //
                        .twelveBytes(Argument.IV).address(Argument.AAD).number(Argument.AAD_LENGTH) //
                        .address(Argument.INPUT).number(Argument.LENGTH).address(Argument.OUTPUT) //
                        .number(Argument.TAG_LENGTH, AesContext.BLOCK).number(Argument.POSITION, 0).behind(Argument.TAG, ciphertext(), Argument.LENGTH)));
    }

    private Argument ciphertext() {
        return isEncryption ? Argument.OUTPUT : Argument.INPUT;
    }

    /** Makes a method call the stub, one for blocks. */
    AesBlocksMethod blocksMethod() {
        return MethodCode.create(MethodTemplates.AesBlocks.class, this, method -> install(method, arguments -> arguments.array(Argument.SESSION_KEY, JavaKind.Int) //
                        .array(Argument.COUNTER, JavaKind.Byte).array(Argument.SUBKEY, JavaKind.Long).array(Argument.STATE, JavaKind.Long) //
                        .address(Argument.INPUT).address(Argument.OUTPUT).number(Argument.LENGTH)));
    }

    /**
     * Calls the stub, from outside of compiled code.
     *
     * @param arguments those that the stub takes; addresses are outside of the heap
     * @return whether the tag is right; true where none is compared
     */
    public boolean crypt(Map<Argument, Long> arguments) {
        return (int) call(arguments) == AesGcmMethod.RIGHT;
    }
}
