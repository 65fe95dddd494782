package org.cryptointrinsics.proof.code;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.Address;
import org.cryptointrinsics.kernel.Count;
import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.GcmBlocks;
import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.kernel.aes.GcmInputs;
import org.cryptointrinsics.kernel.aes.GcmMessage;
import org.cryptointrinsics.kernel.aes.Icb;
import org.cryptointrinsics.kernel.aes.Seal;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.Argument;
import org.cryptointrinsics.linkage.Signature;
import org.cryptointrinsics.proof.Bits;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.Region;
import org.cryptointrinsics.proof.SymbolicMessageMachine;
import org.cryptointrinsics.proof.UninterpretedMeanings;
import org.cryptointrinsics.proof.Variables;
import org.cryptointrinsics.proof.code.CodeProof.Execution;

/**
 * What is to be proved of the code that encrypts and decrypts messages: it does what the programs do, of which {@link org.cryptointrinsics.proof.GcmProgramClaims} say that this is
 * right, and leaves nothing of the key.
 */
public final class AesCodeClaims {

    private static final int BLOCK = AesContext.BLOCK;
    private static final int IV_BYTES = 12;
    private static final int LEAST_TAG_BYTES = 12;
    /** Of a part that is not the last one. */
    private static final int MOST_CHUNKS = 3;
    /** What TLS authenticates besides. */
    private static final int RECORD_HEADER = 5;
    /** Stubs align their memory in the frame to vectors, by what the stack pointer is modulo 64. */
    private static final int STACK_BITS = 6;

    private final AesGcmKernel kernel;

    public AesCodeClaims(AesGcmKernel kernel) {
        this.kernel = kernel;
    }

    /** Those where something changes: blocks, vectors and chunks, one more and one less. */
    private IntStream lengths() {
        int vector = kernel.context().vectorBytes();
        int chunk = kernel.context().chunkBytes();
        IntStream few = IntStream.of(0, 1, 13, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5, 6 * BLOCK, 6 * BLOCK + 1, 8 * BLOCK, 8 * BLOCK + 1, shortBytes(), shortBytes() + 1);
        IntStream vectors = IntStream.of(vector - 1, vector, vector + 1, 2 * vector + BLOCK + 7, chunk - 2 * BLOCK + 3, chunk - BLOCK, chunk - 1);
        IntStream chunks = IntStream.of(chunk, chunk + 1, chunk + vector + BLOCK + 9, 2 * chunk, 2 * chunk + BLOCK - 1, 3 * chunk + 2 * BLOCK);
        return Stream.of(few, vectors, chunks).flatMapToInt(lengths -> lengths).distinct().sorted();
    }

    private int shortBytes() {
        return kernel.context().shortBytes();
    }

    private static Bits any(Variables variables, int bytes) {
        return variables.input(bytes * Byte.SIZE);
    }

    private static SymbolicMessageMachine machine(Variables variables) {
        return new SymbolicMessageMachine(variables, new UninterpretedMeanings(variables, true));
    }

    private static Address input(String name, Bits content) {
        return new Region(name, content, false).address();
    }

    private Claim claim(String what, AesParameters parameters, Consumer<Variables> proof) {
        return new Claim(AesGcmKernel.NAME, kernel.variant(), "code of " + what + ", " + parameters.rounds() + " rounds", proof);
    }

    /**
     * {@link AesGcmMethod}, of whole messages and of parts.
     *
     * @param isVerified whether the result is written only if the tag is right
     * @param code of the method, and of the stub that it calls
     */
    public Claim message(int rounds, boolean isEncryption, boolean isVerified, Code code) {
        AesParameters parameters = new AesParameters(rounds, isEncryption || isVerified, Icb.INC32_J0);
        String what = isEncryption ? "encryption" : isVerified ? "decryption of what is right" : "decryption";
        return claim(what, parameters, all -> {
            OneMessage messages = new OneMessage(all, code, parameters, isEncryption, isVerified);
            lengths().forEach(length -> {
                messages.prove(length, length % 3 * 7, BLOCK, true, false);
                messages.prove(length, 0, BLOCK, true, true);
                if (!isEncryption) {
                    messages.prove(length, 5, BLOCK, false, false);
                    messages.prove(length, 0, BLOCK, false, true);
                }
            });
            // With more than a block of additional data, no message is short.
            lengths().filter(length -> length <= shortBytes()).forEach(length -> {
                messages.prove(length, BLOCK + 1, BLOCK, true, length % 2 == 0);
                if (!isEncryption) {
                    messages.prove(length, BLOCK + 1, BLOCK, false, false);
                    messages.prove(length, BLOCK + 1, BLOCK, false, true);
                }
            });
            for (int tagBytes = LEAST_TAG_BYTES; tagBytes < BLOCK; tagBytes++) {
                messages.prove(BLOCK + 1, tagBytes, tagBytes, true, false);
            }
            lengths().forEach(aadBytes -> messages.prove(5, aadBytes, BLOCK, true, false));
            if (!isVerified) {
                int chunkBytes = kernel.context().chunkBytes();
                for (int chunks = 1; chunks <= MOST_CHUNKS; chunks++) {
                    messages.provePart(chunks * chunkBytes, chunks * 9, true, true, false);
                    messages.provePart(chunks * chunkBytes, 0, true, false, false);
                }
                lengths().forEach(length -> messages.provePart(length, length % 3 * 7, true, false, true));
                if (!isEncryption) {
                    lengths().forEach(length -> messages.provePart(length, 0, false, false, true));
                }
            }
            CodeClaims.proveClosed(all, code, Signature.AES, AesGcmMethod.class);
        });
    }

    /** Proves what code does with a message, of one length, with variables of its own. */
    private final class OneMessage {

        private final Variables all;
        private final Code code;
        private final AesParameters parameters;
        private final boolean isEncryption;
        private final boolean isVerified;
        private int proofs;

        OneMessage(Variables all, Code code, AesParameters parameters, boolean isEncryption, boolean isVerified) {
            this.all = all;
            this.code = code;
            this.parameters = parameters;
            this.isEncryption = isEncryption;
            this.isVerified = isVerified;
        }

        /**
         * @param isRight whether the tag is
         * @param inPlace whether the result is written over the data
         */
        void prove(int length, int aadBytes, int tagBytes, boolean isRight, boolean inPlace) {
            prove(new Variables(), length, aadBytes, tagBytes, isRight, inPlace, null);
        }

        /** Of a part, wherever in a message it is; parameters as of {@link #prove(int, int, int, boolean, boolean)}. */
        void provePart(int length, int aadBytes, boolean isRight, boolean isFirst, boolean isLast) {
            Variables variables = new Variables();
            Bits position = null;
            if (!isFirst) {
                int chunkBits = Integer.numberOfTrailingZeros(kernel.context().chunkBytes());
                Bits chunks = variables.publicInput(Integer.SIZE - 1 - chunkBits);
                variables.assumeNotZero(chunks);
                position = Bits.concatenate(List.of(Bits.of(0, chunkBits), chunks, Bits.of(0, 1)));
                variables.assumeNotZero(position);
            }
            prove(variables, length, aadBytes, isLast ? BLOCK : 0, isRight, false, position);
        }

        /**
         * @param tagBytes 0 for a part that is not the last one
         * @param position where in the message the part begins; null if that is at its begin
         */
        private void prove(Variables variables, int length, int aadBytes, int tagBytes, boolean isRight, boolean inPlace, Bits position) {
            Bits key = any(variables, (parameters.rounds() + 1) * BLOCK);
            // It is no secret. A function may leave it in its caller's frame, where that has it.
            Bits iv = code.convention().isMethod() ? any(variables, IV_BYTES) : variables.publicInput(IV_BYTES * Byte.SIZE);
            Bits aad = any(variables, aadBytes);
            Bits tag = any(variables, tagBytes);
            Bits input = Bits.concatenate(List.of(any(variables, length), tag));
            Bits before = inPlace ? input : any(variables, length + tagBytes);

            Bits stateBefore = any(variables, BLOCK);
            Region expectedIn = new Region("the input", input, inPlace);
            Region expectedOut = inPlace ? expectedIn : new Region("the output", before, true);
            Region expectedState = new Region("the state", stateBefore, true);
            SymbolicMessageMachine m = machine(variables);
            m.revealZero(isRight);
            Count from = m.count(0);
            if (position != null) {
                from = m.unknown(kernel.context().chunkBytes());
                m.assume(from, position.extend(Long.SIZE));
            }
            GcmInputs inputs = new GcmInputs(input("the key", key), input("the IV", iv), input("the additional data", aad), m.count(aadBytes),
                            (isEncryption ? expectedOut : expectedIn).address(length), m.count(tagBytes));
            GcmMessage message = GcmMessage.of(m, kernel, parameters, isVerified, inputs);
            message.execute(new GcmData(expectedIn.address(), expectedOut.address(), m.count(length), 0, from, expectedState.address()));

            Arguments arguments = new Arguments(variables, code, Signature.AES);
            arguments.array(Argument.SESSION_KEY, key, false);
            if (code.convention().isMethod() || (proofs + proofs / 4) % 2 == 0) {
                arguments.array(Argument.IV, iv, false);
                arguments.assumeThere(Argument.IV);
            } else {
                arguments.inlineIv(iv);
            }
            arguments.array(Argument.AAD, aad, false);
            arguments.number(Argument.AAD_LENGTH, aadBytes);
            arguments.memory(Argument.INPUT, input, inPlace);
            arguments.number(Argument.LENGTH, length);
            Region out = inPlace ? arguments.same(Argument.OUTPUT, Argument.INPUT) : arguments.memory(Argument.OUTPUT, before, true);
            arguments.behind(Argument.TAG, isEncryption ? Argument.OUTPUT : Argument.INPUT, length);
            arguments.number(Argument.TAG_LENGTH, tagBytes);
            Region state = arguments.array(Argument.STATE, stateBefore, true);
            arguments.number(Argument.POSITION, position == null ? Bits.of(0, Integer.SIZE) : position);
            // For each length there are as many proofs as scopes can be chosen in, or half as many.
            arguments.openScopes(proofs + proofs / 4);
            proofs++;

            CodeProof proof = new CodeProof(variables, new UninterpretedMeanings(variables, true), code, stackPointer(length));
            Execution execution = proof.new Execution(arguments);
            m.revealed().forEach(differences -> execution.declassify(differences, isRight));
            proof.execute(execution, Bits.of(isRight ? AesGcmMethod.RIGHT : AesGcmMethod.WRONG, Integer.SIZE));
            String told = length + " bytes with " + aadBytes + " and a tag of " + tagBytes + (isRight ? "" : ", which is wrong") + (inPlace ? ", in place" : "") +
                            (position == null ? "" : ", in a later part");
            Claim.assertEqual(variables, "the result of " + told, expectedOut.content(), out.content());
            Claim.assertEqual(variables, "what is left to the next part of " + told, expectedState.content(), state.content());
            execution.assertCleared();
            all.count(variables);
        }
    }

    /** Another one for each number of blocks. */
    private static Bits stackPointer(int length) {
        return Bits.of(Long.BYTES + length / BLOCK * BLOCK % (1 << STACK_BITS), STACK_BITS);
    }

    /** {@link AesRecordMethod}: encryption of a record of TLS 1.3, whose end is in the output. */
    public Claim record(int rounds, Code code) {
        AesParameters parameters = new AesParameters(rounds, true, Icb.INC32_J0);
        return claim("encryption of a record", parameters, all -> {
            lengths().forEach(length -> record(all, code, parameters, length));
            CodeClaims.proveClosed(all, code, Signature.AES, AesRecordMethod.class);
        });
    }

    private void record(Variables all, Code code, AesParameters parameters, int dataBytes) {
        int length = dataBytes + GcmData.END_OF_RECORD;
        Variables variables = new Variables();
        Bits key = any(variables, (parameters.rounds() + 1) * BLOCK);
        // It is no secret.
        Bits iv = variables.publicInput(IV_BYTES * Byte.SIZE);
        Bits aad = any(variables, RECORD_HEADER);
        Bits data = any(variables, dataBytes);
        Bits before = any(variables, length + BLOCK);

        Region expected = new Region("the output", before, true);
        SymbolicMessageMachine m = machine(variables);
        GcmInputs inputs = new GcmInputs(input("the key", key), input("the IV", iv), input("the additional data", aad), m.count(RECORD_HEADER), expected.address(length),
                        m.count(BLOCK));
        new Seal(m, kernel, parameters, inputs).execute(new GcmData(input("the input", data), expected.address(), m.count(length), GcmData.END_OF_RECORD, m.count(0),
                        SymbolicMessageMachine.NULL));

        Arguments arguments = new Arguments(variables, code, Signature.AES);
        arguments.array(Argument.SESSION_KEY, key, false);
        arguments.inlineIv(iv);
        arguments.memory(Argument.AAD, aad, false);
        arguments.number(Argument.AAD_LENGTH, RECORD_HEADER);
        arguments.memory(Argument.INPUT, data, false);
        arguments.number(Argument.LENGTH, length);
        Region out = arguments.memory(Argument.OUTPUT, before, true);
        arguments.behind(Argument.TAG, Argument.OUTPUT, length);
        arguments.numberOfFunction(Argument.TAG_LENGTH, BLOCK);
        arguments.numberOfFunction(Argument.POSITION, 0);
        arguments.openScopes(dataBytes);
        CodeProof proof = new CodeProof(variables, new UninterpretedMeanings(variables, true), code, stackPointer(length));
        Execution execution = proof.new Execution(arguments);
        proof.execute(execution, Bits.of(AesGcmMethod.RIGHT, Integer.SIZE));
        Claim.assertEqual(variables, "the record of " + length + " bytes", expected.content(), out.content());
        execution.assertCleared();
        all.count(variables);
    }

    /** {@link AesBlocksMethod}: blocks in the midst of a message. */
    public Claim blocks(AesPart part, int rounds, boolean isEncryption, Code code) {
        AesParameters parameters = new AesParameters(rounds, isEncryption, Icb.ANY);
        String what = part + (isEncryption ? ", encryption" : ", decryption");
        return claim(what, parameters, all -> {
            lengths().map(length -> length / BLOCK * BLOCK).filter(length -> length != 0).distinct().forEach(length -> blocks(all, code, part, parameters, length));
            CodeClaims.proveClosed(all, code, Signature.AES, AesBlocksMethod.class);
        });
    }

    private void blocks(Variables all, Code code, AesPart part, AesParameters parameters, int length) {
        Variables variables = new Variables();
        Bits key = any(variables, (parameters.rounds() + 1) * BLOCK);
        Bits counterBefore = any(variables, BLOCK);
        Bits subkey = any(variables, BLOCK);
        Bits hashBefore = any(variables, BLOCK);
        Bits data = any(variables, length);
        Bits before = any(variables, length);

        Region expected = new Region("the output", before, true);
        Region expectedCounter = new Region("the counter", counterBefore, true);
        Region expectedHash = new Region("the hash", hashBefore, true);
        SymbolicMessageMachine m = machine(variables);
        GcmBlocks program = new GcmBlocks(m, kernel, parameters);
        Address in = input("the input", data);
        switch (part) {
            case BLOCKS -> program.crypt(input("the key", key), in, expected.address(), m.count(length), expectedCounter.address(), input("H", subkey), expectedHash.address());
            case COUNTER -> program.counterMode(input("the key", key), in, expected.address(), m.count(length), expectedCounter.address());
            case HASH -> program.hash(in, m.count(length), input("H", subkey), expectedHash.address());
            case MESSAGE, VERIFIED, RECORD -> throw new IllegalArgumentException(part.toString());
        }

        Arguments arguments = new Arguments(variables, code, Signature.AES);
        arguments.array(Argument.SESSION_KEY, key, false);
        Region counter = arguments.array(Argument.COUNTER, counterBefore, true);
        arguments.array(Argument.SUBKEY, subkey, false);
        Region hash = arguments.array(Argument.STATE, hashBefore, true);
        arguments.memory(Argument.INPUT, data, false);
        Region out = arguments.memory(Argument.OUTPUT, before, true);
        arguments.number(Argument.LENGTH, length);
        if (!code.convention().isMethod()) {
            // It is of no use, but there.
            arguments.numberOfFunction(Argument.IV, 1);
            arguments.assumeThere(Argument.IV);
        }
        arguments.openScopes(length / BLOCK);
        CodeProof proof = new CodeProof(variables, new UninterpretedMeanings(variables, true), code, stackPointer(length));
        Execution execution = proof.new Execution(arguments);
        proof.execute(execution, Bits.of(AesGcmMethod.RIGHT, Integer.SIZE));
        Claim.assertEqual(variables, "the output of " + length + " bytes", expected.content(), out.content());
        Claim.assertEqual(variables, "the counter after " + length + " bytes", expectedCounter.content(), counter.content());
        Claim.assertEqual(variables, "the hash of " + length + " bytes", expectedHash.content(), hash.content());
        execution.assertCleared();
        all.count(variables);
    }
}
