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
    private static boolean method(long initialState, long innerKey, long outerKey, long message, int length, int suffix, long result, int resultBytes, long sum,
                    int iterations) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static int method(long sessionKey, long iv, long aad, int aadLength, long in, long out, int length, long tag, int tagLength, long state, int position) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static boolean method(long sessionKey, long counter, long subkey, long state, long in, long out, int length) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static boolean method(long sessionKey, long counter, long in, long out, int length) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static boolean method(long subkey, long state, long data, int length) {
        throw new UnsupportedOperationException();
    }

    /** A method of the signature of {@code stub}. */
    public static ResolvedJavaMethod of(ForeignCallDescriptor stub, HotSpotProviders providers) {
        try {
            return providers.getMetaAccess().lookupJavaMethod(StubMethods.class.getDeclaredMethod("method", stub.getArgumentTypes()));
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }
}
