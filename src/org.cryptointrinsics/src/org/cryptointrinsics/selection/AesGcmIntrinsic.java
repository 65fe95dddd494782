package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.cryptointrinsics.graph.AesGcmStub;
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

    /** What whole messages are for, and with which length of the key in bits. There is a stub for each. */
    public enum Use {
        ENCRYPT_128(10, true),
        DECRYPT_128(10, false),
        ENCRYPT_192(12, true),
        DECRYPT_192(12, false),
        ENCRYPT_256(14, true),
        DECRYPT_256(14, false);

        private final int rounds;
        private final boolean isEncryption;

        Use(int rounds, boolean isEncryption) {
            this.rounds = rounds;
            this.isEncryption = isEncryption;
        }

        /** Of AES. */
        public int rounds() {
            return rounds;
        }

        public boolean isEncryption() {
            return isEncryption;
        }

        /** What compiled code calls. */
        public HotSpotForeignCallDescriptor call() {
            return AesGcmStub.descriptor("AES_GCM_" + name());
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
