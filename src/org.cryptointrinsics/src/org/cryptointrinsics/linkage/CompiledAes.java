package org.cryptointrinsics.linkage;

import java.util.Map;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.stub.AesArgument;
import org.cryptointrinsics.stub.AesGcmStub;
import org.cryptointrinsics.stub.AesPart;

import jdk.graal.compiler.nodes.ValueNode;
import jdk.vm.ci.meta.JavaKind;

/** An {@link AesGcmStub} of a kernel, for one length of the key and one direction. Thread-safe. */
public final class CompiledAes extends CompiledStub {

    /** Enough of the stack to clear what was decrypted, also in the interpreter. */
    private static final int STACK_TO_CLEAR = 8192;

    private final boolean isEncryption;

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param rounds of AES: 10, 12 or 14; any if there is no key
     * @param isEncryption whether to encrypt or to decrypt, if that is not the same
     */
    public CompiledAes(AesPart part, int rounds, boolean isEncryption, AesGcmKernel kernel, String name, CompilerContext context) {
        super(AesGcmStub.descriptor(name), kernel, context, linkage -> AesGcmStub.of(part, rounds, isEncryption, kernel, context, linkage));
        this.isEncryption = isEncryption;
    }

    /** See {@link MethodCompiler#stubCall}. */
    private int spareBytes() {
        return isEncryption ? 0 : STACK_TO_CLEAR;
    }

    /** Makes a method call the stub, one for messages. */
    public AesGcmMethod messageMethod() {
        // The tag is behind the ciphertext.
        int ciphertext = isEncryption ? 8 : 5;
        return AesGcmMethod.create(method -> install(method, spareBytes(), arguments -> new ValueNode[]{arguments.elements(1, JavaKind.Int), arguments.address(5),
                        arguments.address(8), arguments.get(7),
                        arguments.inFrame(Map.of(AesArgument.IV, arguments.elements(2, JavaKind.Byte), AesArgument.AAD, arguments.elements(3, JavaKind.Byte),
                                        AesArgument.AAD_LENGTH, arguments.get(4), AesArgument.TAG, arguments.addressBehind(ciphertext, arguments.get(7)),
                                        AesArgument.TAG_LENGTH, arguments.get(10), AesArgument.STATE, arguments.elements(11, JavaKind.Long),
                                        AesArgument.POSITION, arguments.get(12)))}));
    }

    /** Makes a method call the stub, one for messages or for records of TLS 1.3. */
    public AesRecordMethod recordMethod() {
        int ciphertext = isEncryption ? 10 : 7;
        return AesRecordMethod.create(method -> install(method, spareBytes(), arguments -> new ValueNode[]{arguments.elements(1, JavaKind.Int), arguments.address(7),
                        arguments.address(10), arguments.get(9),
                        arguments.inFrame(Map.of(AesArgument.IV, arguments.inFrame(2, 3), AesArgument.AAD, arguments.address(4), AesArgument.AAD_LENGTH, arguments.get(6),
                                        AesArgument.TAG, arguments.addressBehind(ciphertext, arguments.get(9)),
                                        AesArgument.TAG_LENGTH, arguments.integer(AesContext.BLOCK), AesArgument.POSITION, arguments.integer(0)))}));
    }

    /** Makes a method call the stub, one for blocks. */
    public AesBlocksMethod blocksMethod() {
        return AesBlocksMethod.create(method -> install(method, arguments -> new ValueNode[]{arguments.elements(1, JavaKind.Int), arguments.address(5), arguments.address(7),
                        arguments.get(9),
                        arguments.inFrame(Map.of(AesArgument.COUNTER, arguments.elements(2, JavaKind.Byte), AesArgument.SUBKEY, arguments.elements(3, JavaKind.Long),
                                        AesArgument.STATE, arguments.elements(4, JavaKind.Long)))}));
    }

    /**
     * Calls the stub, from outside of compiled code.
     *
     * @param arguments those that the stub takes; addresses are outside of the heap
     * @return whether the tag is right; true where none is compared
     */
    public boolean crypt(Map<AesArgument, Long> arguments) {
        return (int) callWith(arguments, register(arguments, AesArgument.SESSION_KEY), register(arguments, AesArgument.IN), register(arguments, AesArgument.OUT),
                        (int) register(arguments, AesArgument.LENGTH)) == AesGcmStub.RIGHT;
    }

    private static long register(Map<AesArgument, Long> arguments, AesArgument argument) {
        return arguments.getOrDefault(argument, 0L);
    }
}
