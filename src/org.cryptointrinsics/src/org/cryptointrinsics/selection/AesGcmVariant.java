package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.Map;

import org.cryptointrinsics.graph.CompiledAesCtr;
import org.cryptointrinsics.graph.CompiledAesGcm;
import org.cryptointrinsics.graph.CompiledAesGcmBlocks;
import org.cryptointrinsics.graph.CompiledStub;
import org.cryptointrinsics.kernel.aes.AesGcmSelfTest;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Use;

/** A variant of the intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmVariant extends Variant {

    private final Map<Use, CompiledStub> stubs;

    /**
     * @param stubs for every use
     */
    public AesGcmVariant(Map<Use, CompiledStub> stubs) {
        super(stubs.get(Use.ENCRYPT_128));
        this.stubs = new EnumMap<>(stubs);
    }

    CompiledStub stub(Use use) {
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

    private boolean passesSelfTest(Use use) throws Exception {
        return switch (stub(use)) {
            case CompiledAesGcm stub -> AesGcmSelfTest.passes(use.rounds(), use.isEncryption(),
                            (sessionKey, iv, aad, in, out, tag) -> stub.crypt(sessionKey.address(), iv.address(), aad.address(), (int) aad.byteSize(), in.address(),
                                            out.address(), (int) in.byteSize(), tag.address(), (int) tag.byteSize()));
            case CompiledAesGcmBlocks stub -> AesGcmSelfTest.passesForBlocks(use.rounds(), use.isEncryption(),
                            (sessionKey, counter, subkey, state, in, out) -> stub.crypt(sessionKey.address(), counter.address(), subkey.address(), state.address(),
                                            in.address(), out.address(), (int) in.byteSize()));
            case CompiledAesCtr stub -> AesGcmSelfTest.passesForCounterMode(use.rounds(),
                            (sessionKey, counter, in, out) -> stub.crypt(sessionKey.address(), counter.address(), in.address(), out.address(), (int) in.byteSize()));
            default -> throw new AssertionError(use);
        };
    }
}
