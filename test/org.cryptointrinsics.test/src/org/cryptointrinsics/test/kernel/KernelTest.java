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
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.interpreter.Interpreter;
import org.cryptointrinsics.kernel.DigestAlgorithm.Compression;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.HmacKernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.TwoBlockKernel;
import org.cryptointrinsics.linkage.CompiledKernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Quick;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Stubs;
import org.cryptointrinsics.test.Threads;
import org.cryptointrinsics.test.stub.MessageKernelTest;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** Every variant of every digest: in the interpreter, as a stub and as a method. */
@Category(Quick.class)
@RunWith(Parameterized.class)
public class KernelTest {

    private static final String TWO_BLOCKS = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    private static final String TWO_LONG_BLOCKS =
                    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
    private static final String MILLION = "a".repeat(1_000_000);

    /** 1600 bits. */
    private static final String TWO_SPONGE_BLOCKS = "\u00A3".repeat(200);

    /** RFC 1321 appendix A.5; NIST's "Cryptographic Standards and Guidelines: Examples with Intermediate Values" for FIPS 180-4 and FIPS 202. */
    private static final Map<String, Map<String, String>> KNOWN_DIGESTS = Map.ofEntries(
                    Map.entry("MD5", Map.of(
                                    "", "d41d8cd98f00b204e9800998ecf8427e",
                                    "a", "0cc175b9c0f1b6a831c399e269772661",
                                    "abc", "900150983cd24fb0d6963f7d28e17f72",
                                    "message digest", "f96b697d7cb7938d525a2f31aaf161d0",
                                    "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b",
                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f",
                                    "1234567890".repeat(8), "57edf4a22be3c955ac49da2e2107b67a")),
                    Map.entry("SHA-1", Map.of(
                                    "abc", "a9993e364706816aba3e25717850c26c9cd0d89d",
                                    TWO_BLOCKS, "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
                                    MILLION, "34aa973cd4c4daa4f61eeb2bdbad27316534016f")),
                    Map.entry("SHA-224", Map.of(
                                    "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
                                    TWO_BLOCKS, "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
                                    MILLION, "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67")),
                    Map.entry("SHA-256", Map.of(
                                    "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                                    TWO_BLOCKS, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
                                    MILLION, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")),
                    Map.entry("SHA-384", Map.of(
                                    "abc", "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
                                    TWO_LONG_BLOCKS, "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039",
                                    MILLION, "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985")),
                    Map.entry("SHA-512", Map.of(
                                    "abc", "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
                                    TWO_LONG_BLOCKS,
                                    "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
                                    MILLION, "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b")),
                    Map.entry("SHA3-224", Map.of(
                                    "", "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
                                    TWO_SPONGE_BLOCKS, "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0")),
                    Map.entry("SHA3-256", Map.of(
                                    "", "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
                                    TWO_SPONGE_BLOCKS, "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787")),
                    Map.entry("SHA3-384", Map.of(
                                    "", "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e058d5f004",
                                    TWO_SPONGE_BLOCKS, "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd76197a31fd55ee989f2d7050dd473e8f")),
                    Map.entry("SHA3-512", Map.of(
                                    "", "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26",
                                    TWO_SPONGE_BLOCKS,
                                    "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca81b7c13c30adf52a3659584739a2df46be589c51ca1a4a8416df6545a1ce8ba00")),
                    Map.entry("SHAKE128-256", Map.of(
                                    "", "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
                                    TWO_SPONGE_BLOCKS, "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037")));

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
                byte[] digest = algorithm.digest(message, (state, data, blocks) -> {
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
        boolean cpuAllowsIt = Cpu.has(Requirements.of(kernel, EnumSet.noneOf(CPUFeature.class)).missing());
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
        CompressMethod method = stub.method(digests.getFirst().algorithm.word());
        Compression callMethod = (state, data, blocks) -> {
            Object array = isInt ? state.toArray(ValueLayout.JAVA_INT) : state.toArray(ValueLayout.JAVA_LONG);
            assertTrue(method.compress(array, null, data.address(), blocks));
            MemorySegment.copy(array, 0, state, isInt ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG, 0, Array.getLength(array));
        };
        for (Digest digest : digests) {
            for (int length = 0; length <= 1000; length++) {
                digest.check(length, callMethod);
            }
        }
    }

    @Test
    public void knownDigestsAreComputed() throws Exception {
        for (Digest digest : digests) {
            for (Map.Entry<String, String> known : KNOWN_DIGESTS.get(digest.name).entrySet()) {
                byte[] message = known.getKey().getBytes(StandardCharsets.ISO_8859_1);
                if (message.length <= Reference.SMALL) {
                    assertEquals("interpreter", known.getValue(), HexFormat.of().formatHex(digest.compute(message, this::interpret)));
                }
                if (stub.missingFeatures().isEmpty()) {
                    assertEquals("stub", known.getValue(), HexFormat.of().formatHex(digest.compute(message, this::callStub)));
                }
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
