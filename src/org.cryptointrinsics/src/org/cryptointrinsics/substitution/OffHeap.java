package org.cryptointrinsics.substitution;

/**
 * Compresses blocks outside of the heap. Those may be in a mapped file, which another process may truncate: then HotSpot throws an {@code InternalError} where
 * compiled code of a method reads from it, but crashes in a stub. So here kernels are compiled as methods. Where they are not, nothing is done.
 */
final class OffHeap {

    private OffHeap() {
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

    private static boolean md5(int[] state, long address, int blocks) {
        return false;
    }

    private static boolean sha256(int[] state, long address, int blocks) {
        return false;
    }
}
