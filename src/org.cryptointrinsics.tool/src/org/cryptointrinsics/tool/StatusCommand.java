package org.cryptointrinsics.tool;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.plugin.Status;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

@Command(name = "status", mixinStandardHelpOptions = true, //
                description = "Tells which intrinsics are on, with which variant, and why others are off. Exits with 1 if none is on.", //
                footer = "%nJava options may come first: cryptointrinsics status -Djdk.graal.CryptoIntrinsics=-MD5")
final class StatusCommand implements Callable<Integer> {

    private static final int LINE = 100;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ISO_LOCAL_TIME.withZone(ZoneId.systemDefault());

    @Parameters(arity = "0..1", paramLabel = "PID", description = "A process to ask what is on in it and what it used; without, this process is told of.")
    private Long pid;

    @Override
    public Integer call() throws Failure {
        if (pid != null) {
            return RunningVm.print(pid, System.out) ? ExitCode.OK : ExitCode.SOFTWARE;
        }
        Status status = Status.get();
        PrintStream out = System.out;
        out.println("JDK       " + Host.jdk() + " in " + System.getProperty("java.home"));
        out.println("Graal     " + status.graal());
        out.println("CPU       " + Host.cpu());
        if (status.offBecause() == null) {
            out.println("Features  " + fill(status.cpuFeatures()));
            out.println();
            printIntrinsics(status, out);
        } else {
            out.println();
            out.println("The plugin is off: " + status.offBecause());
        }
        printEntries(status.entries(), out);
        return status.isOn() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** As many of the words on a line as fit. */
    private static String fill(Set<String> words) {
        return String.join(" ", words).replaceAll("(.{1," + LINE + "})(?: |$)", "%n          $1".formatted()).strip();
    }

    private static void printIntrinsics(Status status, PrintStream out) {
        Table table = new Table(5, "Intrinsic", "Variant", "Self-test", "In use", "CPU features needed");
        for (Status.IntrinsicStatus intrinsic : status.intrinsics()) {
            for (Status.VariantStatus variant : intrinsic.variants()) {
                table.add(intrinsic.algorithm(), variant.name(), selfTest(variant), variant.name().equals(intrinsic.selected()) ? "yes" : "no",
                                variant.features().isEmpty() ? "none" : String.join(" ", variant.features()));
            }
        }
        out.print(table);
        for (Status.IntrinsicStatus intrinsic : status.intrinsics()) {
            if (intrinsic.offBecause() != null) {
                out.println(intrinsic.algorithm() + " is off: " + intrinsic.offBecause());
            }
        }
    }

    /** Who has kernels: every caller of these methods. */
    static void printEntries(List<EntryInfo> entries, PrintStream out) {
        if (!entries.isEmpty()) {
            Table table = new Table(3, "Method with kernels for every caller", "Since", "");
            entries.forEach(entry -> table.add(entry.method(), TIME.format(Instant.ofEpochMilli(entry.since())), entry.entered() ? "" : "not entered: " + entry.reason()));
            out.println();
            out.print(table);
        }
    }

    private static String selfTest(Status.VariantStatus variant) {
        if (!variant.missing().isEmpty()) {
            return "not run, no " + String.join(" ", variant.missing());
        }
        if (variant.failure() != null) {
            return variant.failure();
        }
        return variant.slowness() == null ? "passed" : "passed, " + variant.slowness();
    }
}
