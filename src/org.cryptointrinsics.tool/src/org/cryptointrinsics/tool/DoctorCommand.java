package org.cryptointrinsics.tool;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import javax.management.MBeanServerConnection;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;
import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.selection.CryptoIntrinsicsOptions;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

@Command(name = "doctor", mixinStandardHelpOptions = true, //
                description = "Says in plain words what is on, what is not and why, and what to change. Exits with 1 if there is a problem.", //
                footer = "%nJava options may come first: cryptointrinsics doctor --jit c2 -XX:+UseShenandoahGC")
final class DoctorCommand implements Callable<Integer> {

    private static final String NO_PROBLEM = "No problem was found. Speeds are beside C2's, measured on such CPUs; cryptointrinsics demo measures here.";

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
            findings.addAll(findings(Status.get(), findings));
        } else {
            RunningVm.ask(pid, connection -> examine(connection, findings));
        }
    }

    private static void examine(MBeanServerConnection connection, List<Finding> findings) throws IOException {
        VmExamination vm = new VmExamination(connection);
        vm.addTo(findings);
        String reason = RunningVm.offBecause(connection);
        CryptoIntrinsicsMXBean plugin = RunningVm.plugin(connection);
        if (reason != null || plugin == null) {
            findings.add(reason == null ? vm.absence() : off(reason, findings));
            return;
        }
        List<IntrinsicInfo> intrinsics = plugin.getIntrinsics();
        for (IntrinsicInfo intrinsic : intrinsics) {
            switch (intrinsic.state()) {
                case ON -> findings.add(Finding.fits(intrinsic.name() + " has kernels, variant " + intrinsic.variant() +
                                (intrinsic.calls() < 0 ? "" : ", called " + intrinsic.calls() + " times") + ": " + Gain.of(intrinsic.name(), intrinsic.variant())));
                case OFF -> findings.add(off(intrinsic.name(), intrinsic.reason()));
                case UNUSED -> {
                }
            }
            if (intrinsic.losses() != 0) {
                findings.add(Finding.note("HotSpot has thrown code for " + intrinsic.name() + " away " + intrinsic.losses() + " times; it was compiled again.",
                                "If that goes on, -XX:ReservedCodeCacheSize may be too small."));
            }
        }
        String unused = intrinsics.stream().filter(intrinsic -> intrinsic.state() == State.UNUSED).map(IntrinsicInfo::name).collect(Collectors.joining(", "));
        if (!unused.isEmpty()) {
            findings.add(Finding.note("Not used yet: " + unused, null));
        }
        findings.addAll(entries(plugin.getEntries()));
    }

    private static List<Finding> findings(Status status, List<Finding> before) {
        if (status.offBecause() != null) {
            return List.of(off(status.offBecause(), before));
        }
        List<Finding> findings = new ArrayList<>();
        for (Status.IntrinsicStatus intrinsic : status.intrinsics()) {
            if (intrinsic.selected() == null) {
                findings.add(off(intrinsic.algorithm(), intrinsic.offBecause()));
            } else {
                findings.add(Finding.fits(intrinsic.algorithm() + " has kernels, variant " + intrinsic.selected() + ": " + Gain.of(intrinsic.algorithm(), intrinsic.selected()) +
                                better(intrinsic)));
            }
            intrinsic.variants().stream().filter(variant -> variant.failure() != null).map(variant -> Finding.problem(
                            "Variant " + variant.name() + " of " + intrinsic.algorithm() + " is wrong here: " + variant.failure(), "Please report it; see SECURITY.md.")).forEach(
                                            findings::add);
        }
        findings.addAll(entries(status.entries()));
        return findings;
    }

    /** What would be faster, and why it is not used. */
    private static String better(Status.IntrinsicStatus intrinsic) {
        return intrinsic.variants().stream().takeWhile(variant -> !variant.name().equals(intrinsic.selected())).map(variant -> variant.missing().isEmpty()
                        ? "; " + variant.name() + " " + variant.slowness()
                        : "; for " + variant.name() + " the CPU lacks " + String.join(" ", variant.missing())).collect(Collectors.joining());
    }

    /** A problem, unless somebody chose it, or one that was found before is the cause. */
    private static Finding off(String reason, List<Finding> before) {
        String text = "The plugin is off: " + reason;
        boolean isKnown = reason.equals(CryptoIntrinsicsOptions.TURNED_OFF) || before.stream().anyMatch(finding -> finding.kind() == Finding.Kind.PROBLEM);
        return isKnown ? Finding.note(text, null) : Finding.problem(text, null);
    }

    private static Finding off(String name, String reason) {
        if (reason.startsWith("by option")) {
            return Finding.note(name + " is off: " + reason, null);
        }
        return Finding.problem(name + " is off: " + reason, "See docs/troubleshooting.md for what to change.");
    }

    private static List<Finding> entries(List<EntryInfo> entries) {
        return entries.stream().filter(entry -> !entry.entered()).map(
                        entry -> Finding.problem(entry.method() + " has no kernels for every caller: " + entry.reason(), null)).toList();
    }
}
