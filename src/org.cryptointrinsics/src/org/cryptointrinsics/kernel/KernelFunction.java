package org.cryptointrinsics.kernel;

/** A function of a {@link FunctionKernel}. All that it takes and returns is in arrays. */
public interface KernelFunction {

    /** How many arrays it takes. */
    int arrays();

    /** Whether two of the arrays may be the same one. What calls it where it says no gives it different ones, and of its machine code no more is proved. */
    default boolean takesSameArrays() {
        return true;
    }

    /** Whether it takes keys: of these, and of what it makes of them, it leaves nothing in its frame and in vector registers. */
    default boolean takesKeys() {
        return false;
    }
}
