package org.cryptointrinsics.selection;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.cryptointrinsics.graph.CompiledKernel;
import org.cryptointrinsics.graph.Counters;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestAlgorithm.Compression;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** The intrinsic for a digest: on or off, and with which variant. The variant is chosen, compiled and tested when it is first asked for. Thread-safe. */
public final class DigestIntrinsic {

    private final DigestAlgorithm algorithm;
    private final List<CompiledKernel> candidates;
    private final HotSpotForeignCallLinkage call;
    private final Counters counters;
    private final Report report;
    private final Supplier<String> unfit;
    private String offBecause;
    private CompiledKernel selected;
    private InstalledCode offHeap;

    /**
     * @param candidates the variants that may be used, the best one first
     * @param call what is called in compiled code, to be bound to the variant
     * @param counters what the candidates count in, or null
     * @param offBecause why the intrinsic is off, or null
     * @param unfit why the intrinsic must be off, or null; asked before a variant is selected
     */
    DigestIntrinsic(DigestAlgorithm algorithm, List<CompiledKernel> candidates, HotSpotForeignCallLinkage call, Counters counters, Report report,
                    String offBecause, Supplier<String> unfit) {
        this.algorithm = algorithm;
        this.candidates = candidates;
        this.call = call;
        this.counters = counters;
        this.report = report;
        this.offBecause = offBecause;
        this.unfit = unfit;
        if (offBecause != null) {
            report.add(algorithm.standardName() + ": off, " + offBecause);
        }
    }

    public DigestAlgorithm algorithm() {
        return algorithm;
    }

    /** What the stub has done, counted only if there is a report; otherwise null. */
    public Counters counters() {
        return counters;
    }

    /** Whether there is a stub to call, compiled and tested. */
    public boolean isOn() {
        return variant() != null;
    }

    /** Why it is off, or null. */
    public synchronized String offBecause() {
        variant();
        return offBecause;
    }

    /** The stub that is called, or null if the intrinsic is off. */
    public synchronized CompiledKernel variant() {
        if (selected == null && offBecause == null) {
            select();
        }
        return selected;
    }

    /**
     * Compiles the variant as the code of a method, too, for data outside of the heap. Idempotent.
     *
     * @see CompiledKernel#installAs
     */
    public synchronized void installOffHeap(ResolvedJavaMethod method) {
        if (offHeap != null || !isOn()) {
            return;
        }
        offHeap = selected.installAs(method);
        String failure = selfTest((state, data, blocks) -> {
            int[] words = state.toArray(ValueLayout.JAVA_INT);
            offHeap.executeVarargs(words, data.address(), blocks);
            MemorySegment.copy(words, 0, state, ValueLayout.JAVA_INT, 0, words.length);
        });
        if (failure != null) {
            offHeap.invalidate();
            report.warn(algorithm.standardName() + ": off outside of the heap, variant " + selected.kernel().variant() + " " + failure + " there; please report this as a bug");
        }
    }

    private void select() {
        offBecause = unfit.get();
        if (offBecause != null) {
            report.warn(algorithm.standardName() + ": off, " + offBecause);
            return;
        }
        StringBuilder refused = new StringBuilder();
        for (CompiledKernel candidate : candidates) {
            String variant = candidate.kernel().variant();
            Set<CPUFeature> missing = candidate.missingFeatures();
            if (!missing.isEmpty()) {
                refused.append(", ").append(variant).append(" needs ").append(missing);
                continue;
            }
            String failure = selfTest((state, data, blocks) -> candidate.compress(state.address(), data.address(), blocks));
            if (failure != null) {
                refused.append(", ").append(variant).append(' ').append(failure);
                report.warn(algorithm.standardName() + ": variant " + variant + " is off, it " + failure + "; please report this as a bug");
                continue;
            }
            candidate.bind(call);
            selected = candidate;
            report.add(algorithm.standardName() + ": on, variant " + variant + refused);
            return;
        }
        offBecause = "no variant can be used" + refused;
        report.add(algorithm.standardName() + ": off, " + offBecause);
    }

    /** Why {@code compression} cannot be used, or null if it passes the known-answer test. */
    private String selfTest(Compression compression) {
        try {
            return algorithm.passesSelfTest(compression) ? null : "failed its self-test";
        } catch (Exception | Error e) {
            return "could not be compiled: " + e;
        }
    }
}
