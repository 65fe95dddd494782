package org.cryptointrinsics.plugin;

import org.cryptointrinsics.substitution.DigestPlugins;

import jdk.graal.compiler.hotspot.meta.HotSpotInvocationPluginProvider;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.vm.ci.code.Architecture;

/** Where Graal asks for intrinsics. */
public final class PluginProvider implements HotSpotInvocationPluginProvider {

    @Override
    public void registerInvocationPlugins(Architecture architecture, InvocationPlugins plugins) {
        if (Surroundings.enter()) {
            DigestPlugins.register(plugins);
        }
    }
}
