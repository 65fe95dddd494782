package org.cryptointrinsics.test;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.UUID;

/** Calls of the methods that ask the providers for a digest, MD5 unless another name is set. Each is compiled by itself. */
public final class Sites {

    // What is not constant where it is given.
    public static String name = "MD5";
    public static String nameOfProvider = "SUN";
    public static Provider provider = Security.getProvider("SUN");

    private Sites() {
    }

    public static MessageDigest getNamed() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(name);
    }

    public static MessageDigest getNamedOfSun() throws GeneralSecurityException {
        return MessageDigest.getInstance(name, "SUN");
    }

    public static MessageDigest getNamedOfNamed() throws GeneralSecurityException {
        return MessageDigest.getInstance(name, nameOfProvider);
    }

    public static MessageDigest getNamedOfProvider() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(name, provider);
    }

    public static byte[] hashNamed(byte[] message) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(name).digest(message);
    }

    public static byte[] hashNamedOfSun(byte[] message) throws GeneralSecurityException {
        return MessageDigest.getInstance(name, "SUN").digest(message);
    }

    public static byte[] hashNamedOfNamed(byte[] message) throws GeneralSecurityException {
        return MessageDigest.getInstance(name, nameOfProvider).digest(message);
    }

    public static byte[] hashNamedOfProvider(byte[] message) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(name, provider).digest(message);
    }

    public static MessageDigest getMD5() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("MD5");
    }

    public static byte[] hashMD5(byte[] message) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("MD5").digest(message);
    }

    public static UUID name(byte[] name) {
        return UUID.nameUUIDFromBytes(name);
    }

    public static long leastBits(byte[] name) {
        return UUID.nameUUIDFromBytes(name).getLeastSignificantBits();
    }

    /** Calls with the names of other digests. */
    public static final class OfOthers {

        private OfOthers() {
        }

        public static MessageDigest getSHA1() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-1");
        }

        public static MessageDigest getSHA224() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-224");
        }

        public static MessageDigest getSHA256() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("sha-256");
        }

        public static MessageDigest getSHA384() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-384");
        }

        public static MessageDigest getSHA512() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512");
        }

        public static MessageDigest getSHA512of256() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512/256");
        }

        public static byte[] hashSHA1(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-1").digest(message);
        }

        public static byte[] hashSHA256(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256").digest(message);
        }

        public static byte[] hashSHA512(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512").digest(message);
        }

        public static byte[] hashSHAKE128(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHAKE128-256").digest(message);
        }

        /** Gives the digest, which is made by deoptimization, if that is no message. */
        public static Object hashSHA3of256(Object message) throws NoSuchAlgorithmException {
            MessageDigest digest = MessageDigest.getInstance("SHA3-256");
            byte[] bytes;
            try {
                bytes = (byte[]) message;
            } catch (ClassCastException e) {
                return digest;
            }
            return digest.digest(bytes);
        }
    }
}
