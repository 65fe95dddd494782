package org.cryptointrinsics.selection;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.linkage.CompiledStub;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.stub.Counters;
import org.cryptointrinsics.stub.HmacStub;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;

/** The intrinsic for a digest. Thread-safe. */
public final class DigestIntrinsic extends Intrinsic<DigestVariant> {

    private final DigestAlgorithm algorithm;
    private final Calls calls;
    /** What compresses blocks: null if it is off, or not compiled yet. Whoever asks first has that done. */
    public final OnDemand<CompressMethod> compressMethod = onDemand(() -> isOn() ? variant().method() : null);
    /** As {@link #compressMethod}, what hashes a whole message. */
    public final OnDemand<HashMethod> hashMethod = onDemand(() -> isOnForMessages() ? variant().hash().method() : null);
    /** As {@link #compressMethod}, what computes HMAC of a whole message. */
    public final OnDemand<HmacMethod> hmacMethod = onDemand(() -> isOnForHmac() ? variant().hmac().method() : null);
    private Boolean isOnForMessages;
    private Boolean isOnForHmac;

    /**
     * What compiled code calls.
     *
     * @param hmac to compute HMAC of a whole message
     */
    public record Calls(HotSpotForeignCallLinkage hmac) {

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
    public Stream<OnDemand<? extends KernelMethod>> kernelMethods() {
        return Stream.of(compressMethod, hashMethod, hmacMethod);
    }

    /** Whether a stub can be called that hashes a whole message. It is compiled and tested when this is first asked. */
    public synchronized boolean isOnForMessages() {
        if (isOnForMessages == null) {
            isOnForMessages = isOn() && passes(variant()::hashFailure, "for whole messages");
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
