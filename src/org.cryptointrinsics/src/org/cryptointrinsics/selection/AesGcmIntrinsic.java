package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcm;
import org.cryptointrinsics.linkage.CompiledAesCtr;
import org.cryptointrinsics.linkage.CompiledAesGcm;
import org.cryptointrinsics.linkage.CompiledAesGcmBlocks;
import org.cryptointrinsics.linkage.CompiledGhash;
import org.cryptointrinsics.linkage.CompiledStub;
import org.cryptointrinsics.stub.AesCtrStub;
import org.cryptointrinsics.stub.AesGcmBlocksStub;
import org.cryptointrinsics.stub.AesGcmMessageStub;
import org.cryptointrinsics.stub.Counters;
import org.cryptointrinsics.stub.GhashStub;

import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;

/** The intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmIntrinsic extends Intrinsic<AesGcmVariant> {

    private final Map<Use, HotSpotForeignCallLinkage> calls;
    private final Map<Use, Boolean> isOn = new EnumMap<>(Use.class);

    /** Of what stubs are. */
    public enum Part {
        /** Of a message, or of a part of one. */
        MESSAGE,
        /** Of a whole message, after its tag is known to be right. */
        VERIFIED,
        /** Of blocks in the midst of a message. */
        BLOCKS,
        /** Of blocks, counter mode alone. */
        COUNTER,
        /** Of blocks, GHASH alone. */
        HASH
    }

    /** What stubs are for, each for a length of the key in bits, if it matters. */
    public enum Use {
        ENCRYPT_128(Part.MESSAGE, 10, true),
        DECRYPT_128(Part.MESSAGE, 10, false),
        ENCRYPT_192(Part.MESSAGE, 12, true),
        DECRYPT_192(Part.MESSAGE, 12, false),
        ENCRYPT_256(Part.MESSAGE, 14, true),
        DECRYPT_256(Part.MESSAGE, 14, false),
        DECRYPT_VERIFIED_128(Part.VERIFIED, 10, false),
        DECRYPT_VERIFIED_192(Part.VERIFIED, 12, false),
        DECRYPT_VERIFIED_256(Part.VERIFIED, 14, false),
        ENCRYPT_BLOCKS_128(Part.BLOCKS, 10, true),
        DECRYPT_BLOCKS_128(Part.BLOCKS, 10, false),
        ENCRYPT_BLOCKS_192(Part.BLOCKS, 12, true),
        DECRYPT_BLOCKS_192(Part.BLOCKS, 12, false),
        ENCRYPT_BLOCKS_256(Part.BLOCKS, 14, true),
        DECRYPT_BLOCKS_256(Part.BLOCKS, 14, false),
        CRYPT_COUNTER_128(Part.COUNTER, 10, true),
        CRYPT_COUNTER_192(Part.COUNTER, 12, true),
        CRYPT_COUNTER_256(Part.COUNTER, 14, true),
        HASH(Part.HASH, 0, false);

        private final Part part;
        private final int rounds;
        private final boolean isEncryption;
        private volatile boolean isReached;

        Use(Part part, int rounds, boolean isEncryption) {
            this.part = part;
            this.rounds = rounds;
            this.isEncryption = isEncryption;
        }

        public Part part() {
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
            String name = "AES_GCM_" + name();
            return switch (part) {
                case MESSAGE, VERIFIED -> AesGcmMessageStub.descriptor(name);
                case BLOCKS -> AesGcmBlocksStub.descriptor(name);
                case COUNTER -> AesCtrStub.descriptor(name);
                case HASH -> GhashStub.descriptor(name);
            };
        }

        /**
         * Links a stub.
         *
         * @param counters what to count calls and blocks in, or null
         */
        public CompiledStub compile(AesGcm kernel, Counters counters, CompilerContext context) {
            String name = "AES_GCM_" + kernel.getClass().getSimpleName() + "_" + this;
            return switch (part) {
                case MESSAGE -> CompiledAesGcm.of(kernel, rounds, isEncryption, name, counters, context);
                case VERIFIED -> CompiledAesGcm.verified(kernel, rounds, name, counters, context);
                case BLOCKS -> new CompiledAesGcmBlocks(kernel, rounds, isEncryption, name, counters, context);
                case COUNTER -> new CompiledAesCtr(kernel, rounds, name, counters, context);
                case HASH -> new CompiledGhash(kernel, name, counters, context);
            };
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
            if (!isOn() || !passes(() -> variant().failure(use), "for " + use)) {
                return false;
            }
            variant().stub(use).bind(calls.get(use));
            return true;
        });
    }
}
