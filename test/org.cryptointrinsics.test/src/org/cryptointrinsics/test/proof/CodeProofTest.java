package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.lattice.PolynomialFunction;
import org.cryptointrinsics.kernel.lattice.PolynomialKernel;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.linkage.CompiledAes;
import org.cryptointrinsics.linkage.CompiledHash;
import org.cryptointrinsics.linkage.CompiledHmac;
import org.cryptointrinsics.linkage.CompiledKernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.PolynomialMethod;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.DigestClaims;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.code.Code;
import org.cryptointrinsics.proof.code.CodeClaims;
import org.cryptointrinsics.proof.code.MessageClaims;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Use;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Stubs;
import org.junit.Assume;
import org.junit.Test;

import jdk.vm.ci.code.InstalledCode;

/** The machine code of every variant is proved, as it is compiled for this CPU and for lesser ones, on which it is encoded in another way. */
public class CodeProofTest {

    /** Of AES with the shortest keys. */
    private static final int FEWEST_ROUNDS = 10;
    private static final int COPIES = 8;
    private static final int COLLECTIONS = 4;

    /** Those whose kernels are the same but for the rate, or for how many words are absorbed. */
    private static final Set<DigestAlgorithm> OTHER_RATES = Set.of(DigestAlgorithm.SHA3_224, DigestAlgorithm.SHA3_384, DigestAlgorithm.SHA3_512);

    /** One of each kind. */
    private static Stream<DigestAlgorithm> kinds() {
        return Stream.of(DigestAlgorithm.values()).filter(algorithm -> !OTHER_RATES.contains(algorithm));
    }

    /** Of kernels, which are compiled. */
    private static Stream<Claim> claims(Stream<DigestAlgorithm> algorithms, CompilerContext context) {
        Stream<Claim> digests = algorithms.flatMap(algorithm -> algorithm.variants().stream().flatMap(kernel -> claims(algorithm, kernel, context)));
        Stream<Claim> polynomials = Stream.concat(MlKem.variants().stream().flatMap(kernel -> claims("ML-KEM", kernel, context)),
                        MlDsa.variants().stream().flatMap(kernel -> claims("ML-DSA", kernel, context)));
        return Stream.concat(digests, polynomials);
    }

    private static Stream<Claim> claims(DigestAlgorithm algorithm, DigestKernel kernel, CompilerContext context) {
        CompiledKernel compiled = new CompiledKernel(kernel, Stubs.uniqueName(), context);
        if (!compiled.missingFeatures().isEmpty()) {
            return Stream.of();
        }
        List<Claim> claims = new ArrayList<>();
        claims.add(CodeClaims.compress(algorithm, kernel, Intrinsic.code(compiled.method(algorithm.word()))));
        if (context == Stubs.CONTEXT) {
            claims.add(CodeClaims.compressBlocks(algorithm, kernel, Intrinsic.code(compiled)));
        }
        if (DigestClaims.isSqueezed(algorithm) && kernel instanceof SpongeKernel) {
            claims.add(CodeClaims.permuteTwo(algorithm, kernel, Intrinsic.code(compiled.permutationMethod())));
        }
        if (DigestClaims.isSqueezed(algorithm) && kernel instanceof ParallelSpongeKernel parallel) {
            for (Width width : parallel.widths()) {
                claims.add(CodeClaims.permuteSeveral(algorithm, kernel, width, Intrinsic.code(compiled.permutationMethod(width))));
            }
        }
        return claims.stream();
    }

    private static <F extends Enum<F> & PolynomialFunction> Stream<Claim> claims(String algorithm, PolynomialKernel<F> kernel, CompilerContext context) {
        if (!Requirements.of(kernel, context.cpu()).missing().isEmpty()) {
            return Stream.of();
        }
        return Stream.of(kernel.functions().getEnumConstants()).map(
                        function -> CodeClaims.polynomial(algorithm, kernel, function, Intrinsic.code(PolynomialMethod.compile(kernel, function, context))));
    }

    private static void prove(Stream<Claim> claims) {
        List<String> failures = new ArrayList<>();
        int[] proofs = new int[1];
        claims.forEach(claim -> {
            proofs[0]++;
            try {
                claim.prove();
            } catch (ProofException e) {
                failures.add(claim + ": " + e.getMessage());
            }
        });
        assertTrue(String.join("\n", failures), failures.isEmpty());
        assertTrue("nothing is proved", proofs[0] > 0);
    }

    @Test
    public void onThisCpu() {
        prove(claims(Stream.of(DigestAlgorithm.values()), Stubs.CONTEXT));
    }

    @Test
    public void withoutAvx512() {
        prove(claims(kinds(), Stubs.with(Cpu.withoutAvx512(Stubs.CONTEXT.cpu()))));
    }

    @Test
    public void withoutAvx() {
        prove(claims(kinds(), Stubs.with(Cpu.withoutAvx(Stubs.CONTEXT.cpu()))));
    }

    /** What is proved is the code as it was when it was asked for. HotSpot throws it away with its class, and installs other code there. */
    @Test
    public void thrownAwayMeanwhile() {
        Assume.assumeTrue(Jit.intrinsics().of(DigestAlgorithm.SHA3_256).isOn());
        DigestKernel kernel = Jit.intrinsics().of(DigestAlgorithm.SHA3_256).variant().kernel().kernel();
        CompiledKernel compiled = Stubs.compile(kernel);
        List<Reference<CompressMethod>> methods = new ArrayList<>();
        List<Claim> claims = Stream.generate(() -> compiled.method(Size.QWORD)).limit(COPIES).map(method -> {
            methods.add(new WeakReference<>(method));
            return CodeClaims.compress(DigestAlgorithm.SHA3_256, kernel, Intrinsic.code(method));
        }).toList();
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        assertTrue("not thrown away", methods.stream().allMatch(method -> method.refersTo(null)));
        CompiledKernel other = Stubs.compile(DigestAlgorithm.SHA_512.variants().getLast());
        List<CompressMethod> others = Stream.generate(() -> other.method(Size.QWORD)).limit(COPIES).toList();
        prove(claims.stream());
        Reference.reachabilityFence(others);
    }

    @Test
    public void thrownAwayBefore() {
        CompressMethod method = Stubs.compile(DigestAlgorithm.SHA_512.variants().getLast()).method(Size.QWORD);
        InstalledCode code = method.code();
        Jit.deoptimize(List.of(method.method()));
        assertNull(method.code());
        assertFalse(assertThrows(ProofException.class, () -> Intrinsic.code(method)).isRefutation());
        assertFalse(assertThrows(ProofException.class, () -> Code.ofMethod(code)).isRefutation());
    }

    /** Whatever is in use. */
    @Test
    public void messages() {
        prove(kinds().filter(algorithm -> Jit.intrinsics().of(algorithm).isOn()).flatMap(algorithm -> {
            DigestKernel kernel = Jit.intrinsics().of(algorithm).variant().kernel().kernel();
            CompiledHash hash = Stubs.compileHash(algorithm, kernel);
            CompiledHmac hmac = Stubs.compileHmac(algorithm, kernel);
            MessageClaims claims = new MessageClaims(algorithm, kernel);
            return Stream.of(claims.hash(Intrinsic.code(hash.method(), hash)), claims.hmac(Intrinsic.code(hmac.method(), hmac)));
        }));
    }

    /** Of AES-GCM: messages, records and blocks, in every variant that this CPU has, with keys of 128 bits; {@code verify} proves others. */
    @Test
    public void ciphers() {
        CompilerContext context = Stubs.with(Jit.intrinsics().cpu());
        prove(AesGcmKernel.variants().stream().flatMap(kernel -> Stream.of(Use.values()).filter(use -> use.rounds() <= FEWEST_ROUNDS).flatMap(use -> {
            CompiledAes stub = Stubs.compile(use, kernel, context);
            return stub.missingFeatures().isEmpty() ? Stream.of(use.claim(use.code(stub), kernel)) : Stream.of();
        })));
    }
}
