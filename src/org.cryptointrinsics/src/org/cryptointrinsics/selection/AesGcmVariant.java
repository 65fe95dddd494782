package org.cryptointrinsics.selection;

import java.util.HashMap;
import java.util.Map;

import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.KernelSource;

/** A variant of the intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmVariant extends Variant {

    private static final int TESTED_KEY_BITS = 128;

    private final AesGcmKernel kernel;
    /** What encrypts for tests of others, by the length of the key. */
    private final Map<Integer, AesGcmMethod> encryption = new HashMap<>();

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
        AesUse use = new AesUse(AesPart.MESSAGE, TESTED_KEY_BITS, true);
        return passes(encryption(use), use);
    }

    /** What encrypts for the test of {@code use}. */
    private synchronized AesGcmMethod encryption(AesUse use) {
        return encryption.computeIfAbsent(use.keyBits(), keyBits -> messages(new AesUse(AesPart.MESSAGE, keyBits, true)));
    }

    boolean passes(AesGcmMethod method, AesUse use) {
        AesGcmKnownAnswers answers = new AesGcmKnownAnswers(use.rounds());
        return use.part() == AesPart.VERIFIED ? answers.passesForVerified(encryption(use), method)
                        : use.isEncryption() ? answers.passesForEncryption(method) : answers.passesForDecryption(method);
    }

    boolean passes(AesRecordMethod method, AesUse use) {
        AesGcmKnownAnswers answers = new AesGcmKnownAnswers(use.rounds());
        AesGcmMethod encrypt = encryption(use);
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
