package org.cryptointrinsics.selection;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.KernelSource;
import org.cryptointrinsics.linkage.Shortage;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.VariantInfo;

/** A variant of an intrinsic, and whether it can be used. It is compiled and tested when that is first asked, and only once. Thread-safe. */
public abstract class Variant {

    /** Of a call: HotSpot may throw away any code, for reasons that last for a moment. */
    private static final int MOST_ATTEMPTS = 10;

    private final String algorithm;
    private final Kernel kernel;
    private final KernelSource source;
    /** Null before they are first asked for. */
    private volatile Set<CpuFeature> features;
    private volatile Set<CpuFeature> missingFeatures;
    private volatile boolean tested;
    private volatile String failure;

    /**
     * @param algorithm its standard name
     */
    Variant(String algorithm, Kernel kernel, KernelSource source) {
        this.algorithm = algorithm;
        this.kernel = kernel;
        this.source = source;
    }

    /** The name in options and reports. */
    public final String name() {
        return kernel.variant();
    }

    final KernelSource source() {
        return source;
    }

    /** Whether it is made of that kernel. */
    final boolean isOf(Kernel other) {
        return kernel == other;
    }

    /** The CPU features that it needs. */
    public final Set<CpuFeature> features() {
        if (features == null) {
            features = Collections.unmodifiableSet(Requirements.of(kernel, Set.of()).missing());
        }
        return features;
    }

    /** The CPU features that it needs and may not use. */
    public final Set<CpuFeature> missingFeatures() {
        if (missingFeatures == null) {
            missingFeatures = Collections.unmodifiableSet(source.missing(algorithm, kernel));
        }
        return missingFeatures;
    }

    /** Why a later variant is faster on this CPU, or null; to be asked only if no feature is missing. */
    public final String slowness() {
        return kernel.slowness(source.cpu());
    }

    /** How it failed its self-test, or null if it passed; to be asked only if no feature is missing. */
    public final synchronized String failure() {
        if (!tested) {
            failure = selfTest(this::passesSelfTest);
            tested = true;
        }
        return failure;
    }

    /** What is known of it. No self-test is made for that, nor waited for. */
    final VariantInfo info() {
        boolean isMissing = !missingFeatures().isEmpty();
        return new VariantInfo(name(), names(features()), names(missingFeatures()), tested, failure, isMissing ? null : slowness());
    }

    /** In order. */
    public static List<String> names(Set<? extends Enum<?>> features) {
        return features.stream().map(Enum::name).sorted().toList();
    }

    /** Whether it computes what is known from the standard. */
    abstract boolean passesSelfTest() throws Exception;

    /**
     * Calls a kernel.
     *
     * @param call of the method, and whether that was executed
     */
    static void call(KernelMethod method, BooleanSupplier call) {
        for (int i = 0; !call.getAsBoolean(); i++) {
            if (i == MOST_ATTEMPTS) {
                throw new IllegalStateException("HotSpot throws its code away");
            }
            method.compile();
        }
    }

    /** How a self-test fails, or null if it passes. */
    static String selfTest(Callable<Boolean> passes) {
        try {
            return passes.call() ? null : "failed its self-test";
        } catch (Exception | Error e) {
            // After that, it is not decided yet.
            Shortage.rethrow(e);
            return "could not be compiled: " + e.toString().lines().findFirst().orElse("");
        }
    }
}
