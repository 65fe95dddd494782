package org.cryptointrinsics.tool;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.VariantInfo;
import org.cryptointrinsics.plugin.Status;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

@Command(name = "status", mixinStandardHelpOptions = true, //
                description = "Tells which intrinsics are on, with which variant, and why others are off. Exits with 1 if none is on.", //
                footer = "%nJava options may come first: cryptointrinsics status -Dcryptointrinsics=-MD5")
final class StatusCommand implements Callable<Integer> {

    private static final int LINE = 100;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ISO_LOCAL_TIME.withZone(ZoneId.systemDefault());

    @Parameters(arity = "0..1", paramLabel = "PID", description = "A process to ask what is on in it and how much it used; without, this process is told of.")
    private Long pid;

    @Override
    public Integer call() throws Failure {
        if (pid != null) {
            return RunningVm.print(pid, System.out) ? ExitCode.OK : ExitCode.SOFTWARE;
        }
        Status status = Status.get();
        PrintStream out = System.out;
        out.println("JDK       " + Host.jdk() + " in " + System.getProperty("java.home"));
        if (status.graal() != null) {
            out.println("Graal     " + status.graal());
        }
        out.println("CPU       " + Host.cpu());
        if (status.offBecause() == null) {
            out.println("Features  " + fill(status.cpuFeatures()));
            out.println();
            printIntrinsics(status.intrinsics(), out);
        } else {
            out.println();
            out.println("Kernels are off: " + status.offBecause());
        }
        printEntries(status.entries(), out);
        return status.isOn() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** As many of the words on a line as fit. */
    private static String fill(List<String> words) {
        return String.join(" ", words).replaceAll("(.{1," + LINE + "})(?: |$)", "%n          $1".formatted()).strip();
    }

    private static void printIntrinsics(List<IntrinsicInfo> intrinsics, PrintStream out) {
        Table table = new Table(5, "Intrinsic", "Variant", "Self-test", "In use", "CPU features needed");
        for (IntrinsicInfo intrinsic : intrinsics) {
            for (VariantInfo variant : intrinsic.variants()) {
                table.add(intrinsic.name(), variant.name(), selfTest(variant), variant.name().equals(intrinsic.variant()) ? "yes" : "no",
                                variant.features().isEmpty() ? "none" : String.join(" ", variant.features()));
            }
        }
        out.print(table);
        printOff(intrinsics, out);
    }

    /** What is off, and what of those that are on. */
    static void printOff(List<IntrinsicInfo> intrinsics, PrintStream out) {
        for (IntrinsicInfo intrinsic : intrinsics) {
            if (intrinsic.state() == State.OFF) {
                out.println(intrinsic.name() + " is off: " + intrinsic.reason());
            } else {
                intrinsic.kernelsOff().forEach(reason -> out.println(intrinsic.name() + ": " + reason));
            }
        }
    }

    /** Who has kernels: every caller of these methods, unless they are not entered. */
    static void printEntries(List<EntryInfo> entries, PrintStream out) {
        if (!entries.isEmpty()) {
            Table table = new Table(3, "Method with kernels for every caller", "Since", "");
            entries.forEach(entry -> table.add(entry.method(), TIME.format(Instant.ofEpochMilli(entry.since())), told(entry)));
            out.println();
            out.print(table);
        }
    }

    private static String told(EntryInfo entry) {
        String reason = entry.reason() == null ? "" : entry.reason();
        return entry.entered() ? reason : "not entered: " + reason;
    }

    private static String selfTest(VariantInfo variant) {
        if (!variant.missing().isEmpty()) {
            return "not run, no " + String.join(" ", variant.missing());
        }
        if (variant.failure() != null) {
            return variant.failure();
        }
        return variant.slowness() == null ? "passed" : "passed, " + variant.slowness();
    }
}
