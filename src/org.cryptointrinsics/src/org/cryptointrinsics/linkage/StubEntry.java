package org.cryptointrinsics.linkage;

import java.util.concurrent.locks.LockSupport;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.stub.StubMethods;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.code.InvalidInstalledCodeException;

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
            code = MethodCompiler.call(linkage, kernel, StubMethods.of(linkage.getDescriptor(), context.providers()), context);
        }
        return code;
    }
}
