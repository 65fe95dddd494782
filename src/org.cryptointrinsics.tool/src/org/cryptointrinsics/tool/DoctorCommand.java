package org.cryptointrinsics.tool;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import javax.management.MBeanServerConnection;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;
import org.cryptointrinsics.plugin.Status;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

@Command(name = "doctor", mixinStandardHelpOptions = true, //
                description = "Says in plain words what is on, what is not and why, and what to change. Exits with 1 if there is a problem.", //
                footer = "%nJava options may come first: cryptointrinsics doctor -XX:+UseShenandoahGC")
final class DoctorCommand implements Callable<Integer> {

    private static final String NO_PROBLEM = "No problem was found. Speeds are beside C2's, measured on such CPUs; cryptointrinsics demo measures here.";

    private static final String BY_OPTION = "by option";
    private static final String SEE = "See docs/troubleshooting.md for what to change.";

    @Parameters(arity = "0..1", paramLabel = "PID", description = "A process to examine, of the same user; without, this machine is, as a new process finds it.")
    private Long pid;

    @Override
    public Integer call() throws Failure {
        List<Finding> findings = new ArrayList<>();
        PrintStream out = System.out;
        try {
            examine(findings);
        } finally {
            // A process may end while it is asked.
            findings.forEach(out::println);
        }
        long problems = findings.stream().filter(finding -> finding.kind() == Finding.Kind.PROBLEM).count();
        out.println();
        out.println(problems == 0 ? NO_PROBLEM : problems + (problems == 1 ? " problem" : " problems"));
        return problems == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void examine(List<Finding> findings) throws Failure {
        if (pid == null) {
            try {
                new VmExamination(ManagementFactory.getPlatformMBeanServer()).addTo(findings);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            findings.addAll(ProviderExamination.findings());
            Status status = Status.get();
            findings.addAll(status.offBecause() == null ? findings(status.intrinsics(), status.entries()) : List.of(off(status.offBecause(), findings)));
        } else {
            RunningVm.ask(pid, connection -> examine(connection, findings));
        }
    }

    private static void examine(MBeanServerConnection connection, List<Finding> findings) throws IOException {
        VmExamination vm = new VmExamination(connection);
        vm.addTo(findings);
        String reason = RunningVm.offBecause(connection);
        CryptoIntrinsicsMXBean plugin = RunningVm.plugin(connection);
        if (reason != null) {
            findings.add(off(reason, findings));
        } else if (plugin == null) {
            findings.add(vm.absence());
        } else {
            findings.addAll(findings(plugin.getIntrinsics(), plugin.getEntries()));
        }
    }

    private static List<Finding> findings(List<IntrinsicInfo> intrinsics, List<EntryInfo> entries) {
        List<Finding> findings = new ArrayList<>();
        for (IntrinsicInfo intrinsic : intrinsics) {
            switch (intrinsic.state()) {
                case ON -> findings.add(Finding.fits(intrinsic.name() + " has kernels, variant " + intrinsic.variant() +
                                (intrinsic.calls() == 0 ? "" : ", called " + intrinsic.calls() + " times") + ": " + Gain.of(intrinsic.name(), intrinsic.variant()) +
                                better(intrinsic)));
                case OFF -> findings.add(off(intrinsic.name(), intrinsic.reason()));
                case UNUSED -> {
                }
            }
            if (intrinsic.state() == State.ON) {
                intrinsic.kernelsOff().forEach(reason -> findings.add(Finding.problem(intrinsic.name() + ": " + reason, SEE)));
            }
            intrinsic.variants().stream().filter(variant -> variant.failure() != null).forEach(variant -> findings.add(Finding.problem(
                            "Variant " + variant.name() + " of " + intrinsic.name() + " is off: it " + variant.failure(), SEE)));
            if (intrinsic.losses() != 0) {
                findings.add(Finding.note("HotSpot has thrown code for " + intrinsic.name() + " away " + intrinsic.losses() + " times; it was compiled again.",
                                "If that goes on, -XX:ReservedCodeCacheSize may be too small."));
            }
        }
        String unused = intrinsics.stream().filter(intrinsic -> intrinsic.state() == State.UNUSED).map(IntrinsicInfo::name).collect(Collectors.joining(", "));
        if (!unused.isEmpty()) {
            findings.add(Finding.note("Not used yet: " + unused, null));
        }
        Set<String> off = intrinsics.stream().filter(intrinsic -> intrinsic.state() == State.OFF).map(IntrinsicInfo::name).collect(Collectors.toSet());
        entries.stream().filter(entry -> !entry.entered()).map(entry -> notEntered(entry, off)).forEach(findings::add);
        entries.stream().filter(entry -> entry.entered() && entry.reason() != null && entry.reason().contains(BY_OPTION)).map(
                        entry -> Finding.note(entry.method() + " has kernels, and " + entry.reason(), null)).forEach(findings::add);
        return findings;
    }

    /** What would be faster, and why it is not used. */
    private static String better(IntrinsicInfo intrinsic) {
        return intrinsic.variants().stream().takeWhile(variant -> !variant.name().equals(intrinsic.variant())) //
                        .filter(variant -> !variant.missing().isEmpty() || variant.slowness() != null).map(variant -> variant.missing().isEmpty()
                        ? "; " + variant.name() + " " + variant.slowness()
                        : "; for " + variant.name() + " the CPU lacks " + String.join(" ", variant.missing())).collect(Collectors.joining());
    }

    /** A problem, unless somebody chose it, or it is that of an intrinsic, which was told. */
    private static Finding notEntered(EntryInfo entry, Set<String> off) {
        String text = entry.method() + " has no kernels for every caller: " + entry.reason();
        boolean isKnown = entry.reason().startsWith(BY_OPTION) || off.stream().anyMatch(entry.reason()::startsWith);
        return isKnown ? Finding.note(text, null) : Finding.problem(text, null);
    }

    /** A problem, unless somebody chose it, or one that was found before is the cause. */
    private static Finding off(String reason, List<Finding> before) {
        String text = "Kernels are off: " + reason;
        boolean isKnown = reason.startsWith(BY_OPTION) || before.stream().anyMatch(finding -> finding.kind() == Finding.Kind.PROBLEM);
        return isKnown ? Finding.note(text, null) : Finding.problem(text, null);
    }

    private static Finding off(String name, String reason) {
        if (reason.startsWith(BY_OPTION)) {
            return Finding.note(name + " is off: " + reason, null);
        }
        return Finding.problem(name + " is off: " + reason, SEE);
    }
}
