package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.proof.code.Code;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.verification.PrecompiledCode;
import org.cryptointrinsics.verification.Verification;
import org.junit.Rule;
import org.junit.Test;

/** The machine code that the build makes does what its standards say, also that which no CPU here executes, from where C's calling convention enters it. */
public class PrecompiledCodeTest {

    @Rule public final Fork fork = Proofs.fork();

    private static final Set<DigestAlgorithm> SHAKE = Set.of(DigestAlgorithm.SHA3_256, DigestAlgorithm.SHAKE128_256);

    private final List<Claim> all = new ArrayList<>();
    /** Variants share some, which is proved once. */
    private final Set<List<Object>> codes = new HashSet<>();

    /** @param claims of a kernel with the code of a variant */
    private <K extends Kernel> void add(String algorithm, List<? extends K> kernels, Claims<K> claims) throws IOException {
        for (K kernel : kernels) {
            for (CodeLibrary.Variant variant : Proofs.library().variants(algorithm, kernel.variant())) {
                byte[] file = variant.read();
                Set<String> asked = new HashSet<>();
                claims.of(kernel, name -> {
                    CodeLibrary.Function function = variant.functions().get(name);
                    if (function != null) {
                        asked.add(name);
                    }
                    boolean isNew = function != null && codes.add(List.of(algorithm, name, function.entry() - function.begin(),
                                    ByteBuffer.wrap(file, function.begin(), function.end() - function.begin())));
                    return isNew ? PrecompiledCode.of(variant, function) : null;
                }).filter(claim -> claim.function().startsWith("code of")).forEach(all::add);
                assertEquals(variant.name(), variant.functions().keySet(), asked);
            }
        }
    }

    @FunctionalInterface
    private interface Claims<K> {
        Stream<Claim> of(K kernel, Function<String, Code> codes);
    }

    private void prove(Predicate<DigestAlgorithm> algorithms) throws IOException {
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            if (algorithms.test(algorithm)) {
                add(algorithm.standardName(), algorithm.variants(), (kernel, codes) -> Verification.ofDigest(algorithm, kernel, codes));
            }
        }
        Proofs.prove(all);
    }

    @Test
    public void md5Sha1AndSha2() throws IOException {
        prove(algorithm -> !algorithm.isSponge());
    }

    @Test
    public void otherSha3() throws IOException {
        prove(Predicate.<DigestAlgorithm>not(SHAKE::contains).and(DigestAlgorithm::isSponge));
    }

    /** SHAKE256 is squeezed by SHA3-256's code. */
    @Test
    public void sha3Of256BitsAndShake() throws IOException {
        prove(SHAKE::contains);
    }

    @Test
    public void aesGcm() throws IOException {
        add(AesGcmKernel.NAME, AesGcmKernel.variants(), Verification::ofAesGcm);
        Proofs.prove(all);
    }

    @Test
    public void polynomials() throws IOException {
        add("ML-KEM", MlKem.variants(), (kernel, codes) -> Verification.ofFunctions("ML-KEM", kernel, codes));
        add("ML-DSA", MlDsa.variants(), (kernel, codes) -> Verification.ofFunctions("ML-DSA", kernel, codes));
        Proofs.prove(all);
    }

    @Test
    public void curves() throws IOException {
        add("X25519", Curve25519.variants(), (kernel, codes) -> Verification.ofFunctions("X25519", kernel, codes));
        Proofs.prove(all);
    }

    /** A function that may use nothing of the stack is refuted: each calls its body there. */
    @Test
    public void functionsWithoutAFrameAreRefuted() throws IOException {
        DigestAlgorithm algorithm = DigestAlgorithm.MD5;
        for (DigestKernel kernel : algorithm.variants()) {
            for (CodeLibrary.Variant variant : Proofs.library().variants(algorithm.standardName(), kernel.variant())) {
                List<Claim> claims = Verification.ofDigest(algorithm, kernel, name -> {
                    CodeLibrary.Function f = variant.functions().get(name);
                    return f == null ? null : PrecompiledCode.of(variant, new CodeLibrary.Function(f.name(), f.signature(), f.entry(), f.begin(), f.end(), 0));
                }).filter(claim -> claim.function().startsWith("code of")).toList();
                assertEquals(variant.name(), variant.functions().size(), claims.size());
                claims.forEach(claim -> assertThrows(claim.toString(), ProofException.class, claim::prove));
            }
        }
    }

    /** Each variant of the library is one that there is. */
    @Test
    public void allVariants() throws IOException {
        long known = Stream.of(DigestAlgorithm.values()).mapToLong(algorithm -> algorithm.variants().size()).sum() + AesGcmKernel.variants().size() + MlKem.variants().size() +
                        MlDsa.variants().size() + Curve25519.variants().size();
        assertEquals(known, Proofs.library().variants().stream().map(variant -> variant.intrinsic() + " " + variant.name()).distinct().count());
    }
}
