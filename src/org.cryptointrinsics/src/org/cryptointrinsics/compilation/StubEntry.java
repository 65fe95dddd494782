package org.cryptointrinsics.compilation;

import java.util.concurrent.locks.LockSupport;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.Kernel;

import jdk.graal.compiler.core.common.spi.ForeignCallDescriptor;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.code.InvalidInstalledCodeException;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Calls a stub from outside of compiled code. Thread-safe. */
final class StubEntry {

    private static final int MOST_COMPILATIONS = 10;

    private final CompiledStub stub;
    private final Kernel kernel;
    private final CompilerContext context;
    private InstalledCode code;

    /**
     * @param kernel the kernel in the stub
     */
    StubEntry(CompiledStub stub, Kernel kernel, CompilerContext context) {
        this.stub = stub;
        this.kernel = kernel;
        this.context = context;
    }

    Object call(Object... arguments) {
        for (int i = 1;; i++) {
            InstalledCode current = code();
            try {
                return current.executeVarargs(arguments);
            } catch (InvalidInstalledCodeException e) {
                // Nothing was executed: HotSpot may throw away any code, for reasons that may last for a moment.
                if (i == MOST_COMPILATIONS) {
                    throw new IllegalStateException(e);
                }
                forget(current);
                LockSupport.parkNanos(1_000_000L << i);
            }
        }
    }

    private synchronized void forget(InstalledCode invalid) {
        if (code == invalid) {
            code = null;
        }
    }

    private synchronized InstalledCode code() {
        if (code == null) {
            HotSpotForeignCallLinkage linkage = stub.linkage();
            code = MethodCompiler.call(linkage, kernel, method(linkage.getDescriptor()), context);
        }
        return code;
    }

    // The methods in whose place stubs are called; their bodies are never executed.

    @SuppressWarnings("unused")
    private static void method(long state, long data, int blocks) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static boolean method(long initialState, long message, int length, int suffix, long digest, int digestBytes) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static boolean method(long arguments) {
        throw new UnsupportedOperationException();
    }

    @SuppressWarnings("unused")
    private static int method(long sessionKey, long in, long out, int length, long arguments) {
        throw new UnsupportedOperationException();
    }

    private ResolvedJavaMethod method(ForeignCallDescriptor called) {
        try {
            return context.providers().getMetaAccess().lookupJavaMethod(StubEntry.class.getDeclaredMethod("method", called.getArgumentTypes()));
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }
}
