package org.cryptointrinsics.selection;

import java.util.Set;

import org.cryptointrinsics.graph.CompiledKernel;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Requirements;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** A variant of an intrinsic, and whether it can be used. It is compiled and tested when that is first asked, and only once. Thread-safe. */
public final class Variant {

    private final DigestAlgorithm algorithm;
    private final CompiledKernel kernel;
    private boolean tested;
    private String failure;

    Variant(DigestAlgorithm algorithm, CompiledKernel kernel) {
        this.algorithm = algorithm;
        this.kernel = kernel;
    }

    /** The name in options and reports. */
    public String name() {
        return kernel.kernel().variant();
    }

    public CompiledKernel kernel() {
        return kernel;
    }

    /** The CPU features that it needs. */
    public Set<CPUFeature> features() {
        return Requirements.of(kernel.kernel(), Set.of()).missing();
    }

    /** The CPU features that it needs and may not use. */
    public Set<CPUFeature> missingFeatures() {
        return kernel.missingFeatures();
    }

    /** How it failed its self-test, or null if it passed; to be asked only if no feature is missing. */
    public synchronized String failure() {
        if (!tested) {
            failure = selfTest();
            tested = true;
        }
        return failure;
    }

    private String selfTest() {
        try {
            boolean passed = algorithm.passesSelfTest((state, data, blocks) -> kernel.compress(state.address(), data.address(), blocks));
            return passed ? null : "failed its self-test";
        } catch (RuntimeException | Error e) {
            return "could not be compiled: " + e;
        }
    }
}
