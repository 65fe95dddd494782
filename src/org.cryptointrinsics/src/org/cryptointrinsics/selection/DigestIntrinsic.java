package org.cryptointrinsics.selection;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.DigestClaims;
import org.cryptointrinsics.proof.code.CodeClaims;
import org.cryptointrinsics.proof.code.MessageClaims;

/** The intrinsic for a digest. Thread-safe. */
public final class DigestIntrinsic extends Intrinsic<DigestVariant> {

    private final DigestAlgorithm algorithm;
    /** What compresses blocks: null if it is off, or not compiled yet. Whoever asks first has that done. */
    public final OnDemand<CompressMethod> compressMethod = onDemand(() -> isOn() ? variant().method() : null);
    /** As {@link #compressMethod}, what hashes a whole message. */
    public final OnDemand<HashMethod> hashMethod = onDemand(() -> isOnForMessages() ? variant().hash().method() : null);
    /** As {@link #compressMethod}, what computes HMAC of a whole message. */
    public final OnDemand<HmacMethod> hmacMethod = onDemand(() -> isOnForHmac() ? variant().hmac().method() : null);
    /** As {@link #compressMethod}, what permutes two states, of a digest of FIPS 202; of others, always null. */
    public final OnDemand<PermutationMethod> permutationMethod = onDemand(() -> isOnForTwoStates() ? variant().permutationMethod() : null);
    /** As {@link #permutationMethod}, what permutes four states; null if the kernel has no vectors for that. */
    public final OnDemand<ParallelPermutationMethod> fourStatesMethod = onDemand(() -> permutationMethod(Width.YMM));
    /** As {@link #fourStatesMethod}, eight. */
    public final OnDemand<ParallelPermutationMethod> eightStatesMethod = onDemand(() -> permutationMethod(Width.ZMM));
    private Boolean isOnForMessages;
    private Boolean isOnForHmac;

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
        Stream<OnDemand<? extends KernelMethod>> ofSponges = algorithm.isSponge() ? Stream.of(permutationMethod, fourStatesMethod, eightStatesMethod) : Stream.of();
        return Stream.concat(Stream.of(compressMethod, hashMethod, hmacMethod), ofSponges);
    }

    @Override
    Stream<Claim> claims(DigestVariant inUse) {
        DigestKernel kernel = inUse.kernel().kernel();
        MessageClaims messages = new MessageClaims(algorithm, kernel);
        Stream<Claim> ofAll = Stream.of(new DigestClaims(algorithm).of(kernel), //
                        Stream.of(CodeClaims.compressBlocks(algorithm, kernel, code(inUse.kernel()))), //
                        ofCode(compressMethod, compress -> CodeClaims.compress(algorithm, kernel, compress)), //
                        ofCode(hashMethod, messages::hash, inUse.hash()), //
                        ofCode(hmacMethod, messages::hmac, inUse.hmac())).flatMap(claims -> claims);
        Stream<Claim> ofPermutations = Stream.of(ofCode(permutationMethod, permuteTwo -> CodeClaims.permuteTwo(algorithm, kernel, permuteTwo)),
                        ofCode(fourStatesMethod, permuteFour -> CodeClaims.permuteSeveral(algorithm, kernel, Width.YMM, permuteFour)),
                        ofCode(eightStatesMethod, permuteEight -> CodeClaims.permuteSeveral(algorithm, kernel, Width.ZMM, permuteEight))).flatMap(claims -> claims);
        return DigestClaims.isSqueezed(algorithm) ? Stream.concat(ofAll, ofPermutations) : ofAll;
    }

    /** Whether a stub can be called that hashes a whole message. It is compiled and tested when this is first asked. */
    public synchronized boolean isOnForMessages() {
        if (isOnForMessages == null) {
            isOnForMessages = isOn() && passes(variant()::hashFailure, "for whole messages");
        }
        return isOnForMessages;
    }

    /** Whether a stub can be called that computes HMAC of a whole message. It is compiled and tested when this is first asked. */
    public synchronized boolean isOnForHmac() {
        if (isOnForHmac == null) {
            isOnForHmac = isOn() && passes(variant()::hmacFailure, "for HMAC");
        }
        return isOnForHmac;
    }

    private ParallelPermutationMethod permutationMethod(Width width) {
        ParallelPermutationMethod method = algorithm.isSponge() && isOn() ? variant().permutationMethod(width) : null;
        return method != null && passes(() -> variant().permutationFailure(width), "for several states") ? method : null;
    }

    private boolean isOnForTwoStates() {
        return algorithm.isSponge() && isOn() && passes(variant()::permutationFailure, "for two states");
    }
}
