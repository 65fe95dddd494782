package org.cryptointrinsics.stub;

import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor;
import jdk.graal.compiler.hotspot.meta.HotSpotProviders;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** The methods in whose place stubs are called, or compiled; their bodies are never executed. */
public final class StubMethods {

    private StubMethods() {
    }

    @SuppressWarnings("unused")
    private static void method(long state, long data, int blocks) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static boolean method(long initialState, long message, int length, int suffix, long digest, int digestBytes) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static int method(long arguments) {
        throw new UnsupportedOperationException();
    }

    /** A method with the parameters of {@code stub}. */
    public static ResolvedJavaMethod of(ForeignCallDescriptor stub, HotSpotProviders providers) {
        try {
            return providers.getMetaAccess().lookupJavaMethod(StubMethods.class.getDeclaredMethod("method", stub.getArgumentTypes()));
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }
}
