package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.cryptointrinsics.graph.AesGcmBlocksStub;
import org.cryptointrinsics.graph.AesGcmMessageStub;
import org.cryptointrinsics.graph.CompiledAesGcm;
import org.cryptointrinsics.graph.CompiledAesGcmBlocks;
import org.cryptointrinsics.graph.CompiledStub;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.Counters;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcm;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;

/** The intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmIntrinsic extends Intrinsic<AesGcmVariant> {

    private final Map<Use, HotSpotForeignCallLinkage> calls;
    private final Map<Use, Boolean> isOn = new EnumMap<>(Use.class);

    /** What stubs are for: whole messages, or blocks in the midst of one, each for a length of the key in bits. */
    public enum Use {
        ENCRYPT_128(10, true, true),
        DECRYPT_128(10, false, true),
        ENCRYPT_192(12, true, true),
        DECRYPT_192(12, false, true),
        ENCRYPT_256(14, true, true),
        DECRYPT_256(14, false, true),
        ENCRYPT_BLOCKS_128(10, true, false),
        DECRYPT_BLOCKS_128(10, false, false),
        ENCRYPT_BLOCKS_192(12, true, false),
        DECRYPT_BLOCKS_192(12, false, false),
        ENCRYPT_BLOCKS_256(14, true, false),
        DECRYPT_BLOCKS_256(14, false, false);

        private final int rounds;
        private final boolean isEncryption;
        private final boolean isWhole;
        private volatile boolean isReached;

        Use(int rounds, boolean isEncryption, boolean isWhole) {
            this.rounds = rounds;
            this.isEncryption = isEncryption;
            this.isWhole = isWhole;
        }

        /** Of AES. */
        public int rounds() {
            return rounds;
        }

        public boolean isEncryption() {
            return isEncryption;
        }

        /** Whether it is for whole messages. */
        public boolean isWhole() {
            return isWhole;
        }

        /** Whether there was something to be done. Before that there is no need of a stub. */
        public boolean isReached() {
            return isReached;
        }

        public void setReached() {
            isReached = true;
        }

        /** What compiled code calls. */
        public HotSpotForeignCallDescriptor call() {
            String name = "AES_GCM_" + name();
            return isWhole ? AesGcmMessageStub.descriptor(name) : AesGcmBlocksStub.descriptor(name);
        }

        /**
         * Links a stub.
         *
         * @param counters what to count calls and blocks in, or null
         */
        public CompiledStub compile(AesGcm kernel, Counters counters, CompilerContext context) {
            String name = "AES_GCM_" + kernel.getClass().getSimpleName() + "_" + this;
            return isWhole ? new CompiledAesGcm(kernel, rounds, isEncryption, name, counters, context)
                            : new CompiledAesGcmBlocks(kernel, rounds, isEncryption, name, counters, context);
        }
    }

    /**
     * @param calls what is called in compiled code, to be bound to the variant
     * @see Intrinsic#Intrinsic
     */
    AesGcmIntrinsic(Supplier<List<AesGcmVariant>> variants, Kernel chosen, Map<Use, HotSpotForeignCallLinkage> calls, Counters counters, Report report,
                    String offBecause, Supplier<String> misfit) {
        super(AesGcm.NAME, variants, chosen, counters, report, offBecause, misfit);
        this.calls = calls;
    }

    @Override
    public int blockBytes() {
        return AesContext.BLOCK;
    }

    /** There is a stub for each use, bound when that is first asked for. */
    @Override
    void bind(AesGcmVariant variant) {
    }

    /** Whether there is a stub to call. It is compiled and tested when this is first asked. */
    public synchronized boolean isOn(Use use) {
        return isOn.computeIfAbsent(use, _ -> {
            if (!isOn() || !passes(variant().failure(use), "for " + use)) {
                return false;
            }
            variant().stub(use).bind(calls.get(use));
            return true;
        });
    }
}
