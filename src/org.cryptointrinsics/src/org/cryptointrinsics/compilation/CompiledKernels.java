package org.cryptointrinsics.compilation;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.AesUse;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.linkage.HmacMethod;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.KernelSource;
import org.cryptointrinsics.linkage.MessageMethod;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.stub.FunctionStub;

import jdk.vm.ci.meta.JavaKind;

/** Kernels that Graal compiles in this process. Thread-safe. */
public final class CompiledKernels implements KernelSource {

    private static final AtomicInteger STUBS = new AtomicInteger();

    private final CompilerContext context;
    private final Map<AesGcmKernel, Map<AesUse, CompiledAes>> stubs = new ConcurrentHashMap<>();
    private Set<CpuFeature> cpu;

    /**
     * @param context with the features that Graal knows the CPU to have
     */
    public CompiledKernels(CompilerContext context) {
        this.context = context;
    }

    /** What kernels are compiled with, but for those of AES, which may use all features of the CPU. */
    public CompilerContext context() {
        return context;
    }

    @Override
    public synchronized Set<CpuFeature> cpu() {
        if (cpu == null) {
            cpu = EnumSet.copyOf(context.cpu());
            cpu.addAll(HiddenFeatures.of(context.cpu()));
        }
        return cpu;
    }

    @Override
    public Set<CpuFeature> missing(String algorithm, Kernel kernel) {
        // The CPU is only asked for hidden ones where these are needed.
        Set<CpuFeature> missing = Requirements.of(kernel, context.cpu()).missing();
        return HiddenFeatures.possible(context.cpu()).containsAll(missing) && !missing.isEmpty() ? Requirements.of(kernel, cpu()).missing() : missing;
    }

    /** Graal finds stubs by their names, each of which is another one. */
    private static String name(String algorithm, Kernel kernel, String function) {
        return algorithm + "_" + kernel.getClass().getSimpleName() + "_" + function + "_" + STUBS.incrementAndGet();
    }

    @Override
    public CompressMethod compress(DigestAlgorithm algorithm, DigestKernel kernel) {
        return MethodCode.create(MethodTemplates.Compress.class, null, method -> MethodCompiler.kernel(kernel, CompiledKernel.element(algorithm.word()), method, context));
    }

    @Override
    public HashMethod hash(DigestAlgorithm algorithm, DigestKernel kernel) {
        return counting(algorithm, new CompiledHash(algorithm, kernel, name(algorithm.name(), kernel, "hash"), context).method());
    }

    @Override
    public HmacMethod hmac(DigestAlgorithm algorithm, DigestKernel kernel) {
        return counting(algorithm, new CompiledHmac(algorithm, kernel, name(algorithm.name(), kernel, "hmac"), context).method());
    }

    private static <T extends MessageMethod> T counting(DigestAlgorithm algorithm, T method) {
        method.setAlgorithm(algorithm);
        return method;
    }

    private <T extends KernelMethod> T ofArrays(Class<? extends T> template, Kernel kernel, JavaKind element, FunctionStub.Function function) {
        return MethodCode.create(template, null, method -> MethodCompiler.function(kernel, element, function, method, context));
    }

    @Override
    public PermutationMethod permuteTwo(DigestAlgorithm algorithm, SpongeKernel kernel) {
        return ofArrays(MethodTemplates.Permutation.class, kernel, JavaKind.Long,
                        new FunctionStub.Function(2, (machine, states) -> kernel.permuteTwo(machine, states.get(0), states.get(1))));
    }

    @Override
    public ParallelPermutationMethod permuteSeveral(DigestAlgorithm algorithm, ParallelSpongeKernel kernel, Width width) {
        return ofArrays(MethodTemplates.ParallelPermutation.class, kernel, JavaKind.Long,
                        new FunctionStub.Function(1, (machine, states) -> kernel.permuteSeveral(machine, width, states.getFirst())));
    }

    @Override
    public <F extends Enum<F> & KernelFunction> FunctionMethod function(String algorithm, FunctionKernel<F> kernel, F function) {
        JavaKind element = switch (kernel.elementBytes()) {
            case Byte.BYTES -> JavaKind.Byte;
            case Short.BYTES -> JavaKind.Short;
            case Integer.BYTES -> JavaKind.Int;
            default -> JavaKind.Long;
        };
        return ofArrays(MethodTemplates.Function.class, kernel, element, FunctionStub.Function.of(kernel, function));
    }

    private CompiledAes stub(AesGcmKernel kernel, AesUse use) {
        return stubs.computeIfAbsent(kernel, _ -> new ConcurrentHashMap<>()).computeIfAbsent(use, _ -> {
            CompilerContext all = new CompilerContext(context.providers(), context.foreignCalls(), context.options(), cpu());
            return new CompiledAes(use, kernel, name("AES_GCM", kernel, use.name()), all);
        });
    }

    @Override
    public AesGcmMethod messages(AesGcmKernel kernel, AesUse use) {
        return stub(kernel, use).messageMethod();
    }

    @Override
    public AesRecordMethod records(AesGcmKernel kernel, AesUse use) {
        return stub(kernel, use).recordMethod();
    }

    @Override
    public AesBlocksMethod blocks(AesGcmKernel kernel, AesUse use) {
        return stub(kernel, use).blocksMethod();
    }
}
