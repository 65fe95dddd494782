package org.cryptointrinsics.bench;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.UUID;

import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * The classes of the JDK, with its own providers or another one. Digest, output and the like are reused, so that nothing else is measured.
 */
public class DigestBenchmark extends Message {

    private MessageDigest digest;
    private byte[] output;
    private Mac mac;
    private SecretKeyFactory factory;

    @Override
    void open(Work work) throws GeneralSecurityException, ReflectiveOperationException {
        installProvider();
        Provider used = switch (work) {
            case HMAC -> {
                mac = Mac.getInstance(nameOfHmac());
                mac.init(new SecretKeySpec(key, nameOfHmac()));
                yield mac.getProvider();
            }
            case PBKDF2 -> {
                factory = SecretKeyFactory.getInstance("PBKDF2With" + nameOfHmac());
                yield factory.getProvider();
            }
            default -> {
                digest = MessageDigest.getInstance(algorithm);
                output = new byte[digest.getDigestLength()];
                yield digest.getProvider();
            }
        };
        require(work, used);
    }

    private String nameOfHmac() {
        return "Hmac" + algorithm.replace("SHA-", "SHA");
    }

    @Override
    Object run(Work work) throws GeneralSecurityException {
        return switch (work) {
            case HEAP -> digestHeap();
            case DIRECT -> digestDirect();
            case DIGEST -> digest();
            case INSTANCE -> getInstanceAndDigest();
            case UUID -> nameUUIDFromBytes();
            case HMAC -> hmac();
            case PBKDF2 -> pbkdf2();
            case UPDATE -> {
                updateDirect();
                yield null;
            }
            default -> throw lacks(work);
        };
    }

    /** A whole message, in an array. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] digestHeap() throws GeneralSecurityException {
        digest.update(array);
        digest.digest(output, 0, output.length);
        return output;
    }

    /** A whole message, in a direct buffer. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] digestDirect() throws GeneralSecurityException {
        digest.update(direct.rewind());
        digest.digest(output, 0, output.length);
        return output;
    }

    /** A whole message, in an array; the digest is a new array. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] digest() {
        return digest.digest(array);
    }

    /** The same, with an object of its own. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] getInstanceAndDigest() throws GeneralSecurityException {
        return MessageDigest.getInstance(algorithm).digest(array);
    }

    /** A UUID of a name, which the JDK makes by MD5. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public UUID nameUUIDFromBytes() {
        return UUID.nameUUIDFromBytes(array);
    }

    /** The authentication code of a message, with a reused key. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] hmac() {
        return mac.doFinal(array);
    }

    /** A key from a password; the length is the number of iterations. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public byte[] pbkdf2() throws GeneralSecurityException {
        return factory.generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), salt, size, BITS_OF_KEY)).getEncoded();
    }

    /** A part of a message that does not end, in a direct buffer. */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void updateDirect() {
        digest.update(direct.rewind());
    }
}
