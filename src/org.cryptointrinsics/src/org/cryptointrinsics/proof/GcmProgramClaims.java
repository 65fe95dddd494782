package org.cryptointrinsics.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.MessageMachine;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.GcmBlocks;
import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.kernel.aes.GcmInputs;
import org.cryptointrinsics.kernel.aes.GcmMessage;
import org.cryptointrinsics.kernel.aes.Icb;
import org.cryptointrinsics.proof.AnyGcmData.ChunksBefore;
import org.cryptointrinsics.proof.GcmStandard.Known;
import org.cryptointrinsics.proof.GcmStandard.Part;

/**
 * What is to be proved of the programs that encrypt and decrypt messages by AES-GCM: with a kernel whose functions do what {@link AesGcmClaims} say, they compute what SP
 * 800-38D says of messages of any length, in place and elsewhere, in turn.
 */
public final class GcmProgramClaims {

    private static final int BLOCK = AesContext.BLOCK;
    private static final int ROUNDS = 10;
    private static final int IV_BYTES = 12;
    private static final int FEWEST_TAG_BYTES = 12;
    private static final int TAG_LENGTHS = 5;
    /** Lengths of additional data are those of the data, times that, so that each meets many. */
    private static final int AAD_STEP = 7;

    private final AesGcmKernel kernel;
    private final UnaryOperator<MessageMachine> change;

    /**
     * @param change makes another machine of the one that executes the program
     */
    public GcmProgramClaims(AesGcmKernel kernel, UnaryOperator<MessageMachine> change) {
        this.kernel = kernel;
        this.change = change;
    }

    /** Of the program with a kernel. */
    public static Stream<Claim> of(AesGcmKernel kernel) {
        return new GcmProgramClaims(kernel, UnaryOperator.identity()).all();
    }

    /** Of the program in each way. */
    public Stream<Claim> all() {
        return Stream.concat(Stream.of(GcmWay.values()).map(way -> claim("whole messages, " + way, variables -> prove(variables, way))),
                        Stream.of(OfBlocks.values()).map(way -> claim("whole blocks, " + way.told, variables -> proveBlocks(variables, way))));
    }

    private Claim claim(String function, Consumer<Variables> proof) {
        return new Claim(AesGcmKernel.NAME, kernel.variant(), function, proof);
    }

    /** What is done with blocks in the midst of a message. */
    private enum OfBlocks {
        ENCRYPT("encryption", true),
        DECRYPT("decryption", false),
        COUNTER("counter mode", true),
        HASH("hash", false);

        private final String told;
        private final boolean isEncryption;

        OfBlocks(String told, boolean isEncryption) {
            this.told = told;
            this.isEncryption = isEncryption;
        }
    }

    private void proveBlocks(Variables all, OfBlocks way) {
        for (int rest = 0; rest < kernel.context().chunkBytes(); rest += BLOCK) {
            for (ChunksBefore chunks : ChunksBefore.values()) {
                if (rest != 0 || chunks != ChunksBefore.NONE) {
                    boolean isInPlace = (rest / BLOCK + chunks.ordinal()) % 2 == 0;
                    Variables variables = all.constants() == null ? new Variables() : new Variables(all.constants());
                    proveBlocks(variables, way, rest, chunks, isInPlace);
                    all.count(variables);
                }
            }
        }
    }

    private void proveBlocks(Variables variables, OfBlocks way, int rest, ChunksBefore chunks, boolean isInPlace) {
        GcmTerms terms = new GcmTerms(variables);
        AnyGcmKernel functions = new AnyGcmKernel(kernel, terms);
        int chunkBytes = kernel.context().chunkBytes();
        Bits key = variables.input((ROUNDS + 1) * BLOCK * Byte.SIZE);
        Bits counterBefore = variables.input(BLOCK * Byte.SIZE);
        Bits subkey = variables.input(BLOCK * Byte.SIZE);
        Bits stateBefore = variables.input(BLOCK * Byte.SIZE);
        // Before any number of chunks there is one that is encrypted alone.
        int known = way == OfBlocks.COUNTER || way == OfBlocks.HASH ? 0 : chunkBytes;
        AnyGcmData in = new AnyGcmData(variables, functions, "the input", chunks, known, rest, isInPlace && way != OfBlocks.HASH);
        AnyGcmData out = isInPlace ? in : new AnyGcmData(variables, functions, "the output", chunks, known, rest, true);
        Region counter = new Region("the counter", counterBefore, true);
        Region state = new Region("the state", stateBefore, true);
        List<Part> before = in.parts();
        List<Part> outBefore = out.parts();
        Number length = in.length();

        SymbolicMessageMachine machine = new SymbolicMessageMachine(variables, new SymbolicMeanings(variables));
        MessageMachine m = change.apply(machine);
        GcmBlocks blocks = new GcmBlocks(m, functions, new AesParameters(ROUNDS, way.isEncryption, Icb.ANY));
        Address h = new Region("H", subkey, false).address();
        Address keys = new Region("the key", key, false).address();
        switch (way) {
            case ENCRYPT, DECRYPT -> blocks.crypt(keys, in.address(), out.address(), length, counter.address(), h, state.address());
            case COUNTER -> blocks.counterMode(keys, in.address(), out.address(), length, counter.address());
            case HASH -> blocks.hash(in.address(), length, h, state.address());
        }

        GcmStandard standard = new GcmStandard(terms, roundKeys(key), subkey.rotateRight(Long.SIZE));
        List<Part> crypted = standard.gctr(counterBefore, before);
        Bits hash = standard.ghash(stateBefore.rotateRight(Long.SIZE), way == OfBlocks.ENCRYPT ? crypted : before).rotateRight(Long.SIZE);
        String told = " of " + length + " bytes";
        Claim.assertEqual(variables, "the counter" + told, way == OfBlocks.HASH ? counterBefore : standard.after(counterBefore, before), counter.content());
        Claim.assertEqual(variables, "the hash" + told, way == OfBlocks.COUNTER ? stateBefore : hash, state.content());
        assertParts(variables, "the result" + told, way == OfBlocks.HASH ? outBefore : crypted, out.parts());
        machine.assertCleared();
    }

    /** Words in the order of their bytes. */
    private static Bits roundKeys(Bits key) {
        return Bits.concatenate(key.split(Integer.SIZE).stream().map(Bits::reverseBytes).toList());
    }

    private static void assertParts(Variables variables, String what, List<Part> expected, List<Part> actual) {
        for (int i = 0; i < expected.size(); i++) {
            Claim.assertEqual(variables, what, expected.get(i).data(), actual.get(i).data());
        }
    }

    private void prove(Variables all, GcmWay way) {
        int chunkBytes = kernel.context().chunkBytes();
        // Parts but the last one are whole chunks.
        for (int rest = 0; rest < (way.hasTag() ? chunkBytes : 1); rest++) {
            for (ChunksBefore chunks : ChunksBefore.values()) {
                if (chunks == ChunksBefore.MANY && way.isLater()) {
                    // There is one unknown number, and it is that of the chunks in other parts.
                    continue;
                }
                boolean isInPlace = way != GcmWay.RECORD && (rest + chunks.ordinal()) % 2 == 0;
                // What is overwritten with zeros is overwritten in a loop.
                boolean isLoop = !way.isRight() && chunks == ChunksBefore.MANY;
                boolean hasManyAad = chunks == ChunksBefore.NONE && rest % 2 == 0 && !way.isLater();
                int aadBytes = rest * AAD_STEP % (hasManyAad ? chunkBytes : chunkBytes + 2 * BLOCK + 1);
                prove(all, way, rest, chunks, isInPlace || isLoop, new AadLength(hasManyAad, aadBytes));
            }
        }
        if (way.hasTag() && !way.isLater()) {
            proveShort(all, way);
        }
    }

    /** Messages that are encrypted or decrypted at once, each length with some of additional data, and a little longer ones. */
    private void proveShort(Variables all, GcmWay way) {
        for (int length = 0; length <= kernel.context().shortBytes() + 1; length++) {
            for (int aadBytes : List.of(0, 1 + length % BLOCK, BLOCK, BLOCK + 1)) {
                boolean isInPlace = way != GcmWay.RECORD && (length + aadBytes) % 2 == 0;
                prove(all, way, length, ChunksBefore.NONE, isInPlace, new AadLength(false, aadBytes));
            }
        }
    }

    private void prove(Variables all, GcmWay way, int rest, ChunksBefore chunks, boolean isInPlace, AadLength aad) {
        Variables variables = all.constants() == null ? new Variables() : new Variables(all.constants());
        new Execution(variables, way, rest, chunks, isInPlace, aad).prove();
        all.count(variables);
    }

    /**
     * Of additional data.
     *
     * @param hasMany whether any number of chunks come before
     */
    private record AadLength(boolean hasMany, int bytes) {
    }

    /** One message, and the program on a machine. */
    private final class Execution {

        private final Variables variables;
        private final GcmWay way;
        private final ChunksBefore chunks;
        private final int rest;
        private final boolean isInPlace;
        private final AadLength aadLength;
        private final GcmTerms terms;
        private final AnyGcmKernel functions;

        Execution(Variables variables, GcmWay way, int rest, ChunksBefore chunks, boolean isInPlace, AadLength aadLength) {
            this.variables = variables;
            this.way = way;
            this.rest = rest;
            this.chunks = chunks;
            this.isInPlace = isInPlace;
            this.aadLength = aadLength;
            terms = new GcmTerms(variables);
            functions = new AnyGcmKernel(kernel, terms);
        }

        private Bits any(int bytes) {
            return variables.input(bytes * Byte.SIZE);
        }

        private Bits value(SymbolicMessageMachine machine, Number length) {
            if (length.isKnown()) {
                return Bits.of(length.constant(), Long.SIZE);
            }
            Bits value = variables.publicInput(Integer.SIZE - 1).extend(Long.SIZE);
            machine.assume(length, value);
            return value;
        }

        void prove() {
            int chunkBytes = kernel.context().chunkBytes();
            Bits key = any((ROUNDS + 1) * BLOCK);
            Bits iv = any(IV_BYTES);
            ChunksBefore aadChunks = aadLength.hasMany ? ChunksBefore.MANY : ChunksBefore.NONE;
            AnyGcmData aad = new AnyGcmData(variables, functions, "the additional data", aadChunks, 0, aadLength.bytes, false);
            AnyGcmData in = new AnyGcmData(variables, functions, "the input", chunks, chunkBytes, rest, isInPlace);
            AnyGcmData out = isInPlace ? in : new AnyGcmData(variables, functions, "the output", chunks, chunkBytes, rest + way.endBytes(), true);
            int tagBytes = way.hasTag() ? FEWEST_TAG_BYTES + rest % TAG_LENGTHS : 0;
            Bits given = any(tagBytes);
            Region tag = new Region("the tag", given, way.isEncryption());
            Bits stateBefore = any(BLOCK);
            Region state = new Region("the state", stateBefore, true);
            SymbolicMessageMachine machine = new SymbolicMessageMachine(variables, new SymbolicMeanings(variables));
            machine.revealZero(way.isRight());
            Number length = in.length().plus(Number.of(way.endBytes()));
            Number position = way.isLater() ? new Number(chunkBytes, 0) : Number.of(0);
            Bits positionValue = Bits.of(0, Long.SIZE);
            // That of inc_32(J0), and of as many blocks behind it as there are before.
            Bits firstCounter = Bits.of(2, Integer.SIZE);
            if (way.isLater()) {
                int zeros = Integer.numberOfTrailingZeros(chunkBytes);
                positionValue = Bits.concatenate(List.of(Bits.of(0, zeros), variables.publicInput(Integer.SIZE - 1 - zeros))).extend(Long.SIZE);
                firstCounter = variables.add(positionValue.shiftRight(Integer.numberOfTrailingZeros(BLOCK)).part(0, Integer.SIZE), firstCounter);
                machine.assume(position, positionValue);
            }
            Bits lengthValue = value(machine, length);
            Bits aadLengthValue = value(machine, aad.length());
            List<Part> before = withEnd(in.parts(), out);
            List<Part> outBefore = out.parts();

            MessageMachine m = change.apply(machine);
            AesParameters parameters = way.parameters(ROUNDS);
            GcmInputs inputs = new GcmInputs(new Region("the key", key, false).address(), new Region("the IV", iv, false).address(), aad.address(), aad.length(),
                            tag.address(), Number.of(tagBytes));
            GcmMessage message = GcmMessage.of(m, functions, parameters, way.isVerified(), inputs);
            Count result = message.execute(new GcmData(in.address(), out.address(), length, way.endBytes(), position, state.address()));

            GcmStandard standard = new GcmStandard(terms, roundKeys(key));
            List<Part> crypted = standard.gctr(Bits.concatenate(List.of(iv, firstCounter.reverseBytes())), before);
            Bits ofAad = way.isLater() ? stateBefore.rotateRight(Long.SIZE) : standard.ghash(GcmTerms.ZERO, aad.parts());
            Bits hash = standard.ghash(ofAad, way.isEncryption() ? crypted : before);
            Bits right = standard.tag(iv, hash, aadLengthValue, variables.add(positionValue, lengthValue)).part(0, tagBytes * Byte.SIZE);
            String told = " of a message of " + length + " bytes";
            if (!way.hasTag()) {
                Claim.assertEqual(variables, "the state" + told, hash.rotateRight(Long.SIZE), state.content());
            } else if (way.isEncryption()) {
                Claim.assertEqual(variables, "the tag" + told, right, tag.content());
            } else {
                assertRevealed(told, differences(right.xor(given)), machine.revealed());
            }
            assertResult(result);
            assertParts(variables, "the result" + told, expected(crypted, before, outBefore), out.parts());
            machine.assertCleared();
        }

        private void assertRevealed(String told, Bits differences, List<Bits> revealed) {
            if (revealed.size() != 1) {
                throw new ProofException("reveals " + revealed.size() + " values" + told + " instead of one");
            }
            Claim.assertEqual(variables, "what is revealed of the tag" + told, differences, revealed.getFirst());
        }

        /** The plaintext of a record, whose end is in the output. */
        private List<Part> withEnd(List<Part> parts, AnyGcmData out) {
            if (way.endBytes() == 0) {
                return parts;
            }
            Bits last = out.end(way.endBytes());
            List<Part> all = new ArrayList<>(parts);
            all.set(all.size() - 1, new Known(Bits.concatenate(List.of(parts.getLast().data(), last))));
            return all;
        }

        private void assertResult(Count result) {
            int expected = way.isRight() ? GcmMessage.RIGHT : GcmMessage.WRONG;
            if (!result.equals(Number.of(expected))) {
                throw new ProofException("returns " + result + " instead of " + expected);
            }
        }

        private List<Part> expected(List<Part> crypted, List<Part> before, List<Part> outBefore) {
            if (way.isRight()) {
                return crypted;
            }
            // Nothing is written before the tag is known.
            return way.isVerified() ? outBefore : isInPlace ? before : before.stream().<Part> map(part -> new Known(Bits.of(0, part.data().width()))).toList();
        }

        /** The bits in which tags differ, in 64 bits: those of bytes behind eight at a time are in the lowest ones. */
        private Bits differences(Bits difference) {
            Bits all = Bits.of(0, Long.SIZE);
            int from = 0;
            for (; from + Long.SIZE <= difference.width(); from += Long.SIZE) {
                all = variables.or(all, difference.part(from, Long.SIZE));
            }
            for (; from < difference.width(); from += Byte.SIZE) {
                all = variables.or(all, difference.part(from, Byte.SIZE).extend(Long.SIZE));
            }
            return all;
        }
    }
}
