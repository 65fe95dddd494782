package org.cryptointrinsics.graph;

import org.cryptointrinsics.kernel.Kernel;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage.RegisterEffect;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.stubs.Stub;

/** A stub with a kernel in it, linked on creation, compiled when a call to it is first compiled. Thread-safe. */
public abstract class CompiledStub {

    private final HotSpotForeignCallDescriptor descriptor;
    private final Stub stub;
    private final StubEntry entry;

    /** Makes the stub that is called by {@code linkage}. */
    @FunctionalInterface
    interface StubFactory {
        Stub create(HotSpotForeignCallLinkage linkage);
    }

    /** Links a stub with {@code kernel}. Graal's table of foreign calls is not synchronized: link before the first compilation. */
    CompiledStub(HotSpotForeignCallDescriptor descriptor, Kernel kernel, CompilerContext context, StubFactory factory) {
        this.descriptor = descriptor;
        HotSpotForeignCallLinkage linkage = context.foreignCalls().registerStubCall(descriptor, RegisterEffect.COMPUTES_REGISTERS_KILLED);
        stub = factory.create(linkage);
        linkage.setCompiledStub(stub);
        entry = new StubEntry(descriptor, kernel, context);
    }

    /** Makes {@code call} a call to this stub, too. To be done before a call to it is compiled. */
    public final void bind(HotSpotForeignCallLinkage call) {
        call.setCompiledStub(stub);
    }

    /** What to call in a graph. */
    public final HotSpotForeignCallDescriptor descriptor() {
        return descriptor;
    }

    /** The machine code, compiled if it is not yet. */
    public final byte[] code() {
        // The stub knows its backend.
        return stub.getCode(null).getCode();
    }

    /** Calls the stub, from outside of compiled code. */
    final void call(Object... arguments) {
        entry.call(arguments);
    }
}
