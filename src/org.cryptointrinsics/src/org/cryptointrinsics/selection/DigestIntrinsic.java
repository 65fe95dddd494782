package org.cryptointrinsics.selection;

import java.util.List;
import java.util.function.Supplier;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.linkage.CompiledKernel;
import org.cryptointrinsics.linkage.CompiledStub;
import org.cryptointrinsics.stub.Counters;
import org.cryptointrinsics.stub.HashStub;
import org.cryptointrinsics.stub.HmacStub;
import org.cryptointrinsics.stub.KernelStub;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** The intrinsic for a digest. Thread-safe. */
public final class DigestIntrinsic extends Intrinsic<DigestVariant> {

    private final DigestAlgorithm algorithm;
    private final Calls calls;
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
     * @param calls what is called in compiled code, to be bound to the variant
     * @see Intrinsic#Intrinsic
     */
    public DigestIntrinsic(DigestAlgorithm algorithm, Supplier<List<DigestVariant>> variants, Kernel chosen, Calls calls, Counters counters, Report report,
                    String offBecause, Supplier<String> mismatch) {
        super(algorithm.standardName(), variants, chosen, counters, report, offBecause, mismatch);
        this.algorithm = algorithm;
        this.calls = calls;
    }

    public DigestAlgorithm algorithm() {
        return algorithm;
    }

    @Override
    public int blockBytes() {
        return algorithm.blockBytes();
    }

    @Override
    void bind(DigestVariant variant) {
        variant.kernel().bind(calls.compress);
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
        offHeapFailed = !passes(() -> variant().installAs(method), "outside of the heap");
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
            isOnForMessages = isOn() && bind(variant().hash(), calls.hash, variant()::hashFailure, "for whole messages");
        }
        return isOnForMessages;
    }

    /** Whether there is a stub to call that computes HMAC of a whole message. It is compiled and tested when this is first asked. */
    public synchronized boolean isOnForHmac() {
        if (isOnForHmac == null) {
            isOnForHmac = isOn() && bind(variant().hmac(), calls.hmac, variant()::hmacFailure, "for HMAC");
        }
        return isOnForHmac;
    }

    private boolean bind(CompiledStub stub, HotSpotForeignCallLinkage call, Supplier<String> selfTest, String use) {
        if (!passes(selfTest, use)) {
            return false;
        }
        stub.bind(call);
        return true;
    }
}
