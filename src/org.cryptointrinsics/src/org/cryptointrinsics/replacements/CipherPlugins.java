package org.cryptointrinsics.replacements;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.security.Key;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Collection;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

import org.cryptointrinsics.replacements.Substitutions.ReplacementPlugin;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.cipher.AesGcmBlocks;
import org.cryptointrinsics.substitution.cipher.AesGcmInitialization;
import org.cryptointrinsics.substitution.cipher.AesGcmMessages;
import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.cipher.CipherFields;

import jdk.graal.compiler.nodes.DeoptimizeNode;
import jdk.graal.compiler.nodes.ValueNode;
import jdk.graal.compiler.nodes.debug.BlackholeNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.OptionalLazySymbol;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.serviceprovider.SpeculationReasonGroup;
import jdk.vm.ci.meta.DeoptimizationAction;
import jdk.vm.ci.meta.DeoptimizationReason;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.SpeculationLog;

/**
 * Puts {@link AesGcmInitialization} in place of {@code Cipher.init} and {@link AesGcmMessages} in place of {@code Cipher.doFinal}, wherever these are called, and
 * {@link AesGcmBlocks} in place of what the JDK calls for blocks.
 */
final class CipherPlugins {

    /** That an IV has 12 bytes, and parameters are valid. */
    private static final SpeculationReasonGroup IV_LENGTH = new SpeculationReasonGroup("GCMParameterSpec.init");

    /** That {@code Cipher.init} is given AES-GCM. */
    private static final SpeculationReasonGroup OTHER_CIPHER = new SpeculationReasonGroup("Cipher.init");

    private CipherPlugins() {
    }

    static void register(InvocationPlugins plugins) {
        new Registration(plugins, GCMParameterSpec.class).register(new ParametersPlugin());
        Registration initialization = new Registration(plugins, AesGcmInitialization.class);
        initialization.register(new LeavePlugin("leave", IV_LENGTH));
        initialization.register(new LeavePlugin("leaveOther", OTHER_CIPHER));
        Registration cipher = new Registration(plugins, Cipher.class);
        cipher.register(new CipherPlugin(AesGcmInitialization.class, "init", Receiver.class, int.class, Key.class, AlgorithmParameterSpec.class));
        cipher.register(new CipherPlugin(AesGcmInitialization.class, "init", Receiver.class, int.class, Key.class, AlgorithmParameterSpec.class, SecureRandom.class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, byte[].class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, ByteBuffer.class, ByteBuffer.class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, byte[].class, int.class, int.class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, byte[].class, int.class, int.class, byte[].class));
        cipher.register(new CipherPlugin(AesGcmMessages.class, "doFinal", Receiver.class, byte[].class, int.class, int.class, byte[].class, int.class));
        new Registration(plugins, MessageDigest.class).register(new CipherPlugin(AesGcmMessages.class, "isEqual", byte[].class, byte[].class));
        new Registration(plugins, CipherFields.ENGINE).register(new CipherPlugin(AesGcmBlocks.class, "implGCMCrypt", Receiver.class, ByteBuffer.class, ByteBuffer.class));
        new Registration(plugins, CipherFields.COUNTER_MODE).register(new CipherPlugin(AesGcmBlocks.class, "crypt", Receiver.class, byte[].class, int.class, int.class,
                        byte[].class, int.class));
        Registration gctr = new Registration(plugins, CipherFields.GCTR);
        gctr.register(new CipherPlugin(AesGcmBlocks.class, "update", Receiver.class, ByteBuffer.class, ByteBuffer.class));
        gctr.register(new CipherPlugin(AesGcmBlocks.class, "update", Receiver.class, byte[].class, int.class, int.class, ByteBuffer.class));
        Registration ghash = new Registration(plugins, CipherFields.GHASH);
        ghash.register(new CipherPlugin(AesGcmBlocks.class, "update", Receiver.class, byte[].class, int.class, int.class));
        ghash.register(new CipherPlugin(AesGcmBlocks.class, "update", Receiver.class, ByteBuffer.class, int.class));
        new Registration(plugins, CipherFields.GCM).register(new CipherPlugin(AesGcmBlocks.class, "implGCMCrypt", byte[].class, int.class, int.class, byte[].class,
                        int.class, byte[].class, int.class, new OptionalLazySymbol(CipherFields.GCTR), new OptionalLazySymbol(CipherFields.GHASH)));
        new Registration(plugins, Buffers.class).register(new RequiredInlineOnlyInvocationPlugin("use", byte.class) {
            @Override
            public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver, ValueNode value) {
                b.add(new BlackholeNode(value));
                return true;
            }
        });
    }

    /** Replaces a method of the JDK by the one of that name in a class of ours. */
    private static class CipherPlugin extends ReplacementPlugin {

        CipherPlugin(Class<?> replacement, String name, Type... parameters) {
            super(replacement, name, parameters);
        }

        @Override
        Collection<? extends Intrinsic<?>> intrinsics(Intrinsics all) {
            return List.of(all.aesGcm());
        }

        @Override
        boolean isReplaceable(GraphBuilderContext b, ResolvedJavaMethod method) {
            Intrinsics intrinsics = Intrinsics.of(b.getForeignCalls());
            return intrinsics != null && Substitutions.canReplace(b, method, intrinsics(intrinsics), intrinsics.aesGcm().name() + " is off");
        }
    }

    /** Leaves compiled code to the interpreter, unless it was left for that before. */
    private static final class LeavePlugin extends RequiredInlineOnlyInvocationPlugin {

        private final SpeculationReasonGroup speculation;

        LeavePlugin(String name, SpeculationReasonGroup speculation) {
            super(name);
            this.speculation = speculation;
        }

        @Override
        public boolean apply(GraphBuilderContext b, ResolvedJavaMethod method, Receiver receiver) {
            if (maySpeculate(b, speculation)) {
                b.add(new DeoptimizeNode(DeoptimizationAction.InvalidateRecompile, DeoptimizationReason.RuntimeConstraint, DeoptimizeNode.DEFAULT_DEBUG_ID,
                                b.getGraph().getSpeculationLog().speculate(speculation.createSpeculationReason()), null));
            }
            return true;
        }
    }

    /** Whether it did not fail before in what is compiled. */
    private static boolean maySpeculate(GraphBuilderContext b, SpeculationReasonGroup speculation) {
        SpeculationLog log = b.getGraph().getSpeculationLog();
        return log != null && log.maySpeculate(speculation.createSpeculationReason());
    }

    /** Replaces {@code GCMParameterSpec.init} until it was given something unusual. */
    private static final class ParametersPlugin extends CipherPlugin {

        ParametersPlugin() {
            super(AesGcmInitialization.class, "init", Receiver.class, int.class, byte[].class, int.class, int.class);
        }

        @Override
        boolean isReplaceable(GraphBuilderContext b, ResolvedJavaMethod method) {
            return maySpeculate(b, IV_LENGTH) && super.isReplaceable(b, method);
        }
    }
}
