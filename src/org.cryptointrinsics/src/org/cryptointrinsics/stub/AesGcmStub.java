package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.Clearing;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.Operand;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.GcmBlocks;
import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.kernel.aes.GcmInputs;
import org.cryptointrinsics.kernel.aes.GcmMessage;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.graalvm.word.LocationIdentity;

import jdk.graal.compiler.api.replacements.Snippet;
import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor.CallSideEffect;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor.Transition;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.word.Word;

/** The machine code of {@link GcmMessage} or of {@link GcmBlocks}. */
public final class AesGcmStub extends KernelSnippetStub {

    private final AesPart part;
    private final AesGcmKernel kernel;
    private final AesParameters parameters;

    /**
     * @param rounds of AES: 10, 12 or 14
     */
    public AesGcmStub(AesPart part, int rounds, boolean isEncryption, AesGcmKernel kernel, CompilerContext context, HotSpotForeignCallLinkage linkage) {
        super("crypt", Signature.AES, context, linkage, kernel);
        this.part = part;
        this.kernel = kernel;
        parameters = part.parameters(rounds, isEncryption);
    }

    /**
     * The signature of the stubs: {@code int (long sessionKey, long in, long out, int length, long arguments)}, see {@link Signature#AES}; {@code arguments} is the address of
     * the others. The result is {@link GcmMessage#RIGHT} or {@link GcmMessage#WRONG}.
     *
     * @param name a Java identifier
     */
    public static HotSpotForeignCallDescriptor descriptor(String name) {
        return new HotSpotForeignCallDescriptor(Transition.LEAF, CallSideEffect.HAS_SIDE_EFFECT, new LocationIdentity[]{LocationIdentity.any()},
                        name, int.class, long.class, long.class, long.class, int.class, long.class);
    }

    /** Becomes a {@link KernelCallNode}. */
    static native int execute(Word sessionKey, Word in, Word out, int length, Word arguments);

    @Snippet
    private static int crypt(Word sessionKey, Word in, Word out, int length, Word arguments) {
        return execute(sessionKey, in, out, length, arguments);
    }

    @Override
    ValueNode append(GraphAppender appender, StubArguments arguments) {
        ValueNode[] result = new ValueNode[1];
        appendProgram(appender, Clearing.VECTORS, machine -> result[0] = Operand.node(execute(machine, arguments)));
        return result[0];
    }

    private Count execute(MessageMachine m, StubArguments arguments) {
        Address sessionKey = arguments.address(Argument.SESSION_KEY);
        Address in = arguments.address(Argument.INPUT);
        Address out = arguments.address(Argument.OUTPUT);
        Count length = arguments.count(Argument.LENGTH);
        Address counter = arguments.address(Argument.COUNTER);
        Address subkey = arguments.address(Argument.SUBKEY);
        Address state = arguments.address(Argument.STATE);
        if (part.isOfMessage()) {
            GcmInputs inputs = new GcmInputs(sessionKey, arguments.address(Argument.IV), arguments.address(Argument.AAD), arguments.count(Argument.AAD_LENGTH),
                            arguments.address(Argument.TAG), arguments.count(Argument.TAG_LENGTH));
            int endBytes = part == AesPart.RECORD ? GcmData.END_OF_RECORD : 0;
            GcmMessage message = GcmMessage.of(m, kernel, parameters, part == AesPart.VERIFIED, inputs);
            return message.execute(new GcmData(in, out, length, endBytes, arguments.count(Argument.POSITION), state));
        }
        GcmBlocks blocks = new GcmBlocks(m, kernel, parameters);
        switch (part) {
            case BLOCKS -> blocks.crypt(sessionKey, in, out, length, counter, subkey, state);
            case COUNTER -> blocks.counterMode(sessionKey, in, out, length, counter);
            default -> blocks.hash(in, length, subkey, state);
        }
        return m.count(GcmMessage.RIGHT);
    }
}
