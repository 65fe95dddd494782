package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.KernelSource;

/** A variant of the intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmVariant extends Variant {

    private final AesGcmKernel kernel;
    private final Map<AesUse, AesGcmMethod> encryption = new EnumMap<>(AesUse.class);

    public AesGcmVariant(AesGcmKernel kernel, KernelSource source) {
        super(AesGcmKernel.NAME, kernel, source);
        this.kernel = kernel;
    }

    public AesGcmKernel kernel() {
        return kernel;
    }

    AesGcmMethod messages(AesUse use) {
        return source().messages(kernel, use);
    }

    AesRecordMethod records(AesUse use) {
        return source().records(kernel, use);
    }

    AesBlocksMethod blocks(AesUse use) {
        return source().blocks(kernel, use);
    }

    @Override
    boolean passesSelfTest() {
        return passes(encryption(AesUse.ENCRYPT_128), AesUse.ENCRYPT_128);
    }

    /** What encrypts for tests of others. */
    private synchronized AesGcmMethod encryption(AesUse use) {
        return encryption.computeIfAbsent(use, this::messages);
    }

    private AesGcmMethod encryption(int rounds) {
        return encryption(Stream.of(AesUse.values()).filter(use -> use.part() == AesPart.MESSAGE && use.isEncryption() && use.rounds() == rounds).findAny().orElseThrow());
    }

    boolean passes(AesGcmMethod method, AesUse use) {
        AesGcmKnownAnswers answers = new AesGcmKnownAnswers(use.rounds());
        return use.part() == AesPart.VERIFIED ? answers.passesForVerified(encryption(use.rounds()), method)
                        : use.isEncryption() ? answers.passesForEncryption(method) : answers.passesForDecryption(method);
    }

    boolean passes(AesRecordMethod method, AesUse use) {
        AesGcmKnownAnswers answers = new AesGcmKnownAnswers(use.rounds());
        AesGcmMethod encrypt = encryption(use.rounds());
        return use.isEncryption() ? answers.passesForSent(encrypt, method, use.part() == AesPart.RECORD) : answers.passesForReceived(encrypt, method);
    }

    boolean passes(AesBlocksMethod method, AesUse use) {
        AesGcmKnownAnswers answers = new AesGcmKnownAnswers(use.rounds());
        return switch (use.part()) {
            case BLOCKS -> answers.passesForBlocks(use.isEncryption(), method);
            case COUNTER -> answers.passesForCounterMode(method);
            default -> answers.passesForHash(method);
        };
    }
}
