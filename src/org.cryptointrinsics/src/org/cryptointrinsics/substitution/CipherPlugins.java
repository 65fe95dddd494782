package org.cryptointrinsics.substitution;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.List;

import javax.crypto.Cipher;

import org.cryptointrinsics.selection.AesGcmIntrinsic;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Use;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Substitutions.ReplacementPlugin;

import jdk.graal.compiler.nodes.ComputeObjectAddressNode;
import jdk.graal.compiler.nodes.ConstantNode;
import jdk.graal.compiler.nodes.DeoptimizeNode;
import jdk.graal.compiler.nodes.NodeView;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.calc.AddNode;
import jdk.graal.compiler.nodes.calc.SubNode;
import jdk.graal.compiler.nodes.calc.SignExtendNode;
import jdk.graal.compiler.nodes.extended.ForeignCallNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.replacements.InvocationPluginHelper;
import jdk.vm.ci.meta.DeoptimizationAction;
import jdk.vm.ci.meta.DeoptimizationReason;
import jdk.vm.ci.meta.JavaKind;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Puts {@link AesGcmMessages} in place of {@code Cipher.doFinal}, wherever that is called. */
final class CipherPlugins {

    private CipherPlugins() {
    }

    static void register(InvocationPlugins plugins) {
        Registration cipher = new Registration(plugins, Cipher.class);
        cipher.register(new DoFinalPlugin(Receiver.class, byte[].class));
        cipher.register(new DoFinalPlugin(Receiver.class, ByteBuffer.class, ByteBuffer.class));
        cipher.register(new DoFinalPlugin(Receiver.class, byte[].class, int.class, int.class));
        cipher.register(new DoFinalPlugin(Receiver.class, byte[].class, int.class, int.class, byte[].class));
        cipher.register(new DoFinalPlugin(Receiver.class, byte[].class, int.class, int.class, byte[].class, int.class));
        Registration messages = new Registration(plugins, AesGcmMessages.class);
        messages.register(new CryptPlugin("encrypt128", Use.ENCRYPT_128));
        messages.register(new CryptPlugin("encrypt192", Use.ENCRYPT_192));
        messages.register(new CryptPlugin("encrypt256", Use.ENCRYPT_256));
        messages.register(new CryptPlugin("decrypt128", Use.DECRYPT_128));
        messages.register(new CryptPlugin("decrypt192", Use.DECRYPT_192));
        messages.register(new CryptPlugin("decrypt256", Use.DECRYPT_256));
    }

    private static final class DoFinalPlugin extends ReplacementPlugin {

        DoFinalPlugin(Type... parameters) {
            super(AesGcmMessages.class, "doFinal", parameters);
        }

        @Override
        boolean isReplaceable(GraphBuilderContext b, ResolvedJavaMethod method) {
            Intrinsics intrinsics = Intrinsics.of(b.getForeignCalls());
            if (intrinsics == null || !Substitutions.canReplace(b, method, List.of(intrinsics.aesGcm()), intrinsics.aesGcm().name() + " is off")) {
                return false;
            }
            AesGcmMessages.link();
            return true;
        }
    }

    /** {@code encrypt128} and its kin in {@link AesGcmMessages}. */
    private static final class CryptPlugin extends RequiredInlineOnlyInvocationPlugin {

        private final Use use;

        CryptPlugin(String name, Use use) {
            super(name, int[].class, byte[].class, byte[].class, int.class, Object.class, long.class, int.class, Object.class, long.class, int.class);
            this.use = use;
        }

        @Override
        public boolean execute(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode[] arguments) {
            AesGcmIntrinsic intrinsic = Intrinsics.of(b.getForeignCalls()).aesGcm();
            if (!AesGcmMessages.isReached(use) && !intrinsic.isTurnedOff()) {
                b.add(new DeoptimizeNode(DeoptimizationAction.InvalidateRecompile, DeoptimizationReason.Unresolved));
                return true;
            }
            if (!intrinsic.isOn(use)) {
                b.addPush(JavaKind.Int, ConstantNode.forInt(AesGcmMessages.NOT_DONE));
                return true;
            }
            try (InvocationPluginHelper helper = new InvocationPluginHelper(b, method)) {
                ValueNode sessionKey = helper.arrayStart(b.nullCheckedValue(arguments[0]), JavaKind.Int);
                ValueNode iv = helper.arrayStart(b.nullCheckedValue(arguments[1]), JavaKind.Byte);
                ValueNode aad = helper.arrayStart(b.nullCheckedValue(arguments[2]), JavaKind.Byte);
                ValueNode input = b.add(new ComputeObjectAddressNode(arguments[4], arguments[5]));
                ValueNode length = arguments[6];
                ValueNode output = b.add(new ComputeObjectAddressNode(arguments[7], arguments[8]));
                // The tag is behind the ciphertext.
                int ciphertext = use.isEncryption() ? 7 : 4;
                ValueNode end = b.add(AddNode.create(arguments[ciphertext + 1], b.add(SignExtendNode.create(length, Long.SIZE, NodeView.DEFAULT)), NodeView.DEFAULT));
                ValueNode tag = b.add(new ComputeObjectAddressNode(arguments[ciphertext], end));
                ValueNode isRight = b.add(new ForeignCallNode(use.call(), sessionKey, iv, aad, arguments[3], input, output, length, tag, arguments[9]));
                b.addPush(JavaKind.Int, SubNode.create(ConstantNode.forInt(AesGcmMessages.WRONG), isRight, NodeView.DEFAULT));
                return true;
            }
        }
    }
}
