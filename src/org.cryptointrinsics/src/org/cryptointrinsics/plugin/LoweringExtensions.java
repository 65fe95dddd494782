package org.cryptointrinsics.plugin;

import java.util.List;

import org.cryptointrinsics.substitution.DigestLowering;

import jdk.graal.compiler.hotspot.meta.DefaultHotSpotLoweringProvider.Extension;
import jdk.graal.compiler.hotspot.meta.DefaultHotSpotLoweringProvider.Extensions;

/** Where Graal asks for what it does not know how to lower. */
public final class LoweringExtensions implements Extensions {

    @Override
    public List<Extension> createExtensions() {
        return Surroundings.enter() ? List.of(new DigestLowering()) : List.of();
    }
}
