package org.cryptointrinsics.substitution.digest;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.linkage.PermutationMethod;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.misc.Unsafe;

/**
 * What is executed before methods of {@code SHA3} and {@code SHA3Parallel} that squeeze (FIPS 202, 4): the extendable-output functions, of which ML-KEM, ML-DSA and EdDSA take most
 * of their bytes.
 */
public final class Sha3Substitutions {

    private static final String SHA3 = "sun.security.provider.SHA3";
    public static final String PARALLEL = "sun.security.provider.SHA3Parallel";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = DigestFamily.MEMBERS;

    private static final Class<?> PARALLEL_CLASS = MEMBERS.type(PARALLEL);
    private static final long BUFFERS = MEMBERS.field(PARALLEL_CLASS, "buffers", byte[][].class);
    private static final long LANES = MEMBERS.field(PARALLEL_CLASS, "lanesArr", long[][].class);
    private static final long BLOCK_SIZE = MEMBERS.field(PARALLEL_CLASS, "blockSize", int.class);

    /** A block of any rate, which leaves a state that absorbs it what it is. */
    private static final byte[] ZEROS = new byte[200];

    private Sha3Substitutions() {
    }

    /** {@code SHA3.keccak}: to permute is to absorb nothing. */
    @MethodSubstitution(value = SHA3, digests = {DigestAlgorithm.SHA3_224, DigestAlgorithm.SHA3_256, DigestAlgorithm.SHA3_384, DigestAlgorithm.SHA3_512,
                    DigestAlgorithm.SHAKE128_256})
    public static boolean keccak(Object digest) {
        CompressMethod kernel = DigestClass.compressMethod(digest);
        return kernel != null && kernel.compress(DigestClass.of(digest).state(digest), ZEROS, Unsafe.ARRAY_BYTE_BASE_OFFSET, 1, null);
    }

    /**
     * {@code SHA3Parallel.squeezeBlock}: permutes two states, and writes a block of each. Where a JDK has four states, C2 has code for them, and those that call it, ML-KEM and
     * ML-DSA, have kernels of their own.
     */
    @MethodSubstitution(value = PARALLEL, unless = "squeezeBlock(I)I", digests = {DigestAlgorithm.SHA3_256, DigestAlgorithm.SHAKE128_256})
    public static int squeezeBlock(Object parallel) {
        long[][] lanes = (long[][]) U.getReference(parallel, LANES);
        byte[][] buffers = (byte[][]) U.getReference(parallel, BUFFERS);
        int block = U.getInt(parallel, BLOCK_SIZE);
        PermutationMethod kernel = DigestClass.permutationMethod(block);
        if (kernel == null || lanes.length != 2 || buffers.length != 2) {
            return -1;
        }
        long[] state = lanes[0];
        long[] otherState = lanes[1];
        byte[] out = buffers[0];
        byte[] otherOut = buffers[1];
        // The application's buffers are the JDK's to refuse.
        if (out == null || out.length < block || otherOut == null || otherOut.length < block || !kernel.permuteTwo(state, otherState)) {
            return -1;
        }
        write(state, out, block);
        write(otherState, otherOut, block);
        return 1;
    }

    private static void write(long[] state, byte[] out, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            Bytes.putLong(out, i, state[i / Long.BYTES]);
        }
    }
}
