package org.cryptointrinsics.selection;

/**
 * Why classes of the JDK do not suit intrinsics.
 *
 * @param off which are off, as the line that tells it begins
 */
public record Misfit(String off, String reason) {
}
