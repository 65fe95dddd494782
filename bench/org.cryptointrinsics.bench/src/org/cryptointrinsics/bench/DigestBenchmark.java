package org.cryptointrinsics.bench;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Message digests of arrays and of memory outside of the heap. Digest and output are reused, so that nothing is measured but the digest. What is measured is
 * not inlined: a loop over long messages goes round too seldom to be compiled but by C1, which would inline it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class DigestBenchmark {

    private static final int SHORT = 1024;
    private static final long NANOS_TO_COMPILE = 5_000_000_000L;

    @Param({"MD5", "SHA-256"}) public String algorithm;
    @Param({"16", "64", "256", "1350", "4096", "16384", "1048576"}) public int length;
    /** The JIT this runs on, for the results to name it; what chooses it are the options of the VM. */
    @Param("") public String jit;

    private MessageDigest digest;
    private byte[] array;
    private ByteBuffer direct;
    private byte[] output;

    @Setup
    public void setUp() throws GeneralSecurityException {
        digest = MessageDigest.getInstance(algorithm);
        output = new byte[digest.getDigestLength()];
        // Of long messages, there would be too few before the measurement for HotSpot to find this hot.
        makeMessage(Math.min(length, SHORT));
        for (long start = System.nanoTime(); System.nanoTime() - start < NANOS_TO_COMPILE;) {
            digestHeap();
            digestDirect();
            updateDirect();
        }
        digest.reset();
        makeMessage(length);
    }

    private void makeMessage(int bytes) {
        array = new byte[bytes];
        new Random(bytes).nextBytes(array);
        direct = ByteBuffer.allocateDirect(bytes).put(array);
    }

    /** A whole message, in an array. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public int digestHeap() throws DigestException {
        digest.update(array);
        return digest.digest(output, 0, output.length);
    }

    /** A whole message, in a direct buffer. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public int digestDirect() throws DigestException {
        digest.update(direct.rewind());
        return digest.digest(output, 0, output.length);
    }

    /** A part of a message that does not end, in a direct buffer. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void updateDirect() {
        digest.update(direct.rewind());
    }
}
