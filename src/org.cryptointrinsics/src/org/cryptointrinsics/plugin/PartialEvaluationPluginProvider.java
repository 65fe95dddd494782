package org.cryptointrinsics.plugin;

import org.cryptointrinsics.replacements.PartialEvaluationPlugins;
import org.cryptointrinsics.selection.Report;

import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.phases.util.Providers;
import jdk.graal.compiler.truffle.KnownTruffleTypes;
import jdk.graal.compiler.truffle.substitutions.GraphBuilderInvocationPluginProvider;
import jdk.vm.ci.code.Architecture;

/** Where Truffle's compiler asks for intrinsics of its own. It has those of {@link PluginProvider}, too. */
public final class PartialEvaluationPluginProvider implements GraphBuilderInvocationPluginProvider {

    @Override
    public void registerInvocationPlugins(InvocationPlugins plugins, KnownTruffleTypes types, Providers providers, Architecture architecture,
                    boolean canDelayIntrinsification) {
        if (Surroundings.enter()) {
            try {
                PartialEvaluationPlugins.register(plugins);
                AgentStart.startBeforeTruffle();
            } catch (RuntimeException | Error e) {
                // As in Initialization.
                Report.warnWithoutReport("guest code may not be compiled: this does not fit Truffle's compiler (" + e + "); please report this as a bug");
            }
        }
    }
}
