package org.cryptointrinsics.selection;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.CompiledAes;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.proof.AesGcmClaims;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.code.AesCodeClaims;
import org.cryptointrinsics.proof.code.Code;
import org.cryptointrinsics.stub.AesPart;

/** The intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmIntrinsic extends Intrinsic<AesGcmVariant> {

    private final Map<Use, Boolean> isOn = new EnumMap<>(Use.class);
    private final Map<OnDemand<? extends KernelMethod>, Use> methods = new ConcurrentHashMap<>();

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
        ENCRYPT_RECORD_128(AesPart.RECORD, 10, true),
        ENCRYPT_RECORD_192(AesPart.RECORD, 12, true),
        ENCRYPT_RECORD_256(AesPart.RECORD, 14, true),
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

        /** The code of a method that calls the stub, and that of the stub. */
        public Code code(CompiledAes stub) {
            return Intrinsic.code(switch (part) {
                case MESSAGE, VERIFIED -> stub.messageMethod();
                case RECORD -> stub.recordMethod();
                case BLOCKS, COUNTER, HASH -> stub.blocksMethod();
            }, stub);
        }

        /** What is to be proved of that code. */
        public Claim claim(Code code, AesGcmKernel kernel) {
            AesCodeClaims claims = new AesCodeClaims(kernel);
            return switch (part) {
                case MESSAGE, VERIFIED -> claims.message(rounds, isEncryption, part == AesPart.VERIFIED, code);
                case RECORD -> claims.record(rounds, code);
                case BLOCKS, COUNTER, HASH -> claims.blocks(part, rounds, isEncryption || !part.isDirected(), code);
            };
        }

        /** Links a stub. */
        public CompiledAes compile(AesGcmKernel kernel, CompilerContext context) {
            return new CompiledAes(part, rounds, isEncryption, kernel, "AES_GCM_" + kernel.getClass().getSimpleName() + "_" + this, context);
        }
    }

    /** See {@link Intrinsic#Intrinsic}. */
    AesGcmIntrinsic(Supplier<List<AesGcmVariant>> variants, Kernel chosen, Report report, String offBecause, Supplier<String> mismatch) {
        super(AesGcmKernel.NAME, variants, chosen, report, offBecause, mismatch);
    }

    @Override
    public int blockBytes() {
        return AesContext.BLOCK;
    }

    /**
     * What encrypts or decrypts messages, by the length of the key: 128, 192 and 256 bits. Each is null if it is off, or not compiled yet; whoever asks first has that done.
     */
    public List<OnDemand<AesGcmMethod>> messageMethods(AesPart part, boolean isEncryption) {
        return methods(part, isEncryption, CompiledAes::messageMethod);
    }

    /** As {@link #messageMethods}, of records of TLS. */
    public List<OnDemand<AesRecordMethod>> recordMethods(AesPart part, boolean isEncryption) {
        return methods(part, isEncryption, CompiledAes::recordMethod);
    }

    /** As {@link #messageMethods}, what works on blocks; the only one if there is no key. */
    public List<OnDemand<AesBlocksMethod>> blocksMethods(AesPart part, boolean isEncryption) {
        return methods(part, isEncryption, CompiledAes::blocksMethod);
    }

    private <T extends KernelMethod> List<OnDemand<T>> methods(AesPart part, boolean isEncryption, Function<CompiledAes, T> method) {
        return Stream.of(Use.values()).filter(use -> use.part == part && use.isEncryption == isEncryption).sorted(Comparator.comparing(Use::rounds)).map(use -> {
            OnDemand<T> made = onDemand(() -> isOn(use) ? method.apply(variant().stub(use)) : null);
            methods.put(made, use);
            return made;
        }).toList();
    }

    @Override
    Stream<Claim> claims(AesGcmVariant inUse) {
        Stream<Claim> ofCode = Stream.of(Use.values()).filter(this::isOn).map(use -> use.claim(use.code(inUse.stub(use)), inUse.kernel()));
        return Stream.concat(new AesGcmClaims(inUse.kernel()).all(), ofCode);
    }

    @Override
    public Stream<OnDemand<? extends KernelMethod>> kernelMethods() {
        return methods.keySet().stream();
    }

    /** Those for {@code use}. */
    public Stream<OnDemand<? extends KernelMethod>> kernelMethods(Use use) {
        return kernelMethods().filter(method -> methods.get(method) == use);
    }

    /** Whether there is a stub to call. It is compiled and tested when this is first asked. */
    public synchronized boolean isOn(Use use) {
        return isOn.computeIfAbsent(use, _ -> isOn() && passes(() -> variant().failure(use), "for " + use));
    }
}
