package org.cryptointrinsics.proof;

import java.util.stream.Stream;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.modular.Avx512Ifma;
import org.cryptointrinsics.proof.curve.Curve25519Claims;
import org.cryptointrinsics.proof.curve.ExponentiationClaims;
import org.cryptointrinsics.proof.lattice.LatticeClaims;

/** What is to be proved of all kernels. */
public final class Claims {

    private Claims() {
    }

    public static Stream<Claim> all() {
        Stream<Claim> digests = Stream.of(DigestAlgorithm.values()).flatMap(algorithm -> algorithm.variants().stream().flatMap(
                        kernel -> Stream.concat(new DigestClaims(algorithm).of(kernel), ProgramClaims.of(algorithm, kernel))));
        Stream<Claim> ciphers = AesGcmKernel.variants().stream().flatMap(kernel -> Stream.concat(new AesGcmClaims(kernel).all(), GcmProgramClaims.of(kernel)));
        Stream<Claim> polynomials = Stream.concat(MlKem.variants().stream().flatMap(LatticeClaims::ofMlKem), MlDsa.variants().stream().flatMap(LatticeClaims::ofMlDsa));
        Stream<Claim> curves = Curve25519.variants().stream().flatMap(Curve25519Claims::of);
        Stream<Claim> powers = ExponentiationClaims.of(new Avx512Ifma());
        return Stream.of(digests, ciphers, polynomials, curves, powers).flatMap(claims -> claims);
    }
}
