package org.cryptointrinsics.selection;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

import org.cryptointrinsics.graph.CompiledAesGcm;
import org.cryptointrinsics.kernel.aes.AesGcmSelfTest;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Use;

/** A variant of the intrinsic for AES-GCM. Thread-safe. */
public final class AesGcmVariant extends Variant {

    private final Map<Use, CompiledAesGcm> stubs;

    /**
     * @param stubs for every use
     */
    public AesGcmVariant(Map<Use, CompiledAesGcm> stubs) {
        super(stubs.get(Use.ENCRYPT_128));
        this.stubs = new EnumMap<>(stubs);
    }

    /** What encrypts or decrypts whole messages. */
    CompiledAesGcm stub(Use use) {
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
        return AesGcmSelfTest.passes(use.rounds(), use.isEncryption(), (sessionKey, iv, aad, in, out, tag) -> crypt(stub(use), sessionKey, iv, aad, in, out, tag));
    }

    private static boolean crypt(CompiledAesGcm stub, MemorySegment sessionKey, MemorySegment iv, MemorySegment aad, MemorySegment in, MemorySegment out,
                    MemorySegment tag) {
        return stub.crypt(sessionKey.address(), iv.address(), aad.address(), (int) aad.byteSize(), in.address(), out.address(), (int) in.byteSize(), tag.address(),
                        (int) tag.byteSize());
    }
}
