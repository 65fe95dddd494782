package org.cryptointrinsics.plugin;

import org.cryptointrinsics.replacements.DigestPlugins;
import org.cryptointrinsics.selection.Report;

import jdk.graal.compiler.hotspot.meta.HotSpotInvocationPluginProvider;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.graal.compiler.nodes.spi.Replacements;
import jdk.vm.ci.code.Architecture;

/** Where Graal asks for intrinsics. */
public final class PluginProvider implements HotSpotInvocationPluginProvider {

    /**
     * What Graal 25.0.0 calls instead, which the plugin is not for: without it, no method at all could be compiled there.
     *
     * @param replacements unused
     */
    public void registerInvocationPlugins(Architecture architecture, InvocationPlugins plugins, Replacements replacements) {
        Surroundings.enter();
    }

    @Override
    public void registerInvocationPlugins(Architecture architecture, InvocationPlugins plugins) {
        if (Surroundings.enter()) {
            try {
                DigestPlugins.register(plugins);
            } catch (RuntimeException | Error e) {
                // As in Initialization.
                Report.warnWithoutReport("some intrinsics are off: they do not fit this Graal (" + e + "); please report this as a bug");
            }
        }
    }
}
