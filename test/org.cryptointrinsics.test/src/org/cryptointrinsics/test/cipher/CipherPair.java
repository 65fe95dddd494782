package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;

import javax.crypto.Cipher;

import org.cryptointrinsics.test.Differential.Pair;
import org.cryptointrinsics.test.Differential.Tier;
import org.cryptointrinsics.test.Differential;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Memory.Region;
import org.cryptointrinsics.test.Memory;

/** Two ciphers that are given messages in parts. The call sites are interpreted; methods of the JDK are compiled for the calls of one cipher at a time. */
abstract class CipherPair extends Pair<CipherCalls, Cipher> {

    /** What the JDK gives its own methods for many blocks at least. */
    static final int FEWEST_BYTES = 512;
    static final int BLOCK = 16;
    static final int MARGIN = 32;
    /** Of the blocks. Code may be thrown away. */
    private static final double LEAST_BY_KERNELS = 0.9;
    private static final int PAIRS_TO_PREPARE = 40;
    private static final int ROUNDS_TO_PREPARE = 10;

    private static final byte[] NONE = new byte[0];
    private static final int CAPACITY = 4 * AesGcmReference.LONGEST_PART;
    private static final List<Memory> KINDS = List.of(Memory.HEAP, Memory.HEAP_SLICE, Memory.READ_ONLY_HEAP, Memory.DIRECT, Memory.DIRECT_SLICE,
                    Memory.READ_ONLY_DIRECT, Memory.HEAP_SEGMENT, Memory.AUTO_SEGMENT);
    private static final Map<Memory, Region> INPUTS = allocate(KINDS);
    private static final List<Memory> WRITABLE = KINDS.stream().filter(kind -> !INPUTS.get(kind).buffer().isReadOnly()).toList();
    private static final Map<Memory, Region> OUTPUTS = allocate(WRITABLE);

    private final boolean isExchanged;
    private Piece piece;

    /** How a cipher is given what it takes. */
    enum Form {
        TO_NEW_ARRAY,
        ARRAYS,
        BUFFERS
    }

    /**
     * What a cipher is given at once.
     *
     * @param from what the input is of, where it is a buffer
     * @param to what the output is of, where it is a buffer
     * @param offset where it begins
     * @param behind how much of an array follows
     */
    record Piece(boolean isLast, byte[] input, Form form, Memory from, Memory to, int offset, int behind) {
        boolean isOfArray() {
            return form != Form.BUFFERS || INPUTS.get(from).buffer().hasArray();
        }
    }

    /** Makes a pair. */
    @FunctionalInterface
    interface Factory {
        CipherPair make(int seed) throws GeneralSecurityException;
    }

    /**
     * @param seed of what it does; if it is odd, methods may be compiled for the calls of both ciphers, each by chance, otherwise always for those of the same
     */
    CipherPair(String algorithm, int seed) throws GeneralSecurityException {
        super(Jit.intrinsics().aesGcm(), new Random(seed), Cipher.getInstance(algorithm, AesGcmReference.PROVIDER),
                        Cipher.getInstance(algorithm, AesGcmReference.PROVIDER));
        isExchanged = (seed & 1) != 0;
    }

    private static Map<Memory, Region> allocate(List<Memory> kinds) {
        Map<Memory, Region> regions = new EnumMap<>(Memory.class);
        kinds.forEach(kind -> regions.put(kind, kind.allocate(CAPACITY, Arena.global())));
        return regions;
    }

    /** Has each of many pairs make a call with one cipher while {@code methods} are compiled, and then with the other in the interpreter, and so on. */
    static void takeTurns(BlockMethods methods, Factory factory, int count, int rounds) throws Exception {
        List<CipherPair> first = make(factory, 0, PAIRS_TO_PREPARE);
        Tier<CipherCalls> any = () -> CipherCalls.UNREPLACED;
        methods.prepare(() -> {
            for (int round = 0; round < ROUNDS_TO_PREPARE; round++) {
                new Differential<>(any).play(first, List.of(any));
            }
        });
        Differential<CipherCalls> differential = new Differential<>(() -> {
            methods.deoptimize();
            return CipherCalls.UNREPLACED;
        });
        Tier<CipherCalls> compiled = () -> {
            methods.compile();
            return CipherCalls.UNREPLACED;
        };
        List<CipherPair> pairs = make(factory, PAIRS_TO_PREPARE, count);
        for (int round = 0; round < rounds; round++) {
            differential.play(pairs, List.of(compiled));
        }
        differential.assertByKernels(LEAST_BY_KERNELS);
    }

    private static List<CipherPair> make(Factory factory, int seed, int count) throws GeneralSecurityException {
        List<CipherPair> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pairs.add(factory.make(seed + i));
        }
        return pairs;
    }

    /** Chooses what both ciphers are given next; returns how many blocks kernels do of it at least. */
    abstract long choose();

    /** Gives it to one of them; returns what it wrote. */
    abstract byte[] give(CipherCalls calls, Cipher cipher) throws GeneralSecurityException;

    @Override
    protected final void choose(Tier<CipherCalls> tier) {
        if (isExchanged && random.nextBoolean()) {
            exchange();
        }
        long blocks = choose();
        add(toString(), blocks, this::give);
    }

    /** The last one that was chosen, or null. */
    final Piece piece() {
        return piece;
    }

    final void choosePiece(boolean isLast, byte[] input, int behind) {
        piece = new Piece(isLast, input, Form.values()[random.nextInt(Form.values().length)], KINDS.get(random.nextInt(KINDS.size())),
                        WRITABLE.get(random.nextInt(WRITABLE.size())), MARGIN + random.nextInt(MARGIN), behind);
    }

    /** The result; nothing is written beside it. */
    final byte[] crypt(CipherCalls calls, Cipher cipher) throws GeneralSecurityException {
        int length = piece.input.length;
        int room = cipher.getOutputSize(length);
        if (piece.form == Form.BUFFERS) {
            return cryptBuffers(calls, cipher, room);
        }
        byte[] in = new byte[piece.offset + length + piece.behind];
        System.arraycopy(piece.input, 0, in, piece.offset, length);
        byte[] result;
        if (piece.form == Form.TO_NEW_ARRAY) {
            byte[] array = piece.isLast ? calls.doFinal(cipher, in, piece.offset, length) : cipher.update(in, piece.offset, length);
            result = array == null ? NONE : array;
        } else {
            byte[] out = CipherForm.filled(piece.offset + room + piece.behind);
            int written = crypt(calls, cipher, in, piece.offset, out, piece.offset);
            result = CipherForm.assertMargins(out, piece.offset, written);
        }
        assertArrayEquals(piece.input, Arrays.copyOfRange(in, piece.offset, piece.offset + length));
        return result;
    }

    private byte[] cryptBuffers(CipherCalls calls, Cipher cipher, int room) throws GeneralSecurityException {
        int length = piece.input.length;
        Region from = INPUTS.get(piece.from);
        Region to = OUTPUTS.get(piece.to);
        MemorySegment.copy(piece.input, 0, from.writable(), ValueLayout.JAVA_BYTE, piece.offset, length);
        MemorySegment written = to.writable().asSlice(0, piece.offset + room + MARGIN).fill(CipherForm.FILL);
        ByteBuffer in = from.buffer().duplicate().limit(piece.offset + length).position(piece.offset);
        ByteBuffer out = to.buffer().duplicate().limit(piece.offset + room).position(piece.offset);
        int count = crypt(calls, cipher, in, out);
        assertEquals(piece.offset + length, in.position());
        assertEquals(piece.offset + count, out.position());
        assertArrayEquals(piece.input, from.writable().asSlice(piece.offset, length).toArray(ValueLayout.JAVA_BYTE));
        return CipherForm.assertMargins(written.toArray(ValueLayout.JAVA_BYTE), piece.offset, count);
    }

    final int crypt(CipherCalls calls, Cipher cipher, byte[] in, int offset, byte[] out, int outOffset) throws GeneralSecurityException {
        int length = piece.input.length;
        return piece.isLast ? calls.doFinal(cipher, in, offset, length, out, outOffset) : cipher.update(in, offset, length, out, outOffset);
    }

    final int crypt(CipherCalls calls, Cipher cipher, ByteBuffer in, ByteBuffer out) throws GeneralSecurityException {
        return piece.isLast ? calls.doFinal(cipher, in, out) : cipher.update(in, out);
    }

    static String hex(Object bytes) {
        return HexFormat.of().formatHex((byte[]) bytes);
    }

    /** How many bytes a block lacks after so many. */
    static int untilBlock(int bytes) {
        return -bytes & BLOCK - 1;
    }
}
