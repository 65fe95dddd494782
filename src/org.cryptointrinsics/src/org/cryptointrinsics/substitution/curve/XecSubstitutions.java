package org.cryptointrinsics.substitution.curve;

import java.math.BigInteger;
import java.util.Arrays;

import org.cryptointrinsics.kernel.curve25519.CurveFunction;
import org.cryptointrinsics.linkage.FunctionMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.misc.Unsafe;

/**
 * The multiplication of a point by a number, with X25519 (RFC 7748). X448 is left to the JDK, and so is what is no number of 255 bits.
 *
 * <p>The JDK's methods change what they are given: they prune {@code k}, and clear the highest bit of {@code u}. So do these.
 */
public final class XecSubstitutions {

    static final String OPERATIONS = "sun.security.ec.XECOperations";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = XecFamily.MEMBERS;

    private static final Class<?> PARAMETERS_TYPE = MEMBERS.type("sun.security.ec.XECParameters");
    private static final long PARAMETERS = MEMBERS.field(MEMBERS.type(OPERATIONS), "params", PARAMETERS_TYPE);
    private static final long BITS = MEMBERS.field(PARAMETERS_TYPE, "bits", int.class);

    /** Those of X25519. X448 has more. */
    private static final int BITS_OF_X25519 = 255;
    private static final int BYTES = 32;
    /** Section 6.1. */
    private static final BigInteger BASE_POINT = BigInteger.valueOf(9);

    private static final OnDemand<FunctionMethod> X25519 = Intrinsics.first().x25519().method(CurveFunction.X25519);

    private XecSubstitutions() {
    }

    /** {@code XECOperations.computePublic}. */
    @MethodSubstitution(OPERATIONS)
    public static BigInteger computePublic(Object operations, byte[] k) {
        byte[] product = product(operations, k, BASE_POINT);
        return product == null ? null : new BigInteger(1, reversed(product));
    }

    /** {@code XECOperations.encodedPointMultiply}, of a number. */
    @MethodSubstitution(OPERATIONS)
    public static byte[] encodedPointMultiply(Object operations, byte[] k, BigInteger u) {
        return product(operations, k, u);
    }

    /** {@code XECOperations.encodedPointMultiply}, of what is encoded. */
    @MethodSubstitution(OPERATIONS)
    public static byte[] encodedPointMultiply(Object operations, byte[] k, byte[] u) {
        if (!isX25519(operations) || !isNumber(k) || !isNumber(u) || k == u) {
            return null;
        }
        byte[] product = product(k, u);
        if (product != null) {
            prune(k);
            u[BYTES - 1] &= 0x7F;
        }
        return product;
    }

    private static byte[] product(Object operations, byte[] k, BigInteger u) {
        if (!isX25519(operations) || !isNumber(k) || u == null || u.signum() < 0 || u.bitLength() > BITS_OF_X25519) {
            return null;
        }
        byte[] product = product(k, encoded(u));
        if (product != null) {
            prune(k);
        }
        return product;
    }

    private static byte[] product(byte[] k, byte[] u) {
        FunctionMethod kernel = X25519.get();
        byte[] product = new byte[BYTES];
        return kernel != null && kernel.apply(product, k, u, null) ? product : null;
    }

    private static boolean isX25519(Object operations) {
        return U.getInt(U.getReference(operations, PARAMETERS), BITS) == BITS_OF_X25519;
    }

    /** What is none is the JDK's to refuse. */
    private static boolean isNumber(byte[] encoded) {
        return encoded != null && encoded.length == BYTES;
    }

    /** As decodeScalar25519 (section 5) does. */
    private static void prune(byte[] k) {
        k[0] &= (byte) 0xF8;
        k[BYTES - 1] = (byte) (k[BYTES - 1] & 0x7F | 0x40);
    }

    /** In little-endian order, as all here (section 5); of up to 255 bits there are 32 bytes at most. */
    private static byte[] encoded(BigInteger number) {
        return Arrays.copyOf(reversed(number.toByteArray()), BYTES);
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
