package org.cryptointrinsics.compilation;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;

import jdk.graal.compiler.core.target.Backend;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.graal.compiler.hotspot.stubs.Stub;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.code.Register;
import jdk.vm.ci.code.ValueUtil;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** A stub with a kernel in it, compiled when a call to it is first compiled. Thread-safe. */
public abstract class CompiledStub {

    private final Kernel kernel;
    private final CompilerContext context;
    private final Backend backend;
    private final HotSpotForeignCallLinkage linkage;
    private final Signature signature;
    private final StubEntry entry;

    /** Makes the stub that is called by {@code linkage}. */
    @FunctionalInterface
    interface StubFactory {
        Stub create(HotSpotForeignCallLinkage linkage);
    }

    /** Links a stub with {@code kernel}. */
    CompiledStub(Signature signature, HotSpotForeignCallDescriptor descriptor, Kernel kernel, CompilerContext context, StubFactory factory) {
        this.signature = signature;
        this.kernel = kernel;
        this.context = context;
        backend = context.foreignCalls().getRuntime().getHostBackend();
        linkage = context.link(descriptor);
        linkage.setCompiledStub(factory.create(linkage));
        entry = new StubEntry(this, kernel, context);
    }

    public Kernel kernel() {
        return kernel;
    }

    /** The features that the kernel may use. */
    public final Set<CpuFeature> cpu() {
        return context.cpu();
    }

    /** The features that the kernel needs and may not use, empty if it can be compiled. */
    public final Set<CpuFeature> missingFeatures() {
        return Requirements.of(kernel, context.cpu()).missing();
    }

    /** What calls to this stub refer to; the stub is compiled if it is not yet. */
    public final HotSpotForeignCallLinkage linkage() {
        linkage.finalizeAddress(backend);
        return linkage;
    }

    /** The machine code, compiled if it is not yet. */
    public final InstalledCode code() {
        return linkage.getStub().getCode(backend);
    }

    /** The registers that callers have no values in when they call it. */
    public final Set<Register> destroyedRegisters() {
        return Stream.of(linkage().getTemporaries()).map(ValueUtil::asRegister).collect(Collectors.toSet());
    }

    /** Makes a method call the stub; parameters as of {@link MethodCompiler#stubCall}. */
    final InstalledCode install(ResolvedJavaMethod method, Consumer<MethodArguments> arguments) {
        return install(method, 0, arguments);
    }

    /** Makes a method call the stub; parameters as of {@link MethodCompiler#stubCall}. */
    final InstalledCode install(ResolvedJavaMethod method, int spareBytes, Consumer<MethodArguments> arguments) {
        return MethodCompiler.stubCall(linkage(), signature, kernel, method, context, spareBytes, arguments);
    }

    /**
     * Calls the stub, from outside of compiled code.
     *
     * @param arguments those that the stub takes; addresses are outside of the heap
     */
    public final Object call(Map<Argument, Long> arguments) {
        List<Object> called = new ArrayList<>();
        for (Argument argument : signature.inRegisters()) {
            long value = arguments.getOrDefault(argument, 0L);
            called.add(argument.kind() == Argument.Kind.INT ? (Object) (int) value : (Object) value);
        }
        if (signature.onStack().isEmpty()) {
            return entry.call(called.toArray());
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment block = arena.allocate(ValueLayout.JAVA_LONG, signature.onStack().size());
            signature.onStack().stream().filter(arguments::containsKey).forEach(argument -> block.set(ValueLayout.JAVA_LONG, signature.offset(argument), arguments.get(argument)));
            called.add(block.address());
            return entry.call(called.toArray());
        }
    }
}
