package org.cryptointrinsics.test.stub;

import static org.cryptointrinsics.kernel.aes.AesContext.BLOCK;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.cryptointrinsics.compilation.CompiledAes;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesNi;
import org.cryptointrinsics.kernel.aes.KeyExpansion;
import org.cryptointrinsics.kernel.aes.Vaes256;
import org.cryptointrinsics.kernel.aes.Vaes512;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Stubs;
import org.cryptointrinsics.test.cipher.AesGcmReference;
import org.cryptointrinsics.test.interpreter.LaneByLane;

/** The stubs of a kernel for AES in one encoding and for one length of the key. The tests share them: each stub is compiled when it is first used. */
final class AesStubs {

    static final int IV_BYTES = 12;

    /** Those of every kernel in every encoding, for every length of the key. */
    static final List<AesStubs> ALL = all();

    private final AesGcmKernel kernel;
    private final String encoding;
    private final int keyBytes;
    private final Set<CpuFeature> missing;
    private final Map<AesUse, CompiledAes> stubs = new HashMap<>();

    AesStubs(AesGcmKernel kernel, String encoding, int keyBytes) {
        this.kernel = kernel;
        this.encoding = encoding;
        this.keyBytes = keyBytes;
        Set<CpuFeature> cpu = cpu(encoding);
        missing = Requirements.of(kernel, cpu).missing();
        // What is not of this CPU can still be compiled.
        Set<CpuFeature> features = EnumSet.copyOf(cpu);
        features.addAll(missing);
        CompilerContext context = Stubs.with(features);
        for (AesUse use : AesUse.values()) {
            if (use.rounds() == rounds() || use.part() == AesPart.HASH) {
                stubs.put(use, Stubs.compile(use, kernel, context));
            }
        }
    }

    private CompiledAes stub(AesPart part, boolean isEncryption) {
        return stubs.entrySet().stream().filter(stub -> stub.getKey().part() == part && stub.getKey().isEncryption() == isEncryption).findAny().orElseThrow().getValue();
    }

    private static Set<CpuFeature> cpu(String encoding) {
        return switch (encoding) {
            case "legacy" -> Cpu.withoutAvx(Cpu.executable());
            case "VEX" -> Cpu.withoutAvx512(Cpu.executable());
            default -> Cpu.executable();
        };
    }

    private static List<AesStubs> all() {
        List<AesStubs> all = new ArrayList<>();
        for (int keyBytes : List.of(16, 24, 32)) {
            all.add(new AesStubs(new AesNi(), "legacy", keyBytes));
            all.add(new AesStubs(new AesNi(), "VEX", keyBytes));
            all.add(new AesStubs(new Vaes256(), "VEX", keyBytes));
            all.add(new AesStubs(new Vaes512(), "EVEX", keyBytes));
            all.add(new AesStubs(new LaneByLane(Width.YMM, 8), "VEX", keyBytes));
            all.add(new AesStubs(new LaneByLane(Width.ZMM, 8), "EVEX", keyBytes));
        }
        return all;
    }

    /** Has a test ignored if this CPU cannot execute the stubs. */
    void assumeExecutable() {
        assumeTrue("not of this CPU", missing.isEmpty());
    }

    AesGcmKernel kernel() {
        return kernel;
    }

    int keyBytes() {
        return keyBytes;
    }

    int rounds() {
        return keyBytes / Integer.BYTES + 6;
    }

    CompiledAes message(boolean isEncryption) {
        return stub(AesPart.MESSAGE, isEncryption);
    }

    /** Decrypts a message after its tag is known to be right. */
    CompiledAes verified() {
        return stub(AesPart.VERIFIED, false);
    }

    CompiledAes blocks(boolean isEncryption) {
        return stub(AesPart.BLOCKS, isEncryption);
    }

    CompiledAes counterMode() {
        return stub(AesPart.COUNTER, true);
    }

    CompiledAes hash() {
        return stub(AesPart.HASH, false);
    }

    Collection<CompiledAes> stubs() {
        return stubs.values();
    }

    /** Names a test. */
    @Override
    public String toString() {
        return kernel.variant() + ", " + encoding + ", " + keyBytes;
    }

    /** A key as the JDK keeps it: each word of FIPS 197 an {@code int}. */
    static MemorySegment sessionKey(byte[] key, SegmentAllocator memory) {
        return memory.allocateFrom(ValueLayout.JAVA_INT, KeyExpansion.expand(key));
    }

    /** The hash subkey that belongs to {@code key}, as the JDK keeps it. */
    static MemorySegment subkey(byte[] key, SegmentAllocator memory) throws GeneralSecurityException {
        return memory.allocateFrom(ValueLayout.JAVA_LONG, longs(AesGcmReference.encryptBlock(key, new byte[BLOCK])));
    }

    /** A block as the JDK keeps it for GHASH: two {@code long}s, the high one first. */
    static long[] longs(byte[] block) {
        LongBuffer buffer = ByteBuffer.wrap(block).asLongBuffer();
        return new long[]{buffer.get(), buffer.get()};
    }

    static byte[] counterBlock(byte[] iv, int counter) {
        return ByteBuffer.allocate(BLOCK).put(iv, 0, IV_BYTES).putInt(counter).array();
    }

    /** Two ways to allocate memory that cannot be left: each piece of it ends at the end of its own pages, or begins at the beginning. */
    static List<SegmentAllocator> guarded(Arena arena) {
        return List.of((bytes, _) -> {
            MemorySegment pages = pages(bytes, arena);
            return pages.asSlice(pages.byteSize() - bytes);
        }, (bytes, _) -> pages(bytes, arena).asSlice(0, bytes));
    }

    private static MemorySegment pages(long bytes, Arena arena) {
        return Pages.guarded((bytes / Pages.SIZE + 1) * Pages.SIZE, arena);
    }
}
