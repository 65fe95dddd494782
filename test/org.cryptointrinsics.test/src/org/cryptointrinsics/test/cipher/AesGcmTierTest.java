package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.ByteArrayOutputStream;
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

import org.cryptointrinsics.stub.AesPart;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Memory.Region;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Snapshot;
import org.junit.Test;

/**
 * Where kernels did the blocks of a message in parts, the JDK's objects are left as by the interpreter, which may make the next call, and the other way round.
 */
public class AesGcmTierTest {

    private static final String ALL_LEAVE_THE_SAME = "all calls leave the same";
    /** What the JDK gives its own method for both AES and GHASH at least. */
    static final int FEWEST_BYTES = 512;
    static final int BLOCK = 16;
    /** Of the blocks. Code may be thrown away. */
    private static final double LEAST_BY_KERNELS = 0.9;

    /** In a Java of its own, in which methods of the JDK are compiled for some calls and interpreted for others. */
    @Test
    public void callsLeaveTheSame() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        String printed = JavaProcess.runLikeThis(List.of(), Main.class);
        assertTrue(printed, printed.contains(ALL_LEAVE_THE_SAME));
    }

    /** What a call leaves. */
    record Left(byte[] output, String state) {
    }

    /** Two ciphers that are given the same calls. */
    abstract static class Pair {

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

        static final int MARGIN = 32;
        private static final byte FILL = 0x55;
        private static final byte[] NONE = new byte[0];
        private static final int CAPACITY = 4 * AesGcmReference.LONGEST_PART;
        private static final List<Memory> KINDS = List.of(Memory.HEAP, Memory.HEAP_SLICE, Memory.READ_ONLY_HEAP, Memory.DIRECT, Memory.DIRECT_SLICE,
                        Memory.READ_ONLY_DIRECT, Memory.HEAP_SEGMENT, Memory.AUTO_SEGMENT);
        private static final Map<Memory, Region> INPUTS = allocate(KINDS);
        private static final List<Memory> WRITABLE = KINDS.stream().filter(kind -> !INPUTS.get(kind).buffer().isReadOnly()).toList();
        private static final Map<Memory, Region> OUTPUTS = allocate(WRITABLE);
        static {
            // In other methods they would be replaced.
            Jit.methods(Pair.class, "doFinal").forEach(Jit::interpret);
        }

        final Random random;
        private final boolean isSwitched;
        private final Cipher[] ciphers;
        private final Left[] left = new Left[2];
        private int compiled;

        /**
         * @param seed of what it does; if it is odd, the calls of both ciphers may be compiled, each by chance, otherwise always those of one
         */
        Pair(String algorithm, int seed) throws GeneralSecurityException {
            random = new Random(seed);
            isSwitched = (seed & 1) != 0;
            ciphers = new Cipher[]{Cipher.getInstance(algorithm, AesGcmReference.PROVIDER), Cipher.getInstance(algorithm, AesGcmReference.PROVIDER)};
        }

        private static Map<Memory, Region> allocate(List<Memory> kinds) {
            Map<Memory, Region> regions = new EnumMap<>(Memory.class);
            kinds.forEach(kind -> regions.put(kind, kind.allocate(CAPACITY, Arena.global())));
            return regions;
        }

        /** Chooses a call; returns how many blocks kernels do of it at least. */
        abstract long choose();

        /** Makes that call. */
        abstract Left call(Cipher cipher) throws Exception;

        /** What both ciphers left after that call. */
        void end(@SuppressWarnings("unused") Left same) {
        }

        final long next() {
            compiled = isSwitched ? random.nextInt(2) : 0;
            return choose();
        }

        final void call(boolean isCompiled) throws Exception {
            int index = isCompiled ? compiled : 1 - compiled;
            left[index] = call(ciphers[index]);
        }

        final void compare() {
            Left expected = left[1 - compiled];
            Left actual = left[compiled];
            assertEquals(toString(), expected.state, actual.state);
            assertArrayEquals(toString(), expected.output, actual.output);
            end(actual);
        }

        final byte[] bytes(int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }

        final Piece piece(boolean isLast, byte[] input, int behind) {
            return new Piece(isLast, input, Form.values()[random.nextInt(Form.values().length)], KINDS.get(random.nextInt(KINDS.size())),
                            WRITABLE.get(random.nextInt(WRITABLE.size())), MARGIN + random.nextInt(MARGIN), behind);
        }

        /** The result; nothing is written beside it. */
        static byte[] crypt(Cipher cipher, Piece piece) throws GeneralSecurityException {
            int length = piece.input.length;
            int room = cipher.getOutputSize(length);
            if (piece.form == Form.BUFFERS) {
                return cryptBuffers(cipher, piece, room);
            }
            byte[] in = new byte[piece.offset + length + piece.behind];
            System.arraycopy(piece.input, 0, in, piece.offset, length);
            byte[] result;
            if (piece.form == Form.TO_NEW_ARRAY) {
                byte[] array = piece.isLast ? doFinal(cipher, in, piece.offset, length) : cipher.update(in, piece.offset, length);
                result = array == null ? NONE : array;
            } else {
                byte[] out = filled(piece.offset + room + piece.behind);
                int written = piece.isLast ? doFinal(cipher, in, piece.offset, length, out, piece.offset)
                                : cipher.update(in, piece.offset, length, out, piece.offset);
                result = takeFrom(out, piece.offset, written);
            }
            assertArrayEquals(piece.input, Arrays.copyOfRange(in, piece.offset, piece.offset + length));
            return result;
        }

        private static byte[] cryptBuffers(Cipher cipher, Piece piece, int room) throws GeneralSecurityException {
            int length = piece.input.length;
            Region from = INPUTS.get(piece.from);
            Region to = OUTPUTS.get(piece.to);
            MemorySegment.copy(piece.input, 0, from.writable(), ValueLayout.JAVA_BYTE, piece.offset, length);
            MemorySegment written = to.writable().asSlice(0, piece.offset + room + MARGIN).fill(FILL);
            ByteBuffer in = from.buffer().duplicate().limit(piece.offset + length).position(piece.offset);
            ByteBuffer out = to.buffer().duplicate().limit(piece.offset + room).position(piece.offset);
            int count = piece.isLast ? doFinal(cipher, in, out) : cipher.update(in, out);
            assertEquals(piece.offset + length, in.position());
            assertEquals(piece.offset + count, out.position());
            assertArrayEquals(piece.input, from.writable().asSlice(piece.offset, length).toArray(ValueLayout.JAVA_BYTE));
            return takeFrom(written.toArray(ValueLayout.JAVA_BYTE), piece.offset, count);
        }

        static byte[] filled(int length) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, FILL);
            return bytes;
        }

        private static byte[] takeFrom(byte[] memory, int offset, int length) {
            byte[] expected = filled(memory.length);
            System.arraycopy(memory, offset, expected, offset, length);
            assertArrayEquals(expected, memory);
            return Arrays.copyOfRange(memory, offset, offset + length);
        }

        static byte[] doFinal(Cipher cipher, byte[] input, int offset, int length) throws GeneralSecurityException {
            return cipher.doFinal(input, offset, length);
        }

        static int doFinal(Cipher cipher, byte[] input, int offset, int length, byte[] output, int outputOffset) throws GeneralSecurityException {
            return cipher.doFinal(input, offset, length, output, outputOffset);
        }

        static int doFinal(Cipher cipher, ByteBuffer input, ByteBuffer output) throws GeneralSecurityException {
            return cipher.doFinal(input, output);
        }

        static String hex(Object bytes) {
            return HexFormat.of().formatHex((byte[]) bytes);
        }

        /** How many bytes a block lacks after so many. */
        static int untilBlock(int bytes) {
            return -bytes & BLOCK - 1;
        }
    }

    private static Work work(Jit.Action action) throws Exception {
        Work before = Jit.work(Jit.intrinsics().aesGcm());
        action.run();
        return Jit.work(Jit.intrinsics().aesGcm()).minus(before);
    }

    private static void callAll(List<? extends Pair> pairs, boolean isCompiled) throws Exception {
        for (Pair pair : pairs) {
            pair.call(isCompiled);
        }
    }

    /** Has {@code pairs} make calls until all that these need is resolved. */
    static void prepare(BlockMethods methods, List<? extends Pair> pairs, int rounds) throws Exception {
        methods.prepare(() -> {
            for (int round = 0; round < rounds; round++) {
                pairs.forEach(Pair::next);
                callAll(pairs, true);
                callAll(pairs, false);
                pairs.forEach(Pair::compare);
            }
        });
    }

    /** Has each pair make calls with one cipher in compiled code, and then with the other in the interpreter. */
    static void takeTurns(BlockMethods methods, List<? extends Pair> pairs, int rounds) throws Exception {
        long expected = 0;
        long actual = 0;
        for (int round = 0; round < rounds; round++) {
            for (Pair pair : pairs) {
                expected += pair.next();
            }
            methods.compile();
            actual += work(() -> callAll(pairs, true)).blocks();
            methods.deoptimize();
            assertEquals("by the interpreter", new Work(0, 0), work(() -> callAll(pairs, false)));
            pairs.forEach(Pair::compare);
        }
        System.out.println(actual + " blocks by kernels, of " + expected + " and more");
        assertTrue("by kernels", expected > 0 && actual >= LEAST_BY_KERNELS * expected);
    }

    /** A message that is encrypted in parts, and then decrypted in others. */
    private static final class GcmPair extends Pair {

        private static final int MOST_PARTS = 4;

        private boolean isEncryption;
        private byte[] key;
        private byte[] iv;
        private byte[] aad;
        private int tagBytes;
        private ByteArrayOutputStream plaintext;
        private ByteArrayOutputStream ciphertext;
        private boolean isFirst;
        private int position;
        private Piece piece;

        GcmPair(int seed) throws GeneralSecurityException {
            super(AesGcmReference.ALGORITHM, seed);
        }

        private void begin() {
            position = 0;
            isEncryption = !isEncryption;
            if (isEncryption) {
                key = bytes(16 + 8 * random.nextInt(3));
                iv = bytes(random.nextInt(8) == 0 ? 1 + random.nextInt(40) : 12);
                aad = bytes(random.nextInt(4) == 0 ? FEWEST_BYTES + random.nextInt(2000) : random.nextInt(70));
                tagBytes = 12 + random.nextInt(5);
                plaintext = new ByteArrayOutputStream();
                ciphertext = new ByteArrayOutputStream();
            }
        }

        private int length() {
            return switch (random.nextInt(20)) {
                case 0 -> AesGcmReference.LONGEST_PART - 500 + random.nextInt(1000);
                case 1, 2, 3 -> random.nextInt(40);
                case 4, 5 -> random.nextInt(FEWEST_BYTES + 100);
                case 6, 7 -> BLOCK * random.nextInt(100);
                case 8, 9 -> FEWEST_BYTES - BLOCK + random.nextInt(2 * BLOCK);
                default -> FEWEST_BYTES + random.nextInt(3000);
            };
        }

        @Override
        long choose() {
            isFirst = piece == null || piece.isLast();
            if (isFirst) {
                begin();
            } else {
                position += piece.input().length;
            }
            boolean isLast = position > AesGcmReference.LONGEST_PART || random.nextInt(MOST_PARTS) == 0;
            if (isEncryption) {
                piece = piece(isLast, bytes(length()), MARGIN);
            } else {
                int rest = ciphertext.size() - position;
                int length = isLast ? rest : Math.min(rest, length());
                piece = piece(isLast, Arrays.copyOfRange(ciphertext.toByteArray(), position, position + length), MARGIN);
            }
            return (isFirst ? blocks(aad.length) : 0) + blocksOfPiece();
        }

        private static long blocks(int bytes) {
            return bytes < FEWEST_BYTES ? 0 : bytes / BLOCK;
        }

        /** What is decrypted is kept until the tag is there. */
        private long blocksOfPiece() {
            if (isEncryption) {
                return blocks(piece.input().length - untilBlock(position));
            }
            int length = ciphertext.size() - tagBytes;
            int kept = Math.min(position, length);
            return piece.isLast() ? blocks(kept) + blocks(length - kept - untilBlock(kept)) : 0;
        }

        @Override
        Left call(Cipher cipher) throws Exception {
            if (isFirst) {
                AesGcmReference.init(cipher, isEncryption ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, key, iv, aad, tagBytes);
            }
            byte[] output = crypt(cipher, piece);
            return new Left(output, state(cipher));
        }

        private String state(Cipher cipher) {
            Object gcm = Snapshot.get(cipher, "spi");
            Object engine = Snapshot.get(gcm, "engine");
            String told = "used " + Snapshot.get(gcm, "reInit");
            if (engine == null) {
                return told;
            }
            Object gctr = Snapshot.get(engine, "gctr");
            Object ghash = Snapshot.get(engine, "ghash");
            long[] subkey = (long[]) Snapshot.get(ghash, "subkeyHtbl");
            told += ", counter " + hex(Snapshot.get(gctr, "counter")) + ", used of a block " + Snapshot.get(gctr, "used");
            told += ", hash " + Arrays.toString((long[]) Snapshot.get(ghash, "state")) + ", subkey " + subkey[0] + " " + subkey[1];
            told += ", additional data " + Snapshot.get(engine, "aadProcessed") + " " + Snapshot.get(engine, "sizeOfAAD");
            if (isEncryption) {
                told += ", processed " + Snapshot.get(engine, "processed");
            }
            byte[] kept = Snapshot.get(engine, "ibuffer") instanceof ByteArrayOutputStream stream ? stream.toByteArray() : new byte[0];
            return told + ", kept " + kept.length + " " + Arrays.hashCode(kept);
        }

        @Override
        void end(Left same) {
            if (isEncryption) {
                plaintext.writeBytes(piece.input());
                ciphertext.writeBytes(same.output());
            } else if (piece.isLast()) {
                assertArrayEquals(toString(), plaintext.toByteArray(), same.output());
            }
        }

        @Override
        public String toString() {
            return (isEncryption ? "encryption" : "decryption") + ", key " + hex(key) + ", IV " + hex(iv) + ", additional " + aad.length + ", tag " + tagBytes +
                            ", at " + position + " " + piece.input().length + " bytes, " + piece;
        }
    }

    /** Encrypts and decrypts in pairs. */
    public static final class Main {

        private static final int PAIRS = 400;
        private static final int ROUNDS = 6;
        private static final int FEW_PAIRS = 60;
        private static final int FEW_ROUNDS = 10;

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            BlockMethods methods = new BlockMethods("GaloisCounterMode$GCMEngine.processAAD", "GaloisCounterMode$GCMEngine.doLastBlock",
                            "GaloisCounterMode$GCMEncrypt.doUpdate", "GaloisCounterMode$GCMDecrypt.decryptBlocks", "GaloisCounterMode$EncryptOp.update",
                            "GaloisCounterMode$EncryptOp.doFinal", "GaloisCounterMode$DecryptOp.update", "GaloisCounterMode$DecryptOp.doFinal", "GCTR.doFinal",
                            "GHASH.doFinal", "CounterMode.encrypt");
            BlockMethods.reach(AesPart.BLOCKS, AesPart.COUNTER, AesPart.HASH);
            prepare(methods, pairs(0, FEW_PAIRS), FEW_ROUNDS);
            takeTurns(methods, pairs(FEW_PAIRS, PAIRS), ROUNDS);
            System.out.println(ALL_LEAVE_THE_SAME);
        }

        private static List<Pair> pairs(int seed, int count) throws GeneralSecurityException {
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                pairs.add(new GcmPair(seed + i));
            }
            return pairs;
        }
    }
}
