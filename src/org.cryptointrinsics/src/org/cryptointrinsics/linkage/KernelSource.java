package org.cryptointrinsics.linkage;

import java.util.Set;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Width;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.ParallelSpongeKernel;
import org.cryptointrinsics.kernel.SpongeKernel;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;

/**
 * Where the machine code of kernels comes from: Graal compiles it in the process, or has compiled it when the project was built. Each method makes what is asked for, however often
 * it is. It throws an exception or an error if that cannot be done. Thread-safe.
 */
public interface KernelSource {

    /** The features of this CPU that kernels may use. */
    Set<CpuFeature> cpu();

    /**
     * The features that a kernel needs and may not use, empty if there is code for this CPU.
     *
     * @param algorithm the standard name of what it is a variant of
     */
    Set<CpuFeature> missing(String algorithm, Kernel kernel);

    /** {@link DigestKernel#compress}. */
    CompressMethod compress(DigestAlgorithm algorithm, DigestKernel kernel);

    /** What hashes whole messages. */
    HashMethod hash(DigestAlgorithm algorithm, DigestKernel kernel);

    /** What computes HMAC of whole messages. */
    HmacMethod hmac(DigestAlgorithm algorithm, DigestKernel kernel);

    /** {@link SpongeKernel#permuteTwo}. */
    PermutationMethod permuteTwo(DigestAlgorithm algorithm, SpongeKernel kernel);

    /** {@link ParallelSpongeKernel#permuteSeveral}. */
    ParallelPermutationMethod permuteSeveral(DigestAlgorithm algorithm, ParallelSpongeKernel kernel, Width width);

    /**
     * AES-GCM of messages.
     *
     * @param use one of messages
     */
    AesGcmMethod messages(AesGcmKernel kernel, AesUse use);

    /** As {@link #messages}, of records of TLS. */
    AesRecordMethod records(AesGcmKernel kernel, AesUse use);

    /**
     * What works on blocks.
     *
     * @param use one of blocks
     */
    AesBlocksMethod blocks(AesGcmKernel kernel, AesUse use);

    /** A function of arrays. */
    <F extends Enum<F> & KernelFunction> FunctionMethod function(String algorithm, FunctionKernel<F> kernel, F function);
}
