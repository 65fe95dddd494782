package org.cryptointrinsics.selection;

import java.util.Set;
import java.util.concurrent.Callable;

import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.linkage.CompiledStub;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** A variant of an intrinsic, and whether it can be used. It is compiled and tested when that is first asked, and only once. Thread-safe. */
public abstract class Variant {

    private final CompiledStub stub;
    private boolean tested;
    private String failure;

    /**
     * @param stub with the kernel of this variant
     */
    Variant(CompiledStub stub) {
        this.stub = stub;
    }

    /** The name in options and reports. */
    public final String name() {
        return stub.kernel().variant();
    }

    /** Whether it is made of {@code kernel}. */
    final boolean isOf(Kernel kernel) {
        return stub.kernel() == kernel;
    }

    /** The CPU features that it needs. */
    public final Set<CPUFeature> features() {
        return Requirements.of(stub.kernel(), Set.of()).missing();
    }

    /** The CPU features that it needs and may not use. */
    public final Set<CPUFeature> missingFeatures() {
        return stub.missingFeatures();
    }

    /** Why a later variant is faster on this CPU, or null; to be asked only if no feature is missing. */
    public final String slowness() {
        return stub.slowness();
    }

    /** How it failed its self-test, or null if it passed; to be asked only if no feature is missing. */
    public final synchronized String failure() {
        if (!tested) {
            failure = selfTest(this::passesSelfTest);
            tested = true;
        }
        return failure;
    }

    /**
     * Its self-test.
     *
     * @param failure how it failed, or null
     */
    public record Test(boolean isDone, String failure) {
    }

    /** Unlike {@link #failure}, this does not make it. */
    public final synchronized Test test() {
        return new Test(tested, failure);
    }

    /** Whether it computes what is known from the standard. */
    abstract boolean passesSelfTest() throws Exception;

    static String selfTest(Callable<Boolean> passes) {
        try {
            return passes.call() ? null : "failed its self-test";
        } catch (Exception | Error e) {
            return "could not be compiled: " + e.toString().lines().findFirst().orElse("");
        }
    }
}
