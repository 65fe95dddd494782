package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.CompiledAes;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Use;
import org.cryptointrinsics.stub.AesPart;

/** A variant of the intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmVariant extends Variant {

    private final Map<Use, CompiledAes> stubs;

    /**
     * @param stubs for every use
     */
    public AesGcmVariant(Map<Use, CompiledAes> stubs) {
        super(stubs.get(Use.ENCRYPT_128));
        this.stubs = new EnumMap<>(stubs);
    }

    public AesGcmKernel kernel() {
        return (AesGcmKernel) stubs.get(Use.ENCRYPT_128).kernel();
    }

    CompiledAes stub(Use use) {
        return stubs.get(use);
    }

    @Override
    boolean passesSelfTest() throws Exception {
        return passesSelfTest(Use.ENCRYPT_128);
    }

    /** How the stub for {@code use} fails its self-test, or null if it passes. */
    String failure(Use use) {
        return use == Use.ENCRYPT_128 ? failure() : selfTest(() -> passesSelfTest(use));
    }

    private boolean passesSelfTest(Use use) {
        int rounds = use.rounds();
        boolean isEncryption = use.isEncryption();
        CompiledAes stub = stub(use);
        return switch (use.part()) {
            case MESSAGE -> isEncryption ? AesGcmKnownAnswers.passesForEncryption(rounds, stub) : AesGcmKnownAnswers.passesForDecryption(rounds, stub);
            case VERIFIED -> AesGcmKnownAnswers.passesForVerified(rounds, encryption(rounds), stub);
            case RECORD -> AesGcmKnownAnswers.passesForRecord(rounds, encryption(rounds), stub);
            case BLOCKS -> AesGcmKnownAnswers.passesForBlocks(rounds, isEncryption, stub);
            case COUNTER -> AesGcmKnownAnswers.passesForCounterMode(rounds, stub);
            case HASH -> AesGcmKnownAnswers.passesForHash(stub);
        };
    }

    private CompiledAes encryption(int rounds) {
        return stub(Stream.of(Use.values()).filter(use -> use.part() == AesPart.MESSAGE && use.isEncryption() && use.rounds() == rounds).findAny().orElseThrow());
    }
}
