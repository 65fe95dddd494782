package org.cryptointrinsics.stub;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.GraphAppender;
import org.cryptointrinsics.graph.GraphMessageMachine.Clearing;
import org.cryptointrinsics.graph.Operand;
import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.GcmBlocks;
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

    // Where arguments are on the stack.
    private static final int AT_IV = Signature.AES.offset(Argument.IV);
    private static final int AT_AAD = Signature.AES.offset(Argument.AAD);
    private static final int AT_AAD_LENGTH = Signature.AES.offset(Argument.AAD_LENGTH);
    private static final int AT_COUNTER = Signature.AES.offset(Argument.COUNTER);
    private static final int AT_SUBKEY = Signature.AES.offset(Argument.SUBKEY);
    private static final int AT_STATE = Signature.AES.offset(Argument.STATE);
    private static final int AT_TAG = Signature.AES.offset(Argument.TAG);
    private static final int AT_TAG_LENGTH = Signature.AES.offset(Argument.TAG_LENGTH);
    private static final int AT_POSITION = Signature.AES.offset(Argument.POSITION);

    private final AesPart part;
    private final AesGcmKernel kernel;
    private final AesParameters parameters;

    /**
     * @param rounds of AES: 10, 12 or 14
     */
    public AesGcmStub(AesPart part, int rounds, boolean isEncryption, AesGcmKernel kernel, CompilerContext context, HotSpotForeignCallLinkage linkage) {
        super("crypt", context, linkage, kernel);
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
    static native int execute(Word sessionKey, Word in, Word out, int length, Word iv, Word aad, int aadLength, Word counter, Word subkey, Word state, Word tag, int tagLength,
                    int position);

    @Snippet
    private static int crypt(Word sessionKey, Word in, Word out, int length, Word arguments) {
        return execute(sessionKey, in, out, length, address(arguments, AT_IV), address(arguments, AT_AAD), integer(arguments, AT_AAD_LENGTH), address(arguments, AT_COUNTER),
                        address(arguments, AT_SUBKEY), address(arguments, AT_STATE), address(arguments, AT_TAG), integer(arguments, AT_TAG_LENGTH),
                        integer(arguments, AT_POSITION));
    }

    @Override
    ValueNode append(GraphAppender appender, ValueNode... arguments) {
        ValueNode[] result = new ValueNode[1];
        appendProgram(appender, Clearing.VECTORS, machine -> result[0] = Operand.node(execute(machine, arguments)));
        return result[0];
    }

    private Count execute(MessageMachine m, ValueNode... arguments) {
        Address sessionKey = Operand.ofAddress(arguments[0]);
        Address in = Operand.ofAddress(arguments[1]);
        Address out = Operand.ofAddress(arguments[2]);
        Count length = Operand.ofCount(arguments[3]);
        Address iv = Operand.ofAddress(arguments[4]);
        Address aad = Operand.ofAddress(arguments[5]);
        Count aadLength = Operand.ofCount(arguments[6]);
        Address counter = Operand.ofAddress(arguments[7]);
        Address subkey = Operand.ofAddress(arguments[8]);
        Address state = Operand.ofAddress(arguments[9]);
        Address tag = Operand.ofAddress(arguments[10]);
        Count tagLength = Operand.ofCount(arguments[11]);
        Count position = Operand.ofCount(arguments[12]);
        if (part.isOfMessage()) {
            GcmMessage message = new GcmMessage(m, kernel, parameters, sessionKey, iv, length, aad, aadLength, tag, tagLength);
            return part == AesPart.VERIFIED ? message.decryptVerified(in, out, length)
                            : message.crypt(in, out, length, part == AesPart.RECORD ? AesPart.END_OF_RECORD : 0, position, state);
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
