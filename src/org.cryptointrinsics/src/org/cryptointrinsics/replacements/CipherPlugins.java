package org.cryptointrinsics.replacements;

import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

import org.cryptointrinsics.replacements.Substitutions.ReplacementPlugin;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.cipher.AesGcmParameters;

import jdk.graal.compiler.nodes.DeoptimizeNode;
import jdk.graal.compiler.nodes.graphbuilderconf.GraphBuilderContext;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.Receiver;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugin.RequiredInlineOnlyInvocationPlugin;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins.Registration;
import jdk.graal.compiler.serviceprovider.SpeculationReasonGroup;
import jdk.vm.ci.meta.DeoptimizationAction;
import jdk.vm.ci.meta.DeoptimizationReason;
import jdk.vm.ci.meta.ResolvedJavaMethod;
import jdk.vm.ci.meta.SpeculationLog;

/** Puts {@link AesGcmParameters} in place of {@code Cipher.init}, and of what makes parameters. */
final class CipherPlugins {

    /** That an IV has 12 bytes, and parameters are valid. */
    private static final SpeculationReasonGroup IV_LENGTH = new SpeculationReasonGroup("GCMParameterSpec.init");

    /** That {@code Cipher.init} is given AES-GCM. */
    private static final SpeculationReasonGroup OTHER_CIPHER = new SpeculationReasonGroup("Cipher.init");

    private static final Function<Intrinsics, Collection<? extends Intrinsic<?>>> CIPHERS = all -> List.of(all.aesGcm());

    private CipherPlugins() {
    }

    static void register(InvocationPlugins plugins) {
        new Registration(plugins, GCMParameterSpec.class).register(new ParametersPlugin());
        Registration initialization = new Registration(plugins, AesGcmParameters.class);
        initialization.register(new LeavePlugin("leave", IV_LENGTH));
        initialization.register(new LeavePlugin("leaveOther", OTHER_CIPHER));
        Registration cipher = new Registration(plugins, Cipher.class);
        cipher.register(new ReplacementPlugin(AesGcmParameters.class, CIPHERS, "init", Receiver.class, int.class, Key.class, AlgorithmParameterSpec.class));
        cipher.register(new ReplacementPlugin(AesGcmParameters.class, CIPHERS, "init", Receiver.class, int.class, Key.class, AlgorithmParameterSpec.class, SecureRandom.class));
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
    private static final class ParametersPlugin extends ReplacementPlugin {

        ParametersPlugin() {
            super(AesGcmParameters.class, CIPHERS, "init", Receiver.class, int.class, byte[].class, int.class, int.class);
        }

        @Override
        boolean isReplaceable(GraphBuilderContext b, ResolvedJavaMethod method) {
            return maySpeculate(b, IV_LENGTH) && super.isReplaceable(b, method);
        }
    }
}
