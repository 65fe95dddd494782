package org.cryptointrinsics.test;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.UUID;

/** Calls of the methods that ask the providers for a digest, MD5 unless another name is set. Each is compiled by itself. */
final class Sites {

    // What is not constant where it is given.
    static String name = "MD5";
    static String nameOfProvider = "SUN";
    static Provider provider = Security.getProvider("SUN");

    private Sites() {
    }

    static MessageDigest getNamed() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(name);
    }

    static MessageDigest getNamedOfSun() throws GeneralSecurityException {
        return MessageDigest.getInstance(name, "SUN");
    }

    static MessageDigest getNamedOfNamed() throws GeneralSecurityException {
        return MessageDigest.getInstance(name, nameOfProvider);
    }

    static MessageDigest getNamedOfProvider() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(name, provider);
    }

    static byte[] hashNamed(byte[] message) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(name).digest(message);
    }

    static byte[] hashNamedOfSun(byte[] message) throws GeneralSecurityException {
        return MessageDigest.getInstance(name, "SUN").digest(message);
    }

    static byte[] hashNamedOfNamed(byte[] message) throws GeneralSecurityException {
        return MessageDigest.getInstance(name, nameOfProvider).digest(message);
    }

    static byte[] hashNamedOfProvider(byte[] message) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance(name, provider).digest(message);
    }

    static MessageDigest getMD5() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("MD5");
    }

    static byte[] hashMD5(byte[] message) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("MD5").digest(message);
    }

    static UUID name(byte[] name) {
        return UUID.nameUUIDFromBytes(name);
    }

    static long leastBits(byte[] name) {
        return UUID.nameUUIDFromBytes(name).getLeastSignificantBits();
    }

    /** Calls with the names of other digests. */
    static final class OfOthers {

        private OfOthers() {
        }

        static MessageDigest getSHA1() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-1");
        }

        static MessageDigest getSHA224() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-224");
        }

        static MessageDigest getSHA256() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("sha-256");
        }

        static MessageDigest getSHA384() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-384");
        }

        static MessageDigest getSHA512() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512");
        }

        static MessageDigest getSHA512of224() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512/224");
        }

        static MessageDigest getSHA512of256() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512/256");
        }

        static byte[] hashSHA1(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-1").digest(message);
        }

        static byte[] hashSHA256(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256").digest(message);
        }

        static byte[] hashSHA512(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512").digest(message);
        }

        static byte[] hashSHAKE128(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHAKE128-256").digest(message);
        }

        /** Gives the digest, which is made by deoptimization, if that is no message. */
        static Object hashSHA3of256(Object message) throws NoSuchAlgorithmException {
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
