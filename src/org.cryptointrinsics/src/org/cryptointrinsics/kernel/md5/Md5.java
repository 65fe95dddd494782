package org.cryptointrinsics.kernel.md5;

import java.util.List;

import org.cryptointrinsics.kernel.Kernel;

/** The variants of MD5. */
public final class Md5 {

    private Md5() {
    }

    /** The best one first. */
    public static List<Kernel> variants() {
        return List.of(new Scalar());
    }
}
