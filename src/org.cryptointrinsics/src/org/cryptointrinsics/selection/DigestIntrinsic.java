package org.cryptointrinsics.selection;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;

/** The intrinsic for a digest. Thread-safe. */
public final class DigestIntrinsic extends Intrinsic<DigestVariant> {

    private final DigestAlgorithm algorithm;
    /** What compresses blocks: null if it is off, or not made yet. Whoever asks first has that done. */
    public final OnDemand<CompressMethod> compressMethod = onDemand(() -> isOn() ? variant().compress() : null);
    /** As {@link #compressMethod}, what hashes a whole message. */
    public final OnDemand<HashMethod> hashMethod = tested(DigestVariant::hash, DigestVariant::passes, "for whole messages");
    /** As {@link #compressMethod}, what computes HMAC of a whole message. */
    public final OnDemand<HmacMethod> hmacMethod = tested(DigestVariant::hmac, DigestVariant::passes, "for HMAC");
    /** As {@link #compressMethod}, what permutes two states, {@linkplain DigestAlgorithm#isOfSeveral() where that is of use}; of others, always null. */
    public final OnDemand<PermutationMethod> permutationMethod = tested(DigestVariant::permuteTwo, DigestVariant::passes, "for two states");
    /** As {@link #permutationMethod}, what permutes four states; null if the kernel has no vectors for that. */
    public final OnDemand<ParallelPermutationMethod> fourStatesMethod = severalStates(Width.YMM);
    /** As {@link #fourStatesMethod}, eight. */
    public final OnDemand<ParallelPermutationMethod> eightStatesMethod = severalStates(Width.ZMM);

    /**
     * @see Intrinsic#Intrinsic
     */
    public DigestIntrinsic(DigestAlgorithm algorithm, Supplier<List<DigestVariant>> variants, Kernel chosen, Report report, String offBecause,
                    Supplier<String> mismatch) {
        super(algorithm.standardName(), variants, chosen, report, offBecause, mismatch);
        this.algorithm = algorithm;
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
        Stream<OnDemand<? extends KernelMethod>> ofSponges = algorithm.isOfSeveral() ? Stream.of(permutationMethod, fourStatesMethod, eightStatesMethod) : Stream.of();
        return Stream.concat(Stream.of(compressMethod, hashMethod, hmacMethod), ofSponges);
    }

    /** Whether there is what hashes a whole message. It is made and tested when this is first asked. */
    public boolean isOnForMessages() {
        hashMethod.make();
        return hashMethod.made() != null;
    }

    /** As {@link #isOnForMessages}, what computes HMAC. */
    public boolean isOnForHmac() {
        hmacMethod.make();
        return hmacMethod.made() != null;
    }

    private OnDemand<ParallelPermutationMethod> severalStates(Width width) {
        return tested(variant -> variant.permuteSeveral(width), (variant, method) -> variant.passes(method, width), "for several states");
    }
}
