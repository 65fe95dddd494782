package org.cryptointrinsics.selection;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.cryptointrinsics.graph.CompiledKernel;
import org.cryptointrinsics.graph.CompiledStub;
import org.cryptointrinsics.graph.Counters;
import org.cryptointrinsics.graph.HashStub;
import org.cryptointrinsics.graph.HmacStub;
import org.cryptointrinsics.graph.KernelStub;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** The intrinsic for a digest: on or off, and with which variant. The variant is chosen, compiled and tested when it is first asked for. Thread-safe. */
public final class DigestIntrinsic {

    private final DigestAlgorithm algorithm;
    private final Supplier<List<Variant>> variantSupplier;
    private final DigestKernel chosen;
    private final Calls calls;
    private final Counters counters;
    private final Report report;
    private final Supplier<String> misfit;
    private List<Variant> variants;
    private String offBecause;
    private Variant selected;
    private ResolvedJavaMethod offHeap;
    private boolean offHeapFailed;
    private Boolean isOnForMessages;
    private Boolean isOnForHmac;

    /**
     * What compiled code calls.
     *
     * @param compress to compress blocks
     * @param hash to hash a whole message
     * @param hmac to compute HMAC of a whole message
     */
    public record Calls(HotSpotForeignCallLinkage compress, HotSpotForeignCallLinkage hash, HotSpotForeignCallLinkage hmac) {

        public static HotSpotForeignCallDescriptor compress(DigestAlgorithm algorithm) {
            return KernelStub.descriptor(algorithm.name() + "_compress");
        }

        public static HotSpotForeignCallDescriptor hash(DigestAlgorithm algorithm) {
            return HashStub.descriptor(algorithm.name() + "_hash");
        }

        public static HotSpotForeignCallDescriptor hmac(DigestAlgorithm algorithm) {
            return HmacStub.descriptor(algorithm.name() + "_hmac");
        }
    }

    /**
     * @param variants makes all variants, the best one first; asked when they are first needed
     * @param chosen the kernel of the only variant that may be used, or null
     * @param calls what is called in compiled code, to be bound to the variant
     * @param counters what the variants count in, or null
     * @param offBecause why the intrinsic is off, or null
     * @param misfit says why the JDK's classes do not suit it, or null; asked when a variant is chosen
     */
    public DigestIntrinsic(DigestAlgorithm algorithm, Supplier<List<Variant>> variants, DigestKernel chosen, Calls calls, Counters counters, Report report,
                    String offBecause, Supplier<String> misfit) {
        this.algorithm = algorithm;
        this.variantSupplier = variants;
        this.chosen = chosen;
        this.calls = calls;
        this.counters = counters;
        this.report = report;
        this.misfit = misfit;
        this.offBecause = offBecause;
        if (offBecause != null) {
            report.add(algorithm.standardName() + ": off, " + offBecause);
        }
    }

    public DigestAlgorithm algorithm() {
        return algorithm;
    }

    /** All variants, the best one first, whether they may be used or not. */
    public synchronized List<Variant> variants() {
        if (variants == null) {
            variants = List.copyOf(variantSupplier.get());
        }
        return variants;
    }

    /** What the stub has done, counted only if there is a report; otherwise null. */
    public Counters counters() {
        return counters;
    }

    /** Whether there is a stub to call, compiled and tested. */
    public boolean isOn() {
        return variant() != null;
    }

    /** Whether it is known to be off; unlike {@link #isOn}, this does not choose a variant. */
    public synchronized boolean isTurnedOff() {
        return offBecause != null;
    }

    /** Why it is off, or null. */
    public synchronized String offBecause() {
        variant();
        return offBecause;
    }

    /** The variant that is called, or null if the intrinsic is off. */
    public synchronized Variant variant() {
        if (selected == null && offBecause == null) {
            select();
        }
        return selected;
    }

    /**
     * Compiles the variant as the code of {@code method}, too, for data outside of the heap. Idempotent.
     *
     * @see CompiledKernel#installAs
     */
    public synchronized void installOffHeap(ResolvedJavaMethod method) {
        if (offHeapFailed || !isOn()) {
            return;
        }
        offHeap = method;
        String failure = selected.installAs(method);
        if (failure != null) {
            offHeapFailed = true;
            report.warn(algorithm.standardName() + ": off outside of the heap, variant " + selected.name() + " " + failure +
                            " there; please report this as a bug");
        }
    }

    /** Does so once more, if HotSpot threw the code away. */
    public synchronized void reinstallOffHeap() {
        if (offHeap != null) {
            installOffHeap(offHeap);
        }
    }

    /** Whether there is a stub to call that hashes a whole message. It is compiled and tested when this is first asked. */
    public synchronized boolean isOnForMessages() {
        if (isOnForMessages == null) {
            isOnForMessages = isOn() && bind(selected.hash(), calls.hash, selected.hashFailure(), "whole messages");
        }
        return isOnForMessages;
    }

    /** Whether there is a stub to call that computes HMAC of a whole message. It is compiled and tested when this is first asked. */
    public synchronized boolean isOnForHmac() {
        if (isOnForHmac == null) {
            isOnForHmac = isOn() && bind(selected.hmac(), calls.hmac, selected.hmacFailure(), "HMAC");
        }
        return isOnForHmac;
    }

    private boolean bind(CompiledStub stub, HotSpotForeignCallLinkage call, String failure, String use) {
        if (failure != null) {
            report.warn(algorithm.standardName() + ": off for " + use + ", variant " + selected.name() + " " + failure + " there; please report this as a bug");
            return false;
        }
        stub.bind(call);
        return true;
    }

    private void select() {
        String unfit = misfit.get();
        if (unfit != null) {
            turnOff(unfit);
            return;
        }
        StringBuilder refused = new StringBuilder();
        for (Variant candidate : variants()) {
            if (chosen != null && candidate.kernel().kernel() != chosen) {
                continue;
            }
            Set<CPUFeature> missing = candidate.missingFeatures();
            if (!missing.isEmpty()) {
                refused.append(", ").append(candidate.name()).append(" needs ").append(missing);
                continue;
            }
            String slowness = candidate.slowness();
            if (slowness != null && chosen == null && variants().size() > 1) {
                refused.append(", ").append(candidate.name()).append(' ').append(slowness);
                continue;
            }
            String failure = candidate.failure();
            if (failure != null) {
                refused.append(", ").append(candidate.name()).append(' ').append(failure);
                report.warn(algorithm.standardName() + ": variant " + candidate.name() + " is off, it " + failure + "; please report this as a bug");
                continue;
            }
            candidate.kernel().bind(calls.compress);
            selected = candidate;
            report.add(algorithm.standardName() + ": on, variant " + candidate.name() + refused);
            return;
        }
        turnOff("no variant can be used" + refused);
    }

    private void turnOff(String reason) {
        offBecause = reason;
        report.add(algorithm.standardName() + ": off, " + reason);
    }
}
