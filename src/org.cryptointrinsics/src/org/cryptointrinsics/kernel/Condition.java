package org.cryptointrinsics.kernel;

/** Whether one {@link Count} is less than another. Like these, it cannot be made of data: no branch of a program depends on them. */
public interface Condition {
}
