package org.cryptointrinsics.test;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.cryptointrinsics.compilation.CompiledAes;
import org.cryptointrinsics.compilation.CompiledHash;
import org.cryptointrinsics.compilation.CompiledHmac;
import org.cryptointrinsics.compilation.CompiledKernel;
import org.cryptointrinsics.compilation.CompiledKernels;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.KernelSource;
import org.cryptointrinsics.replacements.GraalIntrinsics;

/** Compiles kernels that the plugin does not have, each once. */
public final class Stubs {

    public static final CompilerContext CONTEXT = GraalIntrinsics.context(GraalJit.intrinsics());

    private static final Map<DigestKernel, CompiledKernel> KERNELS = new ConcurrentHashMap<>();
    private static final Map<DigestKernel, CompiledHash> HASHES = new ConcurrentHashMap<>();
    private static final Map<DigestKernel, CompiledHmac> HMACS = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private Stubs() {
    }

    /** A Java identifier that no other stub is named by. */
    public static String uniqueName() {
        return "test" + COUNT.incrementAndGet();
    }

    public static CompiledKernel compile(DigestKernel kernel) {
        return KERNELS.computeIfAbsent(kernel, _ -> compile(kernel, CONTEXT.cpu()));
    }

    /**
     * @param cpu the features that the kernel may use
     */
    public static CompiledKernel compile(DigestKernel kernel, Set<CpuFeature> cpu) {
        return new CompiledKernel(kernel, uniqueName(), with(cpu));
    }

    /** The stub that hashes whole messages with {@code kernel}. */
    public static CompiledHash compileHash(DigestAlgorithm algorithm, DigestKernel kernel) {
        return HASHES.computeIfAbsent(kernel, _ -> new CompiledHash(algorithm, kernel, uniqueName(), CONTEXT));
    }

    /** The stub that computes HMAC with {@code kernel}. */
    public static CompiledHmac compileHmac(DigestAlgorithm algorithm, DigestKernel kernel) {
        return HMACS.computeIfAbsent(kernel, _ -> new CompiledHmac(algorithm, kernel, uniqueName(), CONTEXT));
    }

    public static CompiledAes compile(AesUse use, AesGcmKernel kernel, CompilerContext context) {
        return new CompiledAes(use, kernel, uniqueName(), context);
    }

    /** Kernels as methods. */
    public static KernelSource source() {
        return source(CONTEXT.cpu());
    }

    /**
     * @param cpu the features that kernels may use
     */
    public static KernelSource source(Set<CpuFeature> cpu) {
        return new CompiledKernels(with(cpu));
    }

    public static CompilerContext with(Set<CpuFeature> cpu) {
        return new CompilerContext(CONTEXT.providers(), CONTEXT.foreignCalls(), CONTEXT.options(), cpu);
    }
}
