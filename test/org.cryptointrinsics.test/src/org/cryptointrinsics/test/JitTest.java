package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ServiceLoader;

import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.graal.compiler.hotspot.meta.HotSpotInvocationPluginProvider;
import jdk.vm.ci.runtime.JVMCI;

/**
 * The tests mean nothing unless the JIT is Graal and has the plugin.
 */
@Category(Quick.class)
public class JitTest {

    @Test
    public void jitIsGraal() {
        Class<?> compiler = JVMCI.getRuntime().getCompiler().getClass();
        assertEquals("jdk.graal.compiler", compiler.getModule().getName());
    }

    @Test
    public void graalFindsThePlugin() {
        ModuleLayer boot = ModuleLayer.boot();
        assertTrue(boot.findModule("org.cryptointrinsics").orElseThrow().getDescriptor().isAutomatic());
        assertTrue(ServiceLoader.load(boot, HotSpotInvocationPluginProvider.class).stream() //
                        .anyMatch(p -> p.type().getModule().getName().equals("org.cryptointrinsics")));
    }
}
