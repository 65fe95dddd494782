package org.cryptointrinsics.substitution;

import java.util.EnumMap;
import java.util.Map;

import org.cryptointrinsics.kernel.DigestAlgorithm;

/**
 * Compresses blocks outside of the heap. Those may be in a mapped file, which another process may truncate: then HotSpot throws an {@code InternalError} where
 * compiled code of a method reads from it, but crashes in a stub. So here kernels are compiled as methods.
 */
final class OffHeap {

    private static final Map<DigestAlgorithm, Runnable> INSTALLERS = new EnumMap<>(DigestAlgorithm.class);

    private OffHeap() {
    }

    /** Sets what compiles the method for {@code algorithm} if its code is missing. */
    static synchronized void installer(DigestAlgorithm algorithm, Runnable installer) {
        INSTALLERS.put(algorithm, installer);
    }

    /**
     * @param digest a {@code DigestBase}
     * @param address of the first block
     * @return whether it was done; false, and nothing changed, if there is no kernel for the digest
     */
    static boolean compress(Object digest, long address, int blocks) {
        if (DigestFields.isMD5(digest)) {
            return md5(DigestFields.stateOfMD5(digest), address, blocks);
        }
        if (DigestFields.isSHA2(digest)) {
            return sha256(DigestFields.stateOfSHA2(digest), address, blocks);
        }
        return false;
    }

    /** This body is executed only where there is no kernel: it is off, or HotSpot threw its code away after long disuse. */
    private static boolean md5(int[] state, long address, int blocks) {
        return install(DigestAlgorithm.MD5);
    }

    private static boolean sha256(int[] state, long address, int blocks) {
        return install(DigestAlgorithm.SHA_256);
    }

    private static synchronized boolean install(DigestAlgorithm algorithm) {
        Runnable installer = INSTALLERS.get(algorithm);
        if (installer != null) {
            installer.run();
        }
        return false;
    }
}
