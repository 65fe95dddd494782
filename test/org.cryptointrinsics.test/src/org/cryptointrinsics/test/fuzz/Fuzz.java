package org.cryptointrinsics.test.fuzz;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.entry.C2;

/** Plays random cases, and prints what comes of each: with the plugin as long as it is told to, and without as many. */
public final class Fuzz {

    /** Without the plugin: {@code seed file}. */
    public static final class Plain {

        private Plain() {
        }

        public static void main(String[] arguments) throws Exception {
            Fuzz fuzz = new Fuzz(arguments);
            for (int i = 0; i < fuzz.limit(); i++) {
                fuzz.play(i);
            }
        }
    }

    /** With the plugin: {@code seed file seconds}. Then tells what kernels did. */
    public static final class WithPlugin {

        private WithPlugin() {
        }

        public static void main(String[] arguments) throws Exception {
            Fuzz fuzz = new Fuzz(arguments);
            List<Method> sites = fuzz.programs.stream().flatMap(
                            program -> program.sites().stream().flatMap(name -> Jit.methods(program.getClass(), name).stream())).toList();
            long seconds = Long.parseLong(arguments[2]);
            // It takes a while.
            sites.forEach(Jit::compile);
            long start = System.nanoTime();
            int played = 0;
            while (played < fuzz.limit() && (played < FEWEST_CASES || System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds))) {
                // Exceptions undo it.
                if (played % CASES_BETWEEN == 0) {
                    sites.forEach(Jit::compile);
                }
                fuzz.play(played++);
            }
            fuzz.setLimit(played);
            long digestCalls = Jit.intrinsics().digests().stream().mapToLong(digest -> Jit.work(digest).calls()).sum();
            System.out.println(KERNELS + digestCalls + " " + Jit.work(Jit.intrinsics().aesGcm()).calls());
        }
    }

    /** With the agent, as {@link WithPlugin}. */
    public static final class WithAgent {

        private WithAgent() {
        }

        public static void main(String[] arguments) throws Exception {
            Fuzz fuzz = new Fuzz(arguments);
            long seconds = Long.parseLong(arguments[2]);
            C2.awaitCalls();
            long start = System.nanoTime();
            int played = 0;
            while (played < fuzz.limit() && (played < FEWEST_CASES || System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds))) {
                fuzz.play(played++);
            }
            fuzz.setLimit(played);
            Map<String, Work> work = C2.work();
            long aesGcm = work.remove("AES-GCM").calls();
            System.out.println(KERNELS + work.values().stream().mapToLong(Work::calls).sum() + " " + aesGcm);
        }
    }

    /** Before how often kernels for digests, and for AES-GCM, were called. */
    static final String KERNELS = "calls of kernels: ";

    private static final int FEWEST_CASES = 200;
    private static final int CASES_BETWEEN = 10;
    private static final long SCATTER = 0x9E3779B97F4A7C15L;

    private final long seed;
    private final Path limitFile;
    private final AesGcmProgram aesGcm = new AesGcmProgram();
    private final DigestProgram digests = new DigestProgram();
    private final ProviderProgram providers = new ProviderProgram();
    private final AgreementProgram agreements = new AgreementProgram();
    private final List<Program> programs = List.of(aesGcm, digests, providers, agreements);
    private final Random random = new Random();
    private final Transcript transcript = new Transcript();
    private int limit = Integer.MAX_VALUE;

    private Fuzz(String[] arguments) throws Exception {
        seed = Long.parseLong(arguments[0]);
        limitFile = Path.of(arguments[1]);
    }

    private void play(int number) throws Exception {
        // Of seeds that are near, the first numbers are alike.
        random.setSeed((seed << Integer.SIZE | number) * SCATTER);
        random.setSeed(random.nextLong());
        int choice = random.nextInt(20);
        Program program = choice == 0 ? providers : choice == 1 ? agreements : choice < 11 ? aesGcm : digests;
        transcript.begin(number, program);
        program.play(random, transcript);
        transcript.flush();
    }

    /** How many cases there are, as far as that is known. */
    private int limit() throws IOException {
        if (limit == Integer.MAX_VALUE && Files.exists(limitFile)) {
            limit = Integer.parseInt(Files.readString(limitFile));
        }
        return limit;
    }

    private void setLimit(int played) throws IOException {
        Path written = Files.createTempFile(limitFile.getParent(), "limit", null);
        Files.writeString(written, String.valueOf(played));
        Files.move(written, limitFile, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
