package org.cryptointrinsics.test.kernel;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeFalse;
import static org.junit.Assume.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.compilation.CompiledKernel;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.selection.DigestKnownAnswers;
import org.cryptointrinsics.selection.DigestKnownAnswers.Compression;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Stubs;
import org.cryptointrinsics.test.Threads;
import org.cryptointrinsics.test.digest.PublishedDigests;
import org.cryptointrinsics.test.digest.PublishedDigests.Vector;
import org.cryptointrinsics.test.stub.MessageKernelTest;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** Every variant of every digest: in the interpreter, as a stub and as a method. */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class KernelTest {

    /** Digests that differ from others in their initial state, FIPS 180-4 sections 5.3.2 and 5.3.4, and in their length. */
    private static final Map<String, long[]> INITIAL_STATES = Map.of(
                    "SHA-224", new long[]{0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939, 0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4},
                    "SHA-384", new long[]{0xCBBB9D5DC1059ED8L, 0x629A292A367CD507L, 0x9159015A3070DD17L, 0x152FECD8F70E5939L, 0x67332667FFC00B31L, 0x8EB44A8768581511L,
                                    0xDB0C2E0D64F98FA7L, 0x47B5481DBEFA4FA4L});

    private static final int LARGEST_STATE = 200;

    private final Random random = new Random(1);
    private final DigestKernel kernel;
    private final CompiledKernel stub;
    private final List<Digest> digests;
    private final int block;

    /** A digest that the kernel is for. */
    private record Digest(String name, DigestAlgorithm algorithm) {

        byte[] compute(byte[] message, Compression compression) throws Exception {
            long[] initialState = INITIAL_STATES.get(name);
            if (initialState != null) {
                byte[] digest = DigestKnownAnswers.of(algorithm).compute(message, (state, data, blocks) -> {
                    for (int i = 0; i < initialState.length; i++) {
                        if (algorithm.word() == Size.DWORD) {
                            state.setAtIndex(ValueLayout.JAVA_INT, i, (int) initialState[i]);
                        } else {
                            state.setAtIndex(ValueLayout.JAVA_LONG, i, initialState[i]);
                        }
                    }
                    compression.compress(state, data, blocks);
                });
                return Arrays.copyOf(digest, MessageDigest.getInstance(name).getDigestLength());
            }
            return DigestKnownAnswers.of(algorithm).compute(message, compression);
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

    public KernelTest(DigestAlgorithm algorithm, @SuppressWarnings("unused") String variant, DigestKernel kernel) {
        this.kernel = kernel;
        stub = Stubs.compile(kernel);
        String name = algorithm.standardName();
        block = algorithm.blockBytes();
        digests = Stream.of(name, "SHA-224", "SHA-384").filter(digest -> Jit.intrinsic(digest).algorithm() == algorithm).map(digest -> new Digest(digest, algorithm)).toList();
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
        boolean cpuAllowsIt = Cpu.has(Requirements.of(kernel, EnumSet.noneOf(CpuFeature.class)).missing());
        assertEquals(cpuAllowsIt, stub.missingFeatures().isEmpty());
    }

    @Test
    public void interpreterComputesTheDigest() throws Exception {
        assumeFalse("is the same on every CPU", Reference.FEW);
        for (Digest digest : digests) {
            // The blocks before the last ones are interpreted only once.
            MemorySegment begun = Arena.ofAuto().allocate(LARGEST_STATE);
            for (int i = 0; i <= 4 * block; i++) {
                int length = i;
                digest.check(length, (state, data, blocks) -> {
                    int whole = length / block;
                    if (length == 0) {
                        MemorySegment.copy(state, 0, begun, 0, state.byteSize());
                    } else if (length % block == 0) {
                        interpret(begun, data.asSlice(length - block), 1);
                    }
                    MemorySegment.copy(begun, 0, state, 0, state.byteSize());
                    interpret(state, data.asSlice(whole * block), blocks - whole);
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
        boolean isInt = digests.getFirst().algorithm.word() == Size.DWORD;
        CompressMethod method = Stubs.source().compress(digests.getFirst().algorithm, kernel);
        Compression callMethod = (state, data, blocks) -> {
            Object array = isInt ? state.toArray(ValueLayout.JAVA_INT) : state.toArray(ValueLayout.JAVA_LONG);
            assertTrue(method.compress(array, null, data.address(), blocks, null));
            MemorySegment.copy(array, 0, state, isInt ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG, 0, Array.getLength(array));
        };
        for (Digest digest : digests) {
            for (int length = 0; length <= 1000; length++) {
                digest.check(length, callMethod);
            }
        }
    }

    @Test
    public void publishedDigestsAreComputed() throws Exception {
        for (PublishedDigests published : PublishedDigests.all()) {
            for (Digest digest : digests) {
                if (digest.name.equals(published.algorithm()) && !published.kind().equals("Monte")) {
                    check(published, digest);
                }
            }
        }
    }

    private void check(PublishedDigests published, Digest digest) throws Exception {
        for (Vector vector : published.vectors()) {
            if (published.kind().equals("ShortMsg")) {
                assertEquals("interpreter", vector.digest(), HexFormat.of().formatHex(digest.compute(vector.message(), this::interpret)));
            }
            if (stub.missingFeatures().isEmpty()) {
                assertEquals("stub", vector.digest(), HexFormat.of().formatHex(digest.compute(vector.message(), this::callStub)));
            }
        }
    }

    /** Compiled, these are tested by {@link MessageKernelTest}. */
    @Test
    public void formsForHmacComputeTheSame() {
        assumeTrue("has no such forms", kernel instanceof TwoBlockKernel);
        TwoBlockKernel twoBlocks = (TwoBlockKernel) kernel;
        int stateBytes = digests.getFirst().algorithm.stateBytes();
        for (int i = 0; i < 1000; i++) {
            MemorySegment[] states = new MemorySegment[2];
            MemorySegment[] data = new MemorySegment[2];
            byte[][] expected = new byte[2][];
            for (int j = 0; j < 2; j++) {
                states[j] = random(stateBytes);
                data[j] = random(block);
                MemorySegment copy = Arena.ofAuto().allocate(stateBytes).copyFrom(states[j]);
                interpret(copy, data[j], 1);
                expected[j] = copy.toArray(ValueLayout.JAVA_BYTE);
            }
            Interpreter.compressTwo(twoBlocks, states[0], data[0], states[1], data[1]);
            assertArrayEquals(expected[0], states[0].toArray(ValueLayout.JAVA_BYTE));
            assertArrayEquals(expected[1], states[1].toArray(ValueLayout.JAVA_BYTE));

            if (kernel instanceof HmacKernel hmacKernel) {
                assertDigestIsCompressed(hmacKernel, states[0], states[1]);
            }
        }
    }

    private void assertDigestIsCompressed(HmacKernel hmacKernel, MemorySegment state, MemorySegment digest) {
        byte[] unchanged = digest.toArray(ValueLayout.JAVA_BYTE);
        ByteBuffer padded = ByteBuffer.allocate(block);
        for (int word : digest.toArray(ValueLayout.JAVA_INT)) {
            padded.putInt(word);
        }
        DigestAlgorithm algorithm = digests.getFirst().algorithm;
        padded.put((byte) algorithm.suffix()).putLong(block - Long.BYTES, (block + digest.byteSize()) * Byte.SIZE);
        MemorySegment expected = Arena.ofAuto().allocate(state.byteSize()).copyFrom(state);
        interpret(expected, MemorySegment.ofArray(padded.array()), 1);
        Interpreter.compressDigest(hmacKernel, state, digest);
        assertArrayEquals(expected.toArray(ValueLayout.JAVA_BYTE), state.toArray(ValueLayout.JAVA_BYTE));
        assertArrayEquals(unchanged, digest.toArray(ValueLayout.JAVA_BYTE));
    }

    private MemorySegment random(int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return Arena.ofAuto().allocate(bytes, Long.BYTES).copyFrom(MemorySegment.ofArray(content));
    }

    /** At any alignment of state and data; nothing beside the state is written. */
    @Test
    public void stubWritesOnlyTheState() throws Exception {
        assumeExecutable();
        for (int i = 0; i < 2000; i++) {
            int stateAt = random.nextInt(2 * block);
            int dataAt = random.nextInt(2 * block);
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
        byte[] canaries = new byte[(int) bytes + 4 * block];
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
            for (int length = 0; length <= Pages.SIZE - block; length += 13) {
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
                        callStub(state, data.asSlice((long) done * block), some);
                        done += some;
                    }
                });
            }
        }
    }

    @Test
    public void threadsDoNotDisturbEachOther() throws Exception {
        assumeExecutable();
        Threads.run(thread -> {
            Random own = new Random(thread);
            for (int i = 0; i < 300; i++) {
                digests.getFirst().check(own.nextInt(Reference.SMALL + 1), this::callStub);
            }
        });
    }
}
