package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.CompiledAes;
import org.cryptointrinsics.stub.AesGcmStub;
import org.cryptointrinsics.stub.AesPart;
import org.cryptointrinsics.stub.Counters;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;

/** The intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmIntrinsic extends Intrinsic<AesGcmVariant> {

    private final Map<Use, HotSpotForeignCallLinkage> calls;
    private final Map<Use, Boolean> isOn = new EnumMap<>(Use.class);

    /** What stubs are for, each for a length of the key in bits, if it matters. */
    public enum Use {
        ENCRYPT_128(AesPart.MESSAGE, 10, true),
        DECRYPT_128(AesPart.MESSAGE, 10, false),
        ENCRYPT_192(AesPart.MESSAGE, 12, true),
        DECRYPT_192(AesPart.MESSAGE, 12, false),
        ENCRYPT_256(AesPart.MESSAGE, 14, true),
        DECRYPT_256(AesPart.MESSAGE, 14, false),
        DECRYPT_VERIFIED_128(AesPart.VERIFIED, 10, false),
        DECRYPT_VERIFIED_192(AesPart.VERIFIED, 12, false),
        DECRYPT_VERIFIED_256(AesPart.VERIFIED, 14, false),
        ENCRYPT_BLOCKS_128(AesPart.BLOCKS, 10, true),
        DECRYPT_BLOCKS_128(AesPart.BLOCKS, 10, false),
        ENCRYPT_BLOCKS_192(AesPart.BLOCKS, 12, true),
        DECRYPT_BLOCKS_192(AesPart.BLOCKS, 12, false),
        ENCRYPT_BLOCKS_256(AesPart.BLOCKS, 14, true),
        DECRYPT_BLOCKS_256(AesPart.BLOCKS, 14, false),
        CRYPT_COUNTER_128(AesPart.COUNTER, 10, true),
        CRYPT_COUNTER_192(AesPart.COUNTER, 12, true),
        CRYPT_COUNTER_256(AesPart.COUNTER, 14, true),
        HASH(AesPart.HASH, 0, false);

        private final AesPart part;
        private final int rounds;
        private final boolean isEncryption;
        private volatile boolean isReached;

        Use(AesPart part, int rounds, boolean isEncryption) {
            this.part = part;
            this.rounds = rounds;
            this.isEncryption = isEncryption;
        }

        public AesPart part() {
            return part;
        }

        /** Of AES, or 0. */
        public int rounds() {
            return rounds;
        }

        public boolean isEncryption() {
            return isEncryption;
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
            return AesGcmStub.descriptor("AES_GCM_" + name());
        }

        /**
         * Links a stub.
         *
         * @param counters what to count calls and blocks in, or null
         */
        public CompiledAes compile(AesGcmKernel kernel, Counters counters, CompilerContext context) {
            return new CompiledAes(part, rounds, isEncryption, kernel, "AES_GCM_" + kernel.getClass().getSimpleName() + "_" + this, counters, context);
        }
    }

    /**
     * @param calls what is called in compiled code, to be bound to the variant
     * @see Intrinsic#Intrinsic
     */
    AesGcmIntrinsic(Supplier<List<AesGcmVariant>> variants, Kernel chosen, Map<Use, HotSpotForeignCallLinkage> calls, Counters counters, Report report,
                    String offBecause, Supplier<String> mismatch) {
        super(AesGcmKernel.NAME, variants, chosen, counters, report, offBecause, mismatch);
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
            if (!isOn() || !passes(() -> variant().failure(use), "for " + use)) {
                return false;
            }
            variant().stub(use).bind(calls.get(use));
            return true;
        });
    }
}
