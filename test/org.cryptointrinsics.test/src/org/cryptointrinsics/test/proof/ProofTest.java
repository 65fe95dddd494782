package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.kernel.modular.Avx512Ifma;
import org.cryptointrinsics.proof.Claims;
import org.cryptointrinsics.test.Fork;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/** Every kernel does what its standard says, whatever its input. */
@RunWith(Parameterized.class)
public class ProofTest {

    @ClassRule @Rule public static final Fork FORK = Proofs.fork();

    private static final List<Claim> CLAIMS = Claims.all().toList();

    private final Claim claim;

    public ProofTest(Claim claim) {
        this.claim = claim;
    }

    @Parameters(name = "{0}")
    public static Collection<Claim> claims() {
        List<Claim> claims = new ArrayList<>(CLAIMS);
        claims.add(null);
        return claims;
    }

    @Test
    public void isProved() {
        if (claim == null) {
            everyFunctionHasAClaim();
        } else {
            claim.prove();
        }
    }

    private static void everyFunctionHasAClaim() {
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            algorithm.variants().forEach(
                            kernel -> Stream.of("compress", "hash", "HMAC").forEach(function -> assertClaimed(algorithm.standardName(), kernel, function)));
        }
        AesGcmKernel.variants().forEach(kernel -> Stream.of(AesGcmFunction.values()).forEach(function -> assertClaimed(AesGcmKernel.NAME, kernel, function.name())));
        MlKem.variants().forEach(kernel -> Stream.of(MlKemFunction.values()).forEach(function -> assertClaimed("ML-KEM", kernel, function.name())));
        // Decompose is tested with all coefficients there are.
        MlDsa.variants().forEach(kernel -> Stream.of(MlDsaFunction.values()).filter(function -> function != MlDsaFunction.DECOMPOSE).forEach(
                        function -> assertClaimed("ML-DSA", kernel, function.name())));
        Curve25519.variants().forEach(kernel -> Stream.of("products", "loads", "stores", "swaps of points", "multiplication of a point").forEach(
                        function -> assertClaimed("X25519", kernel, function)));
        Stream.of("products", "powers up to 15", "a window", "the end").forEach(function -> assertClaimed("RSA", new Avx512Ifma(), function));
    }

    private static void assertClaimed(String algorithm, Kernel kernel, String function) {
        Stream<Claim> claims = CLAIMS.stream().filter(claim -> claim.algorithm().equals(algorithm) && claim.variant().equals(kernel.variant()));
        assertTrue(algorithm + " " + kernel.variant() + " " + function + " is claimed to do nothing", claims.anyMatch(claim -> claim.function().matches(function + "\\b.*")));
    }
}
