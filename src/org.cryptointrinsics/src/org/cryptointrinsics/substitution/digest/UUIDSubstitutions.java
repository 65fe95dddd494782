package org.cryptointrinsics.substitution.digest;

import java.util.UUID;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.HashMethod;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.misc.Unsafe;

/** What is executed before {@code UUID.nameUUIDFromBytes}: no object is made but the result, in which the kernel writes. */
public final class UUIDSubstitutions {

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long MOST = DigestFamily.MEMBERS.field(UUID.class, "mostSigBits", long.class);
    private static final long LEAST = DigestFamily.MEMBERS.field(UUID.class, "leastSigBits", long.class);

    private static final Object INITIAL_STATE = DigestAlgorithm.MD5.initialWords();

    private UUIDSubstitutions() {
    }

    /** {@code UUID.nameUUIDFromBytes}. */
    @MethodSubstitution(value = "java.util.UUID", digests = DigestAlgorithm.MD5)
    public static UUID nameUUIDFromBytes(byte[] name) throws InstantiationException {
        if (!SunProvider.isUnchanged()) {
            SunProvider.leave();
        } else if (SunProvider.isMD5Permitted() && name != null && name.length <= CallLimits.DIGEST_BYTES && LEAST == MOST + Long.BYTES) {
            HashMethod md5 = Intrinsics.first().of(DigestAlgorithm.MD5).hashMethod.get();
            if (md5 != null) {
                UUID result = (UUID) U.allocateInstance(UUID.class);
                if (md5.hash(INITIAL_STATE, name, DigestAlgorithm.MD5.suffix(), result, MOST, DigestAlgorithm.MD5.stateBytes())) {
                    // RFC 9562, 5.3: version 3. The bytes of MD5 are in little-endian order.
                    U.putLong(result, MOST, Long.reverseBytes(U.getLong(result, MOST)) & 0xFFFF_FFFF_FFFF_0FFFL | 0x3000);
                    U.putLong(result, LEAST, Long.reverseBytes(U.getLong(result, LEAST)) & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L);
                    // As after a constructor that sets final fields.
                    U.storeFence();
                    return result;
                }
            }
        }
        return null;
    }
}
