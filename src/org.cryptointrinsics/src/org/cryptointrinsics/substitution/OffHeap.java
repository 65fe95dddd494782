package org.cryptointrinsics.substitution;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import org.cryptointrinsics.kernel.DigestAlgorithm;

/**
 * Compresses blocks outside of the heap. Those may be in a mapped file, which another process may truncate: then HotSpot throws an {@code InternalError} where
 * compiled code of a method reads from it, but crashes in a stub. So here kernels are compiled as methods.
 */
final class OffHeap {

    private static final Map<DigestAlgorithm, Runnable> INSTALLERS = new ConcurrentHashMap<>();
    private static final Set<Thread> REINSTALLING = ConcurrentHashMap.newKeySet();

    private OffHeap() {
    }

    /** Sets what compiles the method for {@code algorithm} if its code is missing. */
    static void installer(DigestAlgorithm algorithm, Runnable installer) {
        INSTALLERS.put(algorithm, installer);
    }

    /**
     * @param digest a {@code DigestBase}
     * @param address of the first block
     * @param length of the data, {@link Digests#CHUNK} at most
     * @return the size of the blocks that were compressed, all of them; 0, and nothing changed, where this is interpreted or there is no kernel for the digest
     */
    static int compress(Object digest, long address, int length) {
        int blocks = length / Digests.BLOCK;
        int longBlocks = length / Digests.LONG_BLOCK;
        if (Digests.isMD5(digest)) {
            return md5(DigestFields.stateOfMD5(digest), address, blocks) ? blocks * Digests.BLOCK : 0;
        }
        if (Digests.isSHA1(digest)) {
            return sha1(DigestFields.stateOfSHA1(digest), address, blocks) ? blocks * Digests.BLOCK : 0;
        }
        if (Digests.isSHA2(digest)) {
            return sha256(DigestFields.stateOfSHA2(digest), address, blocks) ? blocks * Digests.BLOCK : 0;
        }
        if (Digests.isSHA5(digest)) {
            return sha512(DigestFields.stateOfSHA5(digest), address, longBlocks) ? longBlocks * Digests.LONG_BLOCK : 0;
        }
        if (Digests.isSHA3(digest)) {
            long[] state = DigestFields.stateOfSHA3(digest);
            int block = DigestFields.blockSize(digest);
            int blocksOfRate = length / block;
            boolean isDone = switch (block) {
                case 144 -> sha3224(state, address, blocksOfRate);
                case 136 -> sha3256(state, address, blocksOfRate);
                case 104 -> sha3384(state, address, blocksOfRate);
                case 72 -> sha3512(state, address, blocksOfRate);
                case 168 -> shake128256(state, address, blocksOfRate);
                default -> false;
            };
            return isDone ? blocksOfRate * block : 0;
        }
        return 0;
    }

    // The methods for the kernels, named by DigestAlgorithm.identifier().

    private static boolean md5(int[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.MD5, () -> md5(state, address, blocks));
    }

    private static boolean sha1(int[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.SHA_1, () -> sha1(state, address, blocks));
    }

    private static boolean sha256(int[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.SHA_256, () -> sha256(state, address, blocks));
    }

    private static boolean sha512(long[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.SHA_512, () -> sha512(state, address, blocks));
    }

    private static boolean sha3224(long[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.SHA3_224, () -> sha3224(state, address, blocks));
    }

    private static boolean sha3256(long[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.SHA3_256, () -> sha3256(state, address, blocks));
    }

    private static boolean sha3384(long[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.SHA3_384, () -> sha3384(state, address, blocks));
    }

    private static boolean sha3512(long[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.SHA3_512, () -> sha3512(state, address, blocks));
    }

    private static boolean shake128256(long[] state, long address, int blocks) {
        return reinstall(DigestAlgorithm.SHAKE128_256, () -> shake128256(state, address, blocks));
    }

    /**
     * What is executed only where HotSpot threw the code of the kernel away after long disuse, or could not have it, and for the first call after that, which
     * HotSpot still leads to the interpreter. Calls the kernel once more, not again if it is not reached then either, as in a thread that a debugger steps.
     */
    private static boolean reinstall(DigestAlgorithm algorithm, BooleanSupplier kernel) {
        Runnable installer = INSTALLERS.get(algorithm);
        if (installer == null || !REINSTALLING.add(Thread.currentThread())) {
            return false;
        }
        try {
            installer.run();
            return kernel.getAsBoolean();
        } finally {
            REINSTALLING.remove(Thread.currentThread());
        }
    }
}
