package org.cryptointrinsics.kernel;

/** A function of a {@link FunctionKernel}. All that it takes and returns is in arrays. */
public interface KernelFunction {

    /** How many arrays it takes. */
    int arrays();
}
