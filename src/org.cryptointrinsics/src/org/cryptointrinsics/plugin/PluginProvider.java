package org.cryptointrinsics.plugin;

import org.cryptointrinsics.selection.Report;
import org.cryptointrinsics.substitution.DigestPlugins;

import jdk.graal.compiler.hotspot.meta.HotSpotInvocationPluginProvider;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.vm.ci.code.Architecture;

/** Where Graal asks for intrinsics. */
public final class PluginProvider implements HotSpotInvocationPluginProvider {

    @Override
    public void registerInvocationPlugins(Architecture architecture, InvocationPlugins plugins) {
        if (Surroundings.enter()) {
            try {
                DigestPlugins.register(plugins);
            } catch (RuntimeException | Error e) {
                // As in DigestLowering.
                Report.warnWithoutReport("some intrinsics are off: they do not fit this Graal (" + e + "); please report this as a bug");
            }
        }
    }
}
