package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Objects;

import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;

/** Proves many claims. */
final class Proofs {

    private Proofs() {
    }

    /** On all processors: it takes minutes. */
    static void prove(List<Claim> claims) {
        assertTrue("nothing is proved", !claims.isEmpty());
        List<String> failures = claims.parallelStream().map(Proofs::failure).filter(Objects::nonNull).toList();
        assertTrue(String.join("\n", failures), failures.isEmpty());
    }

    private static String failure(Claim claim) {
        try {
            claim.prove();
            return null;
        } catch (ProofException e) {
            return claim + ": " + e.getMessage();
        }
    }
}
