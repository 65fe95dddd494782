package org.cryptointrinsics.selection;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.aes.AesGcmSelfTest;
import org.cryptointrinsics.linkage.CompiledAesCtr;
import org.cryptointrinsics.linkage.CompiledAesGcm;
import org.cryptointrinsics.linkage.CompiledAesGcmBlocks;
import org.cryptointrinsics.linkage.CompiledGhash;
import org.cryptointrinsics.linkage.CompiledStub;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Part;
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
            case CompiledAesGcm stub when use.part() == Part.VERIFIED -> AesGcmSelfTest.passesForVerified(use.rounds(),
                            crypt(encryption(use.rounds())), crypt(stub));
            case CompiledAesGcm stub -> AesGcmSelfTest.passes(use.rounds(), use.isEncryption(), crypt(stub));
            case CompiledAesGcmBlocks stub -> AesGcmSelfTest.passesForBlocks(use.rounds(), use.isEncryption(),
                            (sessionKey, counter, subkey, state, in, out) -> stub.crypt(sessionKey.address(), counter.address(), subkey.address(), state.address(),
                                            in.address(), out.address(), (int) in.byteSize()));
            case CompiledAesCtr stub -> AesGcmSelfTest.passesForCounterMode(use.rounds(),
                            (sessionKey, counter, in, out) -> stub.crypt(sessionKey.address(), counter.address(), in.address(), out.address(), (int) in.byteSize()));
            case CompiledGhash stub -> AesGcmSelfTest.passesForHash(
                            (subkey, state, data) -> stub.hash(subkey.address(), state.address(), data.address(), (int) data.byteSize()));
            default -> throw new AssertionError(use);
        };
    }

    private CompiledAesGcm encryption(int rounds) {
        return (CompiledAesGcm) stub(Stream.of(Use.values()).filter(use -> use.part() == Part.MESSAGE && use.isEncryption() && use.rounds() == rounds).findAny().orElseThrow());
    }

    private static AesGcmSelfTest.Crypt crypt(CompiledAesGcm stub) {
        return (sessionKey, iv, aad, in, out, tag, state, position) -> stub.cryptPart(sessionKey.address(), iv.address(), aad.address(), (int) aad.byteSize(), in.address(),
                        out.address(), (int) in.byteSize(), tag.address(), (int) tag.byteSize(), state.address(), position);
    }
}
