package org.cryptointrinsics.plugin;

import jdk.graal.compiler.hotspot.meta.HotSpotInvocationPluginProvider;
import jdk.graal.compiler.nodes.graphbuilderconf.InvocationPlugins;
import jdk.vm.ci.code.Architecture;

/**
 * Registers the intrinsics with Graal, which finds this class as a service.
 */
public final class PluginProvider implements HotSpotInvocationPluginProvider {

    @Override
    public void registerInvocationPlugins(Architecture architecture, InvocationPlugins plugins) {
    }
}
