package org.cryptointrinsics.proof;

import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.kernel.aes.AesGcmFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.aes.AesParameters;
import org.cryptointrinsics.kernel.aes.Icb;

/** What is to be proved of the kernels of AES-GCM: for any key, any counter and any data they do what FIPS 197 and SP 800-38D say. */
public final class AesGcmClaims {

    private final AesGcmKernel kernel;

    public AesGcmClaims(AesGcmKernel kernel) {
        this.kernel = kernel;
    }

    /** All, for every way in which stubs have the kernel executed. */
    public Stream<Claim> all() {
        return Stream.of(AesGcmFunction.values()).flatMap(function -> parameters(function).map(parameters -> claim(function, parameters)));
    }

    /** Those that matter to a function. */
    public static Stream<AesParameters> parameters(AesGcmFunction function) {
        List<Boolean> directions = switch (function) {
            case GCTR_VECTORS, GCTR_BLOCKS -> List.of(true, false);
            case DECRYPT -> List.of(false);
            default -> List.of(true);
        };
        List<Icb> icbs = switch (function) {
            case GCTR_CHUNKS, ENCRYPT, DECRYPT -> List.of(Icb.values());
            default -> List.of(Icb.ANY);
        };
        List<Integer> rounds = switch (function) {
            case COMPUTE_POWERS, COMPUTE_FEW_POWERS, COMPUTE_SHORT_POWERS, GHASH_CHUNKS, GHASH_VECTORS, GHASH_BLOCKS, TAG_SHORT, END, CLEAR, CLEAR_FEW_POWERS -> List.of(10);
            default -> List.of(10, 12, 14);
        };
        return rounds.stream().flatMap(number -> directions.stream().flatMap(isEncryption -> icbs.stream().map(icb -> new AesParameters(number, isEncryption, icb))));
    }

    private Claim claim(AesGcmFunction function, AesParameters parameters) {
        String name = function + ", " + parameters.rounds() + " rounds, " + (parameters.isEncryption() ? "encryption, " : "decryption, ") + parameters.icb();
        return new Claim(AesGcmKernel.NAME, kernel.variant(), name, variables -> new AesGcmProof(kernel, function, parameters, variables).execute());
    }
}
