package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks a peer, in a process of its own, what it can do, and compares its results with those of the JDK.
 */
final class Probe {

    private static final int LENGTH = 1000;
    private static final String VERSION = "version ";
    private static final String MISSING = "missing ";
    private static final String CAN = "can ";

    /** The library with its version, or null if it is not there. */
    final String version;
    /** Why the library is not there, or null. */
    final String missing;
    private final Set<String> abilities;

    private Probe(List<String> lines, int exit) {
        version = find(lines, VERSION);
        missing = exit != 0 ? "it failed" : find(lines, MISSING);
        abilities = lines.stream().filter(line -> line.startsWith(CAN)).collect(Collectors.toSet());
    }

    private static String find(List<String> lines, String begin) {
        return lines.stream().filter(line -> line.startsWith(begin)).map(line -> line.substring(begin.length())).findFirst().orElse(null);
    }

    static Probe of(Contender peer, Path plugin) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(peer.command(plugin, List.of(), Probe.class, peer.name()));
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        return new Probe(lines, process.waitFor());
    }

    boolean can(Row row) {
        return missing == null && abilities.contains(ability(row.work, row.algorithm));
    }

    private static String ability(Work work, Algorithm algorithm) {
        return CAN + work + " " + algorithm;
    }

    /**
     * Prints what the peer is, and which work it can do.
     *
     * @param args name of the {@link Contender}
     */
    public static void main(String[] args) throws Exception {
        Contender peer = Contender.valueOf(args[0]);
        // Before its provider is there.
        Map<String, Object> expected = results(Contender.C2, peer);
        try {
            System.out.println(VERSION + version(peer));
        } catch (ReflectiveOperationException | LinkageError e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            System.out.println(MISSING + cause.toString().lines().findFirst().orElseThrow());
            return;
        }
        results(peer, peer).forEach((ability, result) -> {
            if (expected.containsKey(ability)) {
                if (!Objects.deepEquals(expected.get(ability), result)) {
                    throw new IllegalStateException("wrong result of " + peer + ": " + ability);
                }
                System.out.println(ability);
            }
        });
    }

    private static String version(Contender peer) throws ReflectiveOperationException {
        return peer == Contender.TCNATIVE ? NettyTlsBenchmark.version() : peer.isForeign() ? ForeignBenchmark.version() : jar(peer.install());
    }

    private static String jar(Provider provider) {
        return Path.of(provider.getClass().getProtectionDomain().getCodeSource().getLocation().getPath()).getFileName().toString();
    }

    /** Those of {@code contender}, of what the peer may be able to do. */
    private static Map<String, Object> results(Contender contender, Contender peer) throws Exception {
        Map<String, Object> results = new LinkedHashMap<>();
        for (Work work : Stream.of(Work.values()).filter(work -> peer.does(work.part)).toList()) {
            for (Algorithm algorithm : Stream.of(Algorithm.values()).filter(work::suits).toList()) {
                try {
                    results.put(ability(work, algorithm), result(contender, work, algorithm));
                } catch (NoSuchAlgorithmException e) {
                    // Left out.
                    continue;
                } catch (GeneralSecurityException | IOException | RuntimeException | LinkageError e) {
                    if (contender != peer) {
                        throw e;
                    }
                    // What else it can do is measured.
                    System.err.println("cryptointrinsics: without " + peer + " for " + algorithm + ", " + work.title + ", which fails: " + e);
                }
            }
        }
        return results;
    }

    private static Object result(Contender contender, Work work, Algorithm algorithm) throws Exception {
        Message message = work.part.benchmark(contender);
        message.algorithm = algorithm.toString();
        message.length = LENGTH;
        message.contender = contender.name();
        message.prepare(work);
        return message.run(work);
    }
}
