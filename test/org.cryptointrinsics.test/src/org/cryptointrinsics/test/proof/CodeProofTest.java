package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.cryptointrinsics.compilation.CompiledKernels;
import org.cryptointrinsics.compilation.MethodCode;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.KernelSource;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.DigestClaims;
import org.cryptointrinsics.proof.code.Code;
import org.cryptointrinsics.proof.code.CodeClaims;
import org.cryptointrinsics.proof.code.MessageClaims;
import org.cryptointrinsics.test.Cpu;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Stubs;
import org.cryptointrinsics.verification.CompiledCode;
import org.cryptointrinsics.verification.Verification;
import org.junit.Assume;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;

/** The machine code of every variant is proved, as it is compiled for this CPU and for lesser ones, on which it is encoded in another way. */
public class CodeProofTest {

    /** What proves becomes hot. */
    @ClassRule @Rule public static final Fork FORK = Fork.hot("-XX:+UseParallelGC");

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
        KernelSource source = new CompiledKernels(context);
        if (!Requirements.of(kernel, context.cpu()).missing().isEmpty()) {
            return Stream.of();
        }
        List<Claim> claims = new ArrayList<>();
        claims.add(CodeClaims.compress(algorithm, kernel, CompiledCode.of(source.compress(algorithm, kernel))));
        if (DigestClaims.isSqueezed(algorithm) && kernel instanceof SpongeKernel sponge) {
            claims.add(CodeClaims.permuteTwo(algorithm, kernel, CompiledCode.of(source.permuteTwo(algorithm, sponge))));
        }
        if (DigestClaims.isSqueezed(algorithm) && kernel instanceof ParallelSpongeKernel parallel) {
            for (Width width : parallel.widths()) {
                claims.add(CodeClaims.permuteSeveral(algorithm, kernel, width, CompiledCode.of(source.permuteSeveral(algorithm, parallel, width))));
            }
        }
        return claims.stream();
    }

    private static <F extends Enum<F> & KernelFunction> Stream<Claim> claims(String algorithm, FunctionKernel<F> kernel, CompilerContext context) {
        if (!Requirements.of(kernel, context.cpu()).missing().isEmpty()) {
            return Stream.of();
        }
        return Stream.of(kernel.functions().getEnumConstants()).map(
                        function -> CodeClaims.function(algorithm, kernel, function, CompiledCode.of(new CompiledKernels(context).function(algorithm, kernel, function))));
    }

    @Test
    public void onThisCpu() {
        Proofs.prove(claims(Stream.of(DigestAlgorithm.values()), Stubs.CONTEXT).toList());
    }

    @Test
    public void withoutAvx512() {
        Assume.assumeTrue("the same as on this CPU", !Cpu.withoutAvx512(Stubs.CONTEXT.cpu()).equals(Stubs.CONTEXT.cpu()));
        Proofs.prove(claims(kinds(), Stubs.with(Cpu.withoutAvx512(Stubs.CONTEXT.cpu()))).toList());
    }

    @Test
    public void withoutAvx() {
        Proofs.prove(claims(kinds(), Stubs.with(Cpu.withoutAvx(Stubs.CONTEXT.cpu()))).toList());
    }

    /** What is proved is the code as it was when it was asked for. HotSpot throws it away with its class, and installs other code there. */
    @Test
    public void thrownAwayMeanwhile() {
        Assume.assumeTrue(Jit.intrinsics().of(DigestAlgorithm.SHA3_256).isOn());
        DigestKernel kernel = Jit.intrinsics().of(DigestAlgorithm.SHA3_256).variant().kernel();
        KernelSource source = Stubs.source();
        List<Reference<CompressMethod>> methods = new ArrayList<>();
        List<Claim> claims = Stream.generate(() -> source.compress(DigestAlgorithm.SHA3_256, kernel)).limit(COPIES).map(method -> {
            methods.add(new WeakReference<>(method));
            return CodeClaims.compress(DigestAlgorithm.SHA3_256, kernel, CompiledCode.of(method));
        }).toList();
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        assertTrue("not thrown away", methods.stream().allMatch(method -> method.refersTo(null)));
        DigestKernel other = DigestAlgorithm.SHA_512.variants().getLast();
        List<CompressMethod> others = Stream.generate(() -> source.compress(DigestAlgorithm.SHA_512, other)).limit(COPIES).toList();
        Proofs.prove(claims);
        Reference.reachabilityFence(others);
    }

    /** It is made again. */
    @Test
    public void thrownAwayBefore() {
        CompressMethod method = Stubs.source().compress(DigestAlgorithm.SHA_512, DigestAlgorithm.SHA_512.variants().getLast());
        MethodCode code = MethodCode.of(method);
        Jit.deoptimize(List.of(code.method()));
        assertNull(code.installed());
        CodeClaims.compress(DigestAlgorithm.SHA_512, DigestAlgorithm.SHA_512.variants().getLast(), CompiledCode.of(method)).prove();
        assertNotNull(code.installed());
    }

    /** Whatever is in use. */
    @Test
    public void messages() {
        Proofs.prove(kinds().filter(algorithm -> Jit.intrinsics().of(algorithm).isOn()).flatMap(algorithm -> {
            DigestKernel kernel = Jit.intrinsics().of(algorithm).variant().kernel();
            KernelSource source = Stubs.source();
            MessageClaims claims = new MessageClaims(algorithm, kernel);
            return Stream.of(claims.hash(CompiledCode.of(source.hash(algorithm, kernel))), claims.hmac(CompiledCode.of(source.hmac(algorithm, kernel))));
        }).toList());
    }

    /** Of AES-GCM: messages, records and blocks, in every variant that this CPU has, with keys of 128 bits; {@code verify} proves others. */
    @Test
    public void ciphers() {
        KernelSource source = Jit.intrinsics().source();
        Stream<AesGcmKernel> kernels = AesGcmKernel.variants().stream().filter(kernel -> source.missing(AesGcmKernel.NAME, kernel).isEmpty());
        Proofs.prove(kernels.flatMap(kernel -> AesUse.values().stream().filter(use -> use.rounds() <= FEWEST_ROUNDS).map(
                        use -> Verification.claim(use, code(source, kernel, use), kernel))).toList());
    }

    private static Code code(KernelSource source, AesGcmKernel kernel, AesUse use) {
        return CompiledCode.of(switch (use.part()) {
            case MESSAGE, VERIFIED -> source.messages(kernel, use);
            case RECORD -> source.records(kernel, use);
            case BLOCKS, COUNTER, HASH -> source.blocks(kernel, use);
        });
    }
}
