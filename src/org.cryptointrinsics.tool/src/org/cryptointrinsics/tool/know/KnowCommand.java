package org.cryptointrinsics.tool.know;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.cryptointrinsics.bytecode.ClassFiles;
import org.cryptointrinsics.bytecode.KnownJdks;
import org.cryptointrinsics.bytecode.MethodDigest;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.entry.EntryFiles;
import org.cryptointrinsics.plugin.Status;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** For maintainers, who start it by {@code release/know-jdk}. */
@Command(name = "know", hidden = true, mixinStandardHelpOptions = true, //
                description = "Shows what this JDK has different of the methods that kernels stand for, and notes them.")
public final class KnowCommand implements Callable<Integer> {

    @Option(names = "--list", required = true, description = "The text with the methods that are known, to which those of this JDK are added.")
    private Path list;

    @Option(names = "--known", description = "The folder of a JDK that is known, to compare with; may be given several times.")
    private List<Path> homes = List.of();

    @Override
    public Integer call() throws IOException {
        String off = Status.get().offBecause();
        if (off != null) {
            throw new IllegalStateException("kernels are off: " + off);
        }
        PrintStream out = System.out;
        KnownJdks known;
        try (InputStream text = Files.newInputStream(list)) {
            known = new KnownJdks(text);
        }
        List<KnownHome> compared = new ArrayList<>();
        for (Path home : homes) {
            KnownHome jdk = new KnownHome(home);
            if (known.names().contains(jdk.name())) {
                compared.add(jdk);
            } else {
                out.println(jdk.name() + " is not known itself.");
            }
        }
        Map<MethodName, MethodDigest> methods = EntryFiles.digests();
        List<MethodName> unknown = methods.keySet().stream().sorted(KnownJdks.ORDER).filter(method -> known.names(method, methods.get(method)).isEmpty()).toList();
        for (MethodName method : unknown) {
            print(method, compared, out);
        }
        for (KnownHome jdk : compared) {
            jdk.close();
        }
        String name = KnownJdks.nameOfThis();
        known.add(name, methods);
        Files.write(list, known.lines());
        out.println(name + ": kernels stand for " + methods.size() + " methods, " + (methods.size() - unknown.size()) + " of them as in a JDK that was known, " + unknown.size() +
                        " shown above; noted in " + list);
        return ExitCode.OK;
    }

    /** Beside that of the JDK which has the fewest lines different. */
    private static void print(MethodName method, List<KnownHome> compared, PrintStream out) throws IOException {
        List<String> text = MethodText.of(ClassFiles.ofJdk(method.className()), method);
        Difference least = null;
        String nearest = null;
        for (KnownHome jdk : compared) {
            List<String> before = jdk.text(method);
            Difference difference = new Difference(before, text);
            if (!before.isEmpty() && (least == null || difference.count() < least.count())) {
                nearest = jdk.name();
                least = difference;
            }
        }
        out.println(method.className().replace('/', '.') + "." + method.name() + method.descriptor() + (least == null ? ", which is new" : ", beside " + nearest));
        (least == null ? text : least.lines()).forEach(out::println);
        out.println();
    }
}
