package org.cryptointrinsics.substitution;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.cryptointrinsics.kernel.DigestAlgorithm;

/**
 * A static method that is executed before one of the JDK, and does its work or leaves it to that. It has the name of the JDK's method, and takes the same: the receiver first, if
 * there is one. Where the JDK's class is not one that anybody may name, a parameter or result is an {@code Object}.
 *
 * <table>
 * <caption>What it returns</caption>
 * <tr><th>the JDK's method returns</th><th>this one</th></tr>
 * <tr><td>nothing</td><td>whether it has done the work</td></tr>
 * <tr><td>a {@code boolean}</td><td>0 or 1, or what is negative where the work is left to the JDK's method</td></tr>
 * <tr><td>an {@code int} that is never negative</td><td>that, or what is negative</td></tr>
 * <tr><td>an object</td><td>that, or null</td></tr>
 * </table>
 *
 * What has done nothing must leave the work to the JDK's method; what has done a part of it may call that with the rest. Which these methods are is derived from this:
 * {@link SubstitutedMethod}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface MethodSubstitution {

    /** The name of the JDK's class. */
    String value();

    /**
     * The name and the descriptor of the method that some JDKs have instead, as {@code squeezeBlock(I)I}: there, nothing is substituted. By default, there is no such JDK.
     */
    String unless() default "";

    /** The digests whose kernels it may call. By default, those of digests may call the kernel of any, and others none. */
    DigestAlgorithm[] digests() default {};

    /** Whether it does nothing if one of {@link #digests} has no kernel; by default, if none of them has. */
    boolean needsAll() default false;
}
