package org.cryptointrinsics.tool.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.cryptointrinsics.tool.Failure;
import org.cryptointrinsics.tool.Host;
import org.cryptointrinsics.tool.InPlugin;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Starts VMs with each contender, compares their results and tells their speeds. */
@Command(name = "demo", mixinStandardHelpOptions = true, //
                description = "Hashes files, encrypts by AES-GCM, sends records of TLS and makes UUIDs without and with the intrinsics, each in a VM of its own, " +
                                "checks every result and compares speed and allocation. Exits with 1 if a result differs or the kernels did not do the work.", //
                footer = "%nJava options may come first: cryptointrinsics demo -Dcryptointrinsics.variant=sha-256=x86-sha")
public final class DemoCommand implements Callable<Integer> {

    /** Of a contender that warms up no longer than C2. */
    private static final int SECONDS_OF_ONE = 15;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", arity = "0..1", description = "Where the files are; by default, the lib folder of the JDK.")
    private Path folder = Path.of(System.getProperty("java.home"), "lib");

    @Option(names = "--seconds", paramLabel = "SECONDS", description = "About how long it works, starts left out; by default, 30, and more with Graal.") private Integer seconds;

    @Option(names = "--html", paramLabel = "FILE", description = "Writes the same with plots to a page.") private Path html;

    @Override
    public Integer call() throws IOException, InterruptedException, Failure {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), "'" + folder + "' is not a folder.");
        }
        if (html != null) {
            checkIsWritable(html);
        }
        run();
        return ExitCode.OK;
    }

    /** Before it is measured what would be lost. */
    private void checkIsWritable(Path file) {
        try {
            boolean isNew = Files.notExists(file);
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
            if (isNew) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "'" + file + "' cannot be written: " + e, e);
        }
    }

    private void run() throws IOException, InterruptedException, Failure {
        List<JvmConfig> contenders = JvmConfig.chosen();
        if (contenders.size() == 1) {
            throw InPlugin.notThere();
        }
        int length = seconds == null ? contenders.stream().mapToInt(JvmConfig::warmUp).sum() * SECONDS_OF_ONE : seconds;
        Tree tree = Tree.of(folder.toRealPath());
        if (tree.parts().isEmpty()) {
            throw new Failure("'" + folder + "' has no files to hash");
        }
        Map<String, String> facts = facts(tree);
        facts.forEach(DemoCommand::print);
        try (Comparison comparison = new Comparison(tree, length)) {
            comparison.run(contenders);
            System.err.print(comparison.warnings());
            // Those with the plugin have told it.
            facts.put("Graal", comparison.graal());
            print("Graal", comparison.graal());
            DemoReport report = new DemoReport(facts, contenders, comparison.rows(), comparison.digests(), length);
            System.out.println();
            System.out.print(report.table());
            System.out.println();
            comparison.checkKernels();
            printEnd(report);
        }
    }

    private static Map<String, String> facts(Tree tree) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Files", tree.toString());
        facts.put("JDK", Host.jdk());
        facts.put("CPU", Host.cpu());
        facts.put("Date", LocalDate.now().toString());
        return facts;
    }

    private static void print(String name, String fact) {
        System.out.printf("%-6s %s%n", name, fact);
    }

    private void printEnd(DemoReport report) throws IOException {
        report.notes().forEach(System.out::println);
        System.out.println();
        if (html != null) {
            Files.writeString(html, new DemoPage(report).html());
            System.out.println("Page: " + html.toAbsolutePath());
        }
        boolean isC2 = report.contenders().contains(JvmConfig.C2_PLUGIN);
        System.out.println("Next: java " + (isC2 ? "\"-javaagent:$(bin/cryptointrinsics agent)\"" : "\"@$(bin/cryptointrinsics args --jit graal)\"") +
                        " -jar app.jar runs an application with the agent; README.md tells more.");
    }
}
