package org.cryptointrinsics.tool;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.proof.Claim;
import org.cryptointrinsics.proof.ProofException;
import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.verification.Verification;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

@Command(name = "verify", mixinStandardHelpOptions = true, //
                description = "Proves that the kernels in use here compute what their standards say, for all inputs, and that their machine code does, as it is installed. " +
                                "Exits with 1 if something is not proved.", //
                footer = "%nJava options may come first: cryptointrinsics verify -Dcryptointrinsics.variant=sha-256=avx512vl")
final class VerifyCommand implements Callable<Integer> {

    private static final String SEE_STATUS = "; \"cryptointrinsics status\" tells why";

    @Parameters(arity = "0..*", paramLabel = "ALGORITHM", description = "What to prove, such as SHA-256 or AES-GCM; by default, all.")
    private List<String> algorithms = List.of();

    private int proved;
    private int failures;

    @Override
    public Integer call() throws Failure {
        Status status = Status.get();
        if (!status.isOn()) {
            throw new Failure("no kernel is in use" + (status.offBecause() == null ? SEE_STATUS : ": " + status.offBecause()));
        }
        checkNames();
        List<String> reasons = new ArrayList<>();
        List<Claim> claims = Intrinsics.first().all().stream().filter(this::isAskedFor).flatMap(intrinsic -> claims(intrinsic, reasons)).toList();
        if (claims.isEmpty() && failures == 0) {
            throw new Failure("no kernel is in use for " + String.join(", ", algorithms) + SEE_STATUS);
        }
        PrintStream out = System.out;
        out.println("JDK       " + Host.jdk());
        out.println("CPU       " + Host.cpu());
        out.println();
        Table table = new Table(3, "Algorithm", "Kernel", "What", "Paths", "Terms", "ms", "Proved");
        long start = System.nanoTime();
        try (Progress progress = new Progress("verify", claims.size(), "proofs")) {
            for (int i = 0; i < claims.size(); i++) {
                progress.enter(claims.get(i).algorithm());
                progress.stepTo(i);
                prove(claims.get(i), table, reasons);
            }
        }
        out.print(table);
        out.println();
        reasons.forEach(out::println);
        out.printf(Locale.ROOT, "%d of %d are proved, in %.0f s.%n", proved, proved + failures, (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1));
        return failures == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Stream<Claim> claims(Intrinsic<?> intrinsic, List<String> reasons) {
        try {
            return Verification.ofKernelsInUse(Intrinsics.first(), intrinsic).toList().stream();
        } catch (ProofException e) {
            failures++;
            reasons.add(intrinsic.name() + ": " + e.getMessage());
            return Stream.of();
        }
    }

    private void checkNames() throws Failure {
        List<String> names = Intrinsics.first().all().stream().map(Intrinsic::name).toList();
        for (String algorithm : algorithms) {
            if (names.stream().noneMatch(algorithm::equalsIgnoreCase)) {
                throw new Failure("\"" + algorithm + "\" is none of " + String.join(", ", names));
            }
        }
    }

    private boolean isAskedFor(Intrinsic<?> intrinsic) {
        return algorithms.isEmpty() || algorithms.stream().anyMatch(intrinsic.name()::equalsIgnoreCase);
    }

    private void prove(Claim claim, Table table, List<String> reasons) {
        long start = System.nanoTime();
        Claim.Effort effort = new Claim.Effort(0, 0);
        boolean isProved = false;
        try {
            effort = claim.prove();
            isProved = true;
            proved++;
        } catch (ProofException e) {
            failures++;
            reasons.add(claim + ": " + e.getMessage());
        }
        table.add(claim.algorithm(), claim.variant(), claim.function(), String.valueOf(effort.executions()), String.valueOf(effort.terms()),
                        String.valueOf(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)), isProved ? "yes" : "NO");
    }
}
