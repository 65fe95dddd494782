package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
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

/**
 * One-shot message digests of arrays.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DigestBenchmark {

    @Param({"MD5", "SHA-256"}) public String algorithm;
    @Param({"64", "16384"}) public int length;

    private MessageDigest digest;
    private byte[] data;

    @Setup
    public void setUp() throws GeneralSecurityException {
        digest = MessageDigest.getInstance(algorithm);
        data = new byte[length];
    }

    @Benchmark
    public byte[] digest() {
        return digest.digest(data);
    }
}
