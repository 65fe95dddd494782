package org.cryptointrinsics.test;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.cryptointrinsics.graph.CompiledKernel;
import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestAlgorithm.Compression;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

import jdk.vm.ci.amd64.AMD64.CPUFeature;
import jdk.vm.ci.code.InstalledCode;
import jdk.vm.ci.meta.ResolvedJavaMethod;

/** Every variant of every digest: in the interpreter, as a stub and as a method. */
@RunWith(Parameterized.class)
public class KernelTest {

    private static final int BLOCK = 64;
    private static final String TWO_BLOCKS = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    private static final String MILLION = "a".repeat(1_000_000);

    /** RFC 1321 appendix A.5; NIST's "Cryptographic Standards and Guidelines: Examples with Intermediate Values" for FIPS 180-4. */
    private static final Map<String, Map<String, String>> KNOWN_DIGESTS = Map.of(
                    "MD5", Map.of(
                                    "", "d41d8cd98f00b204e9800998ecf8427e",
                                    "a", "0cc175b9c0f1b6a831c399e269772661",
                                    "abc", "900150983cd24fb0d6963f7d28e17f72",
                                    "message digest", "f96b697d7cb7938d525a2f31aaf161d0",
                                    "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b",
                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f",
                                    "1234567890".repeat(8), "57edf4a22be3c955ac49da2e2107b67a"),
                    "SHA-224", Map.of(
                                    "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
                                    TWO_BLOCKS, "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
                                    MILLION, "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"),
                    "SHA-256", Map.of(
                                    "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                                    TWO_BLOCKS, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
                                    MILLION, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));

    /** FIPS 180-4 section 5.3.2. */
    private static final int[] SHA_224_STATE = {0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4};

    private final Random random = new Random(1);
    private final Kernel kernel;
    private final CompiledKernel stub;
    private final List<Digest> digests;

    /** A digest that the kernel is for. */
    private record Digest(String name, DigestAlgorithm algorithm) {

        byte[] compute(byte[] message, Compression compression) throws Exception {
            if (name.equals("SHA-224")) {
                byte[] digest = algorithm.digest(message, (state, data, blocks) -> {
                    MemorySegment.copy(SHA_224_STATE, 0, state, ValueLayout.JAVA_INT, 0, SHA_224_STATE.length);
                    compression.compress(state, data, blocks);
                });
                return Arrays.copyOf(digest, 28);
            }
            return algorithm.digest(message, compression);
        }

        void check(int length, Compression compression) throws Exception {
            assertEquals(name + " of " + length + " bytes", Reference.digest(name, length), HexFormat.of().formatHex(compute(Reference.message(length), compression)));
        }
    }

    @Parameters(name = "{0} {1}")
    public static List<Object[]> variants() {
        List<Object[]> variants = new ArrayList<>();
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            algorithm.variants().forEach(kernel -> variants.add(new Object[]{algorithm, kernel.variant(), kernel}));
        }
        return variants;
    }

    public KernelTest(DigestAlgorithm algorithm, @SuppressWarnings("unused") String variant, Kernel kernel) {
        this.kernel = kernel;
        stub = Stubs.compile(kernel);
        String name = algorithm.standardName();
        digests = algorithm == DigestAlgorithm.SHA_256 ? List.of(new Digest(name, algorithm), new Digest("SHA-224", algorithm)) : List.of(new Digest(name, algorithm));
    }

    private void interpret(MemorySegment state, MemorySegment data, int blocks) {
        Interpreter.compress(kernel, state, data, blocks);
    }

    private void callStub(MemorySegment state, MemorySegment data, int blocks) {
        stub.compress(state.address(), data.address(), blocks);
    }

    private void assumeExecutable() {
        assumeTrue("missing " + stub.missingFeatures(), stub.missingFeatures().isEmpty());
    }

    @Test
    public void isExecutedWhereTheCpuAllowsIt() {
        boolean cpuAllowsIt = Cpu.has(Requirements.of(kernel, EnumSet.noneOf(CPUFeature.class)).missing());
        assertEquals(cpuAllowsIt, stub.missingFeatures().isEmpty());
    }

    @Test
    public void interpreterComputesTheDigest() throws Exception {
        for (Digest digest : digests) {
            // The blocks before the last ones are interpreted only once.
            MemorySegment begun = Arena.ofAuto().allocate(BLOCK);
            for (int i = 0; i <= Reference.SMALL; i++) {
                int length = i;
                digest.check(length, (state, data, blocks) -> {
                    int whole = length / BLOCK;
                    if (length == 0) {
                        MemorySegment.copy(state, 0, begun, 0, state.byteSize());
                    } else if (length % BLOCK == 0) {
                        interpret(begun, data.asSlice(length - BLOCK), 1);
                    }
                    MemorySegment.copy(begun, 0, state, 0, state.byteSize());
                    interpret(state, data.asSlice(whole * BLOCK), blocks - whole);
                });
            }
            digest.check(Reference.LARGE_LENGTHS.getFirst(), this::interpret);
        }
    }

    @Test
    public void stubComputesTheDigest() throws Exception {
        assumeExecutable();
        for (Digest digest : digests) {
            for (int length = 0; length <= Reference.SMALL; length++) {
                digest.check(length, this::callStub);
            }
            for (int length : Reference.LARGE_LENGTHS) {
                digest.check(length, this::callStub);
            }
        }
    }

    @Test
    public void methodComputesTheDigest() throws Exception {
        assumeExecutable();
        ResolvedJavaMethod method = Stubs.CONTEXT.providers().getMetaAccess().lookupJavaMethod(KernelTest.class.getDeclaredMethod("method", int[].class, long.class, int.class));
        InstalledCode code = stub.installAs(method);
        Compression callMethod = (state, data, blocks) -> {
            int[] array = state.toArray(ValueLayout.JAVA_INT);
            assertEquals(Boolean.TRUE, code.executeVarargs(array, data.address(), blocks));
            MemorySegment.copy(array, 0, state, ValueLayout.JAVA_INT, 0, array.length);
        };
        for (Digest digest : digests) {
            for (int length = 0; length <= 1000; length++) {
                digest.check(length, callMethod);
            }
        }
    }

    /** What {@link #methodComputesTheDigest} installs a kernel as. */
    @SuppressWarnings("unused")
    private static boolean method(int[] state, long data, int blocks) {
        throw new AssertionError("not compiled");
    }

    @Test
    public void knownDigestsAreComputed() throws Exception {
        for (Digest digest : digests) {
            for (Map.Entry<String, String> known : KNOWN_DIGESTS.get(digest.name).entrySet()) {
                byte[] message = known.getKey().getBytes(StandardCharsets.US_ASCII);
                if (message.length <= Reference.SMALL) {
                    assertEquals("interpreter", known.getValue(), HexFormat.of().formatHex(digest.compute(message, this::interpret)));
                }
                if (stub.missingFeatures().isEmpty()) {
                    assertEquals("stub", known.getValue(), HexFormat.of().formatHex(digest.compute(message, this::callStub)));
                }
            }
        }
    }

    /** At any alignment of state and data; nothing beside the state is written. */
    @Test
    public void stubWritesOnlyTheState() throws Exception {
        assumeExecutable();
        for (int i = 0; i < 2000; i++) {
            int stateAt = random.nextInt(2 * BLOCK);
            int dataAt = random.nextInt(2 * BLOCK);
            for (Digest digest : digests) {
                digest.check(random.nextInt(1000), (state, data, blocks) -> compressBetweenCanaries(state, stateAt, data, dataAt, blocks));
            }
        }
    }

    private void compressBetweenCanaries(MemorySegment state, int stateAt, MemorySegment data, int dataAt, int blocks) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment stateMemory = canaries(arena, state.byteSize());
            MemorySegment dataMemory = canaries(arena, data.byteSize());
            MemorySegment movedState = stateMemory.asSlice(stateAt, state.byteSize()).copyFrom(state);
            MemorySegment movedData = dataMemory.asSlice(dataAt, data.byteSize()).copyFrom(data);
            byte[] expectedState = stateMemory.toArray(ValueLayout.JAVA_BYTE);
            byte[] expectedData = dataMemory.toArray(ValueLayout.JAVA_BYTE);
            callStub(movedState, movedData, blocks);
            state.copyFrom(movedState);
            MemorySegment.copy(movedState, ValueLayout.JAVA_BYTE, 0, expectedState, stateAt, (int) state.byteSize());
            assertArrayEquals(expectedState, stateMemory.toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(expectedData, dataMemory.toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private MemorySegment canaries(Arena arena, long bytes) {
        byte[] canaries = new byte[(int) bytes + 4 * BLOCK];
        random.nextBytes(canaries);
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, canaries);
    }

    /** State and data at either end of memory with nothing around it; reading or writing beyond would end the VM. */
    @Test
    public void stubStaysWithinItsMemory() throws Exception {
        assumeExecutable();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment statePage = Pages.guarded(Pages.SIZE, arena);
            MemorySegment dataPage = Pages.guarded(Pages.SIZE, arena);
            for (int length = 0; length <= Pages.SIZE - BLOCK; length += 13) {
                for (boolean atEnd : new boolean[]{false, true}) {
                    digests.getFirst().check(length, (state, data, blocks) -> {
                        MemorySegment movedState = edge(statePage, state, atEnd);
                        callStub(movedState, edge(dataPage, data, atEnd), blocks);
                        state.copyFrom(movedState);
                    });
                }
            }
        }
    }

    private static MemorySegment edge(MemorySegment page, MemorySegment content, boolean atEnd) {
        return page.asSlice(atEnd ? page.byteSize() - content.byteSize() : 0, content.byteSize()).copyFrom(content);
    }

    @Test
    public void blocksAreCompressedAloneOrTogether() throws Exception {
        assumeExecutable();
        for (int i = 0; i < 100; i++) {
            for (Digest digest : digests) {
                digest.check(Reference.LARGE_LENGTHS.get(random.nextInt(Reference.LARGE_LENGTHS.size())), (state, data, blocks) -> {
                    int done = 0;
                    while (done < blocks) {
                        int some = 1 + random.nextInt(Math.min(blocks - done, 1 << random.nextInt(11)));
                        callStub(state, data.asSlice((long) done * BLOCK), some);
                        done += some;
                    }
                });
            }
        }
    }

    @Test
    public void threadsDoNotDisturbEachOther() throws Exception {
        assumeExecutable();
        int threads = 8;
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Random own = new Random(thread);
                tasks.add(() -> {
                    for (int i = 0; i < 300; i++) {
                        digests.getFirst().check(own.nextInt(Reference.SMALL + 1), this::callStub);
                    }
                    return null;
                });
            }
            for (Future<Void> result : executor.invokeAll(tasks)) {
                result.get();
            }
        }
    }
}
