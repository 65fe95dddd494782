package org.cryptointrinsics.selection;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;

/** The intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmIntrinsic extends Intrinsic<AesGcmVariant> {

    private final Map<OnDemand<? extends KernelMethod>, AesUse> methods = new ConcurrentHashMap<>();

    /** See {@link Intrinsic#Intrinsic}. */
    AesGcmIntrinsic(Supplier<List<AesGcmVariant>> variants, Kernel chosen, Report report, String offBecause, Supplier<String> mismatch) {
        super(AesGcmKernel.NAME, variants, chosen, report, offBecause, mismatch);
    }

    @Override
    public int blockBytes() {
        return AesContext.BLOCK;
    }

    /**
     * What encrypts or decrypts messages, by the length of the key: 128, 192 and 256 bits. Each is null if it is off, or not made yet; whoever asks first has that done.
     */
    public List<OnDemand<AesGcmMethod>> messageMethods(AesPart part, boolean isEncryption) {
        return methods(part, isEncryption, AesGcmVariant::messages, AesGcmVariant::passes);
    }

    /** As {@link #messageMethods}, of records of TLS. */
    public List<OnDemand<AesRecordMethod>> recordMethods(AesPart part, boolean isEncryption) {
        return methods(part, isEncryption, AesGcmVariant::records, AesGcmVariant::passes);
    }

    /** As {@link #messageMethods}, what works on blocks; the only one if there is no key. */
    public List<OnDemand<AesBlocksMethod>> blocksMethods(AesPart part, boolean isEncryption) {
        return methods(part, isEncryption, AesGcmVariant::blocks, AesGcmVariant::passes);
    }

    @FunctionalInterface
    private interface SelfTestOfUse<T> {
        boolean passes(AesGcmVariant variant, T method, AesUse use);
    }

    private <T extends KernelMethod> List<OnDemand<T>> methods(AesPart part, boolean isEncryption, BiFunction<AesGcmVariant, AesUse, T> making, SelfTestOfUse<T> selfTest) {
        return AesUse.values().stream().filter(use -> use.part() == part && use.isEncryption() == isEncryption).sorted(Comparator.comparing(AesUse::keyBits)).map(use -> {
            OnDemand<T> made = tested(variant -> making.apply(variant, use), (variant, method) -> selfTest.passes(variant, method, use), "for " + use);
            methods.put(made, use);
            return made;
        }).toList();
    }

    @Override
    public Stream<OnDemand<? extends KernelMethod>> kernelMethods() {
        return methods.keySet().stream();
    }

    /** Those for {@code use}. */
    public Stream<OnDemand<? extends KernelMethod>> kernelMethods(AesUse use) {
        return kernelMethods().filter(method -> methods.get(method).equals(use));
    }

    /** One of those for {@code use}, which does all that it is for. */
    public OnDemand<? extends KernelMethod> method(AesUse use) {
        return (switch (use.part()) {
            case MESSAGE, VERIFIED -> messageMethods(use.part(), use.isEncryption());
            case RECORD -> recordMethods(use.part(), use.isEncryption());
            case BLOCKS, COUNTER, HASH -> blocksMethods(use.part(), use.isEncryption());
        }).stream().filter(method -> methods.get(method).equals(use)).findAny().orElseThrow();
    }
}
