package org.cryptointrinsics.selection;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Set;
import java.util.concurrent.Callable;

import org.cryptointrinsics.graph.CompiledHash;
import org.cryptointrinsics.graph.CompiledHmac;
import org.cryptointrinsics.graph.CompiledKernel;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Requirements;

import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** A variant of an intrinsic, and whether it can be used. It is compiled and tested when that is first asked, and only once. Thread-safe. */
public final class Variant {

    private final DigestAlgorithm algorithm;
    private final CompiledKernel kernel;
    private final CompiledHash hash;
    private final CompiledHmac hmac;
    private boolean tested;
    private String failure;
    private InstalledCode installed;

    public Variant(DigestAlgorithm algorithm, CompiledKernel kernel, CompiledHash hash, CompiledHmac hmac) {
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.hash = hash;
        this.hmac = hmac;
    }

    /** The name in options and reports. */
    public String name() {
        return kernel.kernel().variant();
    }

    public CompiledKernel kernel() {
        return kernel;
    }

    /** What hashes whole messages. */
    CompiledHash hash() {
        return hash;
    }

    /** What computes HMAC of whole messages. */
    CompiledHmac hmac() {
        return hmac;
    }

    /** The CPU features that it needs. */
    public Set<CPUFeature> features() {
        return Requirements.of(kernel.kernel(), Set.of()).missing();
    }

    /** The CPU features that it needs and may not use. */
    public Set<CPUFeature> missingFeatures() {
        return kernel.missingFeatures();
    }

    /** Why a later variant is faster on this CPU, or null; to be asked only if no feature is missing. */
    public String slowness() {
        return kernel.slowness();
    }

    /** How it failed its self-test, or null if it passed; to be asked only if no feature is missing. */
    public synchronized String failure() {
        if (!tested) {
            failure = selfTest(() -> algorithm.passesSelfTest(this::compress));
            tested = true;
        }
        return failure;
    }

    private void compress(MemorySegment state, MemorySegment data, int blocks) {
        kernel.compress(state.address(), data.address(), blocks);
    }

    /** How {@link #hash} fails its self-test, or null if it passes. */
    String hashFailure() {
        return selfTest(() -> algorithm.passesHashSelfTest((initialState, message, digest) -> hash.hash(initialState.address(), message.address(),
                        (int) message.byteSize(), algorithm.suffix(), digest.address(), (int) digest.byteSize())));
    }

    /** How {@link #hmac} fails its self-test, or null if it passes; to be asked only if there is no {@link #failure}. */
    String hmacFailure() {
        return selfTest(() -> algorithm.passesHmacSelfTest((initialState, innerKey, outerKey, message, result, sum, iterations) -> hmac.hmac(initialState.address(),
                        innerKey.address(), outerKey.address(), message.address(), (int) message.byteSize(), algorithm.suffix(), result.address(),
                        (int) result.byteSize(), sum.address(), iterations), this::compress));
    }

    /**
     * Compiles the variant as the code of a method, too, unless that was done, and tests it.
     *
     * @return how it failed its self-test, or null if it passed
     * @see CompiledKernel#installAs
     */
    synchronized String installAs(ResolvedJavaMethod method) {
        if (installed != null && installed.isValid()) {
            return null;
        }
        String failed = selfTest(() -> algorithm.passesSelfTest((state, data, blocks) -> {
            if (installed == null || !installed.isValid()) {
                installed = kernel.installAs(method);
            }
            boolean isInt = algorithm.word() == Size.DWORD;
            Object words = isInt ? state.toArray(ValueLayout.JAVA_INT) : state.toArray(ValueLayout.JAVA_LONG);
            installed.executeVarargs(words, data.address(), blocks);
            MemorySegment.copy(words, 0, state, isInt ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG, 0, Array.getLength(words));
        }));
        if (failed != null && installed != null) {
            installed.invalidate();
        }
        return failed;
    }

    private static String selfTest(Callable<Boolean> passes) {
        try {
            return passes.call() ? null : "failed its self-test";
        } catch (Exception | Error e) {
            return "could not be compiled: " + e.toString().lines().findFirst().orElse("");
        }
    }
}
