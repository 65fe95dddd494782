package org.cryptointrinsics.precompiled;

import java.util.EnumSet;
import java.util.Set;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
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
import org.cryptointrinsics.linkage.KernelSource;
import org.cryptointrinsics.linkage.MessageMethod;
import org.cryptointrinsics.linkage.ParallelPermutationMethod;
import org.cryptointrinsics.linkage.PermutationMethod;

/** Kernels that Graal has compiled when the project was built. Thread-safe. */
public final class PrecompiledKernels implements KernelSource {

    private final CodeLibrary library;
    private final Set<CpuFeature> cpu;

    /**
     * @param cpu the features that kernels may use
     */
    public PrecompiledKernels(CodeLibrary library, Set<CpuFeature> cpu) {
        this.library = library;
        this.cpu = cpu;
    }

    @Override
    public Set<CpuFeature> cpu() {
        return cpu;
    }

    @Override
    public Set<CpuFeature> missing(String algorithm, Kernel kernel) {
        // The last one needs the least.
        Set<CpuFeature> missing = EnumSet.noneOf(CpuFeature.class);
        for (CodeLibrary.Variant variant : library.variants(algorithm, kernel.variant())) {
            missing = EnumSet.noneOf(CpuFeature.class);
            missing.addAll(variant.features());
            missing.removeAll(cpu);
            if (missing.isEmpty()) {
                return missing;
            }
        }
        return missing;
    }

    /** What this CPU executes of a variant. */
    public CodeLibrary.Variant variant(String algorithm, Kernel kernel) {
        return library.variants(algorithm, kernel.variant()).stream().filter(variant -> cpu.containsAll(variant.features())).findFirst().orElseThrow();
    }

    private long entry(String algorithm, Kernel kernel, String function) {
        return variant(algorithm, kernel).address(function);
    }

    private static boolean isLong(DigestAlgorithm algorithm) {
        return algorithm.word() == Size.QWORD;
    }

    @Override
    public CompressMethod compress(DigestAlgorithm algorithm, DigestKernel kernel) {
        return new PrecompiledMethods.Compress(entry(algorithm.standardName(), kernel, CodeLibrary.COMPRESS), isLong(algorithm));
    }

    @Override
    public HashMethod hash(DigestAlgorithm algorithm, DigestKernel kernel) {
        return counting(algorithm, new PrecompiledMethods.Hash(entry(algorithm.standardName(), kernel, CodeLibrary.HASH), isLong(algorithm)));
    }

    @Override
    public HmacMethod hmac(DigestAlgorithm algorithm, DigestKernel kernel) {
        return counting(algorithm, new PrecompiledMethods.Hmac(entry(algorithm.standardName(), kernel, CodeLibrary.HMAC), isLong(algorithm)));
    }

    private static <T extends MessageMethod> T counting(DigestAlgorithm algorithm, T method) {
        method.setAlgorithm(algorithm);
        return method;
    }

    @Override
    public PermutationMethod permuteTwo(DigestAlgorithm algorithm, SpongeKernel kernel) {
        return new PrecompiledMethods.Permutation(entry(CodeLibrary.PERMUTATIONS.standardName(), kernel, CodeLibrary.PERMUTE_TWO));
    }

    @Override
    public ParallelPermutationMethod permuteSeveral(DigestAlgorithm algorithm, ParallelSpongeKernel kernel, Width width) {
        return new PrecompiledMethods.ParallelPermutation(entry(CodeLibrary.PERMUTATIONS.standardName(), kernel, CodeLibrary.permuteSeveral(width)));
    }

    @Override
    public AesGcmMethod messages(AesGcmKernel kernel, AesUse use) {
        return new PrecompiledMethods.AesGcm(entry(AesGcmKernel.NAME, kernel, use.name()), use.isEncryption());
    }

    @Override
    public AesRecordMethod records(AesGcmKernel kernel, AesUse use) {
        return new PrecompiledMethods.AesRecord(entry(AesGcmKernel.NAME, kernel, use.name()), use.isEncryption());
    }

    @Override
    public AesBlocksMethod blocks(AesGcmKernel kernel, AesUse use) {
        return new PrecompiledMethods.AesBlocks(entry(AesGcmKernel.NAME, kernel, use.name()));
    }

    @Override
    public <F extends Enum<F> & KernelFunction> FunctionMethod function(String algorithm, FunctionKernel<F> kernel, F function) {
        return new PrecompiledMethods.Function(entry(algorithm, kernel, function.name()), kernel.elementBytes());
    }
}
