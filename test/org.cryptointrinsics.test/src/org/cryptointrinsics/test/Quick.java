package org.cryptointrinsics.test;

/**
 * The category of the classes that {@code bin/cryptointrinsics test --quick} runs: every kernel in the interpreter and on the CPU, its instructions and what it needs,
 * the tables of {@code README.md}, and a digest and AES-GCM as applications call them.
 */
public interface Quick {
}
