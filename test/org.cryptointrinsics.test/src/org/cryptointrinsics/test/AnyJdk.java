package org.cryptointrinsics.test;

/** The category of the classes whose tests have processes of their own with the agent, or have nothing to do with a JIT: those that are run with other JDKs, too. */
public interface AnyJdk {
}
