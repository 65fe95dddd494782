package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.code.Code;
import org.cryptointrinsics.proof.code.CodeClaims;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.verification.PrecompiledCode;
import org.cryptointrinsics.verification.Verification;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;

/**
 * Code with a flipped bit is refuted, or proved all the same: then that bit does not matter. The property {@code cryptointrinsics.mutants} tells of how many instructions, or
 * {@code all}.
 */
public class CodeMutationTest {

    @ClassRule @Rule public static final Fork FORK = Proofs.fork();

    private static final String MUTANTS = Proofs.mutants();
    private static final long SEED = 1;
    /** Where a proof takes longer. */
    private static final int TESTS = 3;
    static final int KEY_BITS = 128;

    /**
     * Code, and what is to be proved of it.
     *
     * @param tests inputs that are tried before a proof
     */
    private record Subject(Code code, int tests, Function<Code, Claim> claim) {
        Subject(Code code, Function<Code, Claim> claim) {
            this(code, TESTS, claim);
        }
    }

    /** A flipped bit of an instruction. */
    private record Mutant(Subject subject, long address, int bit) {
    }

    /** All variants of some code. */
    static Stream<Code> codes(String algorithm, Kernel kernel, String function) throws IOException {
        return Proofs.library().variants(algorithm, kernel.variant()).stream().map(variant -> PrecompiledCode.of(variant, variant.functions().get(function)));
    }

    private static List<Subject> subjects() throws IOException {
        List<Subject> subjects = new ArrayList<>();
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            for (DigestKernel kernel : algorithm.variants()) {
                codes(algorithm.standardName(), kernel, CodeLibrary.COMPRESS).forEach(
                                code -> subjects.add(new Subject(code, mutant -> CodeClaims.compress(algorithm, kernel, mutant))));
            }
        }
        for (MlKem kernel : MlKem.variants()) {
            codes("ML-KEM", kernel, MlKemFunction.NTT.name()).forEach(
                            code -> subjects.add(new Subject(code, mutant -> CodeClaims.function("ML-KEM", kernel, MlKemFunction.NTT, mutant))));
        }
        for (MlDsa kernel : MlDsa.variants()) {
            codes("ML-DSA", kernel, MlDsaFunction.MULTIPLY.name()).forEach(
                            code -> subjects.add(new Subject(code, mutant -> CodeClaims.function("ML-DSA", kernel, MlDsaFunction.MULTIPLY, mutant))));
        }
        for (AesGcmKernel kernel : AesGcmKernel.variants()) {
            for (AesUse use : List.of(new AesUse(AesPart.MESSAGE, KEY_BITS, true), new AesUse(AesPart.VERIFIED, KEY_BITS, false))) {
                codes(AesGcmKernel.NAME, kernel, use.name()).forEach(code -> subjects.add(new Subject(code, 0, mutant -> Verification.claim(use, mutant, kernel))));
            }
        }
        return subjects;
    }

    static byte[] bytes(Code code, long address) {
        byte[] bytes = new byte[code.length(address)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = code.get(address + i);
        }
        return bytes;
    }

    private static String told(Mutant mutant) {
        Code code = mutant.subject.code;
        return HexFormat.of().formatHex(bytes(code, mutant.address)) + " at " + code.told(mutant.address);
    }

    @Test
    public void flippedBitsAreRefuted() throws IOException {
        Random random = new Random(SEED);
        List<Mutant> mutants = new ArrayList<>();
        for (Subject subject : subjects()) {
            subject.claim.apply(subject.code).prove();
            for (long address : subject.code.executed()) {
                mutants.add(new Mutant(subject, address, random.nextInt(subject.code.length(address) * Byte.SIZE)));
            }
        }
        int count = MUTANTS.equals("all") ? mutants.size() : Integer.parseInt(MUTANTS);
        List<String> undecided = new ArrayList<>();
        int refuted = 0;
        int equal = 0;
        for (int i = 0; i < count; i++) {
            Mutant mutant = MUTANTS.equals("all") ? mutants.get(i) : mutants.get(random.nextInt(mutants.size()));
            long address = mutant.address + mutant.bit / Byte.SIZE;
            Code code = mutant.subject.code.with(address, (byte) (mutant.subject.code.get(address) ^ 1 << mutant.bit % Byte.SIZE));
            Claim claim = mutant.subject.claim.apply(code);
            try {
                for (long seed = 0; seed < mutant.subject.tests; seed++) {
                    claim.test(seed);
                }
                claim.prove();
                equal++;
                System.out.println("equal " + claim + " " + told(mutant) + " bit " + mutant.bit);
            } catch (ProofException e) {
                if (e.isRefutation()) {
                    refuted++;
                } else {
                    undecided.add(claim + ", bit " + mutant.bit + " of " + told(mutant) + ": " + e.getMessage());
                }
            } catch (RuntimeException e) {
                e.printStackTrace(System.out);
                undecided.add(claim + ", bit " + mutant.bit + " of " + told(mutant) + ": " + e);
            }
        }
        System.out.println(refuted + " mutants of " + mutants.size() + " are refuted, " + equal + " are equal");
        assertTrue(undecided.size() + " are neither refuted nor equal:\n" + String.join("\n", undecided), undecided.isEmpty());
        assertTrue("nothing is refuted", refuted > equal);
    }
}
