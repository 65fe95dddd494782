package org.cryptointrinsics.test;

/** The category of the classes that are run once more in each {@link CallerTier}: those that count what kernels do for calls of the JDK's methods. */
public interface EveryTier {
}
