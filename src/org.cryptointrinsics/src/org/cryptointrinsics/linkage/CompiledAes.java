package org.cryptointrinsics.linkage;

import java.util.Map;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.stub.AesArgument;
import org.cryptointrinsics.stub.AesGcmStub;
import org.cryptointrinsics.stub.AesPart;
import org.cryptointrinsics.stub.Counters;

/** An {@link AesGcmStub} of a kernel, for one length of the key and one direction. Thread-safe. */
public final class CompiledAes extends CompiledStub {

    /**
     * Links the stub, see {@link CompiledKernel#CompiledKernel}.
     *
     * @param rounds of AES: 10, 12 or 14; any if there is no key
     * @param isEncryption whether to encrypt or to decrypt, if that is not the same
     */
    public CompiledAes(AesPart part, int rounds, boolean isEncryption, AesGcmKernel kernel, String name, Counters counters, CompilerContext context) {
        super(AesGcmStub.descriptor(name), kernel, context, linkage -> AesGcmStub.of(part, rounds, isEncryption, kernel, counters, context, linkage));
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
