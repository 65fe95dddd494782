package org.cryptointrinsics.bench;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.ObjectName;

import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What all benchmarks work on. What is measured is not inlined: a loop over long messages goes round too seldom to be compiled but by C1, which would inline it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public abstract class Message {

    static final String PASSWORD = "correct horse battery staple";
    static final int BITS_OF_KEY = 256;

    static final int SHORT = 1024;
    /** However busy the machine is. */
    private static final int MOST_SECONDS = 60;
    /** A method that waits for a JIT or is with it; Graal's own are compiled at level 1. */
    private static final Pattern COMPILATION = Pattern.compile("^(\\w+ CompilerThread\\d+)? *\\d+[ %!sbn]+[2-4] ");
    private static final long SECOND = 1_000_000_000L;
    private static final int PAGE_BYTES = 4096;
    /** Where {@link #allocateDirect} begins in a page, as glibc's malloc does with much memory. */
    private static final int OFFSET_IN_PAGE = 16;

    /** An {@link Algorithm}, or empty for the usual one. */
    @Param("") public String algorithm;
    @Param({"16", "16384"}) public int length;
    /** The {@link Contender} this runs with, for the results to name it and for peers to be used; or empty. */
    @Param("") public String contender;

    /** The length of the message that there is now: the benchmark's, or a short one. */
    int size;
    byte[] array;
    ByteBuffer direct;
    final byte[] salt = random(16);
    final byte[] key = random(32);

    private Provider provider;

    @Setup
    public void setUp(BenchmarkParams params) throws Exception {
        Work work = Work.of(params.getBenchmark());
        algorithm = algorithm.isEmpty() ? work.part.usual.toString() : algorithm;
        // Kernels alone are there within a second, and waited for all the same.
        boolean isWithGraal = contender.isEmpty() || Contender.valueOf(contender).isGraal();
        setUp(work, isWithGraal ? 5 : 1);
    }

    /**
     * Prepares the work and runs it beforehand with a short message until it is compiled: of long ones, there would be too few for HotSpot to find it hot.
     *
     * @param seconds how long to run it at least with each length
     * @throws IllegalStateException if there should be kernels by then and are none
     */
    final void setUp(Work work, int seconds) throws Exception {
        for (int warmUpLength : warmUpLengths()) {
            warmUp(work, Math.min(length, warmUpLength), seconds);
        }
        prepare(work);
    }

    private void warmUp(Work work, int bytes, int seconds) throws Exception {
        open(work);
        makeMessage(bytes);
        long start = System.nanoTime();
        long time;
        do {
            for (long begin = System.nanoTime(); System.nanoTime() - begin < SECOND / 2;) {
                run(work);
            }
            time = System.nanoTime() - start;
        } while (time < seconds * SECOND || time < MOST_SECONDS * SECOND && (isCompiling() || lacksKernels() || Kernels.areBeingMade()));
        if (lacksKernels()) {
            throw new IllegalStateException(contender + " has no kernel for " + algorithm + " after " + MOST_SECONDS + " s");
        }
    }

    private boolean lacksKernels() {
        Algorithm kind = Algorithm.of(algorithm);
        return !contender.isEmpty() && Contender.valueOf(contender).hasPlugin() && kind.intrinsic() != null && Kernels.of(kind).isEmpty();
    }

    /** Of messages that are short enough for many of them; the last is handled by the same code as one of the benchmark's length. */
    int[] warmUpLengths() {
        return new int[]{SHORT};
    }

    /** Asks HotSpot, as {@code jcmd Compiler.queue} does. */
    private static boolean isCompiling() throws JMException {
        String queues = (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "compilerQueue",
                        new Object[]{null}, new String[]{String[].class.getName()});
        return queues.lines().anyMatch(line -> COMPILATION.matcher(line).find());
    }

    /** Makes all that the work needs. */
    final void prepare(Work work) throws Exception {
        open(work);
        makeMessage(length);
    }

    /** Makes what is reused. */
    abstract void open(Work work) throws Exception;

    /** Does the work once; returns the result, or null if it has none. */
    abstract Object run(Work work) throws Exception;

    void makeMessage(int bytes) throws GeneralSecurityException {
        size = bytes;
        array = random(bytes);
        direct = allocateDirect(bytes).put(array);
    }

    /**
     * At the same place in a page in every VM. Processors compare the low 12 bits of addresses to find out whether a load is of what a store has not written yet:
     * AES-GCM is up to 12 % slower when the output lies some 48 bytes after the input by these.
     */
    static ByteBuffer allocateDirect(int bytes) {
        ByteBuffer all = ByteBuffer.allocateDirect(bytes + PAGE_BYTES);
        return all.slice(Math.floorMod(OFFSET_IN_PAGE - all.alignmentOffset(0, PAGE_BYTES), PAGE_BYTES), bytes);
    }

    /** Makes the contender's provider, if it has one, the first. */
    final void installProvider() throws ReflectiveOperationException {
        if (provider == null && !contender.isEmpty()) {
            provider = Contender.valueOf(contender).install();
        }
    }

    /** Throws an exception if the contender has a provider and others do the work. */
    final void require(Work work, Provider... used) throws NoSuchAlgorithmException {
        if (provider != null && !List.of(used).contains(provider)) {
            throw lacks(work);
        }
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static NoSuchAlgorithmException lacks(Work work) {
        return new NoSuchAlgorithmException(work.title);
    }
}
