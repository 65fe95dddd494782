package org.cryptointrinsics.test.proof;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.cryptointrinsics.precompiled.CodeLibrary;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.test.Fork;

/** Proves many claims. */
final class Proofs {

    private static final String MUTANTS = "cryptointrinsics.mutants";
    private static final Path PRECOMPILED = Path.of(System.getProperty("cryptointrinsics.output"), "precompiled");

    private Proofs() {
    }

    /** With C2 and a collector that lets it work, proofs take half as long. */
    static Fork fork() {
        return Fork.plain("-XX:+UseParallelGC", "--add-exports=java.base/jdk.internal.foreign=ALL-UNNAMED", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-D" + MUTANTS + "=" + mutants());
    }

    /** How many mutants are tried of all, or {@code all}. */
    static String mutants() {
        return System.getProperty(MUTANTS, "100");
    }

    /** What the build has compiled. */
    static CodeLibrary library() throws IOException {
        return new CodeLibrary(name -> Files.newInputStream(PRECOMPILED.resolve(name)));
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
