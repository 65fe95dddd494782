package org.cryptointrinsics.test.entry;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.substitution.digest.JdkDigest;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.cipher.NotRandom;
import org.cryptointrinsics.test.tls.Engines;

/**
 * A program that makes every call that there are kernels for, prints what comes of each, and tells where kernels did less of it than they can. With an argument, it first waits for
 * kernels.
 */
public final class EveryCall {

    /** Begins a line of a call that kernels did not do. */
    static final String MISSED = "missed ";
    static final String END = "all calls made: ";

    private static final int[] LENGTHS = {0, 1, 16, 55, 64, 111, 128, 1000, 1350, 4096, 40_000, 300_000};
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int LEAST_CTR = 512;
    /** A kernel for digests is called twice for it. Longer ones are for AES-GCM. */
    private static final int LONGEST_DIGESTED = 40_000;
    private static final int AAD_BYTES = 13;
    private static final int WARM = 3;
    private static final int WARM_LENGTH = 40_000;
    private static final int MOST_ATTEMPTS = 3;
    /** More IVs than are needed before. */
    private static final int MEASURED = 1_000_000_000;

    private final boolean isCounted;
    private final Arena arena = Arena.ofShared();
    private int calls;
    private int iv;
    private int warmIv;

    private EveryCall(boolean isCounted) {
        this.isCounted = isCounted;
    }

    /** Makes a call with a message. */
    @FunctionalInterface
    private interface Form {
        byte[] call(byte[] message) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        EveryCall every = new EveryCall(arguments.length != 0);
        for (JdkDigest digest : JdkDigest.values()) {
            every.digests(digest);
        }
        every.others();
        every.ciphers();
        every.records();
        System.out.println(END + every.calls);
    }

    /** Makes calls that no kernel is called for. */
    private void make(String name, Form form) throws Exception {
        for (int i = 0; i < LENGTHS.length; i++) {
            make(name, i, form);
        }
    }

    private void make(String name, int lengthIndex, Form form) throws Exception {
        // Each call has IVs of its own, which do not depend on how many were made before.
        iv = MEASURED + lengthIndex * 10;
        byte[] result = form.call(Reference.message(LENGTHS[lengthIndex]));
        calls++;
        System.out.println(name + " " + LENGTHS[lengthIndex] + " " + HexFormat.of().formatHex(result.length > 80 ? MessageDigest.getInstance("SHA-384").digest(result) : result));
    }

    /**
     * Makes calls that kernels do all of, or are at least called for.
     *
     * @param least the length of the shortest such message
     * @param blocks how many blocks a message has, or null if it is enough that they are called
     */
    private void make(String name, String intrinsic, int least, IntUnaryOperator blocks, Form form) throws Exception {
        long start = System.nanoTime();
        for (int done = 0; isCounted && done < WARM;) {
            Work before = C2.work(intrinsic);
            iv = warmIv += 10;
            form.call(Reference.message(WARM_LENGTH));
            iv += 5;
            form.call(Reference.message(least + 1));
            if (C2.work(intrinsic).calls() - before.calls() >= 2) {
                done++;
            } else if (System.nanoTime() - start > LONGEST_NANOS) {
                throw new AssertionError("no kernel is called for " + name);
            } else {
                Thread.sleep(10);
            }
        }
        for (int i = 0; i < LENGTHS.length && (intrinsic.equals("AES-GCM") || LENGTHS[i] <= LONGEST_DIGESTED); i++) {
            Work work = make(name, intrinsic, i, form);
            // Others may digest meanwhile, and HotSpot may throw code away.
            for (int j = 1; isMissed(intrinsic, least, blocks, i, work) && j < MOST_ATTEMPTS; j++) {
                Work before = C2.work(intrinsic);
                iv = warmIv += 10;
                form.call(Reference.message(LENGTHS[i]));
                work = C2.work(intrinsic).minus(before);
            }
            if (isMissed(intrinsic, least, blocks, i, work)) {
                System.out.println(MISSED + name + " " + LENGTHS[i] + ": " + work);
            }
        }
    }

    private Work make(String name, String intrinsic, int lengthIndex, Form form) throws Exception {
        Work before = C2.work(intrinsic);
        make(name, lengthIndex, form);
        return C2.work(intrinsic).minus(before);
    }

    private boolean isMissed(String intrinsic, int least, IntUnaryOperator blocks, int lengthIndex, Work work) {
        int expected = blocks == null ? 0 : blocks.applyAsInt(LENGTHS[lengthIndex]);
        // Names of temporary files are random numbers, which are made with SHA-1.
        boolean isDone = work.calls() > 0 && (blocks == null || work.blocks() == expected || intrinsic.equals("SHA-1") && work.blocks() > expected);
        return isCounted && LENGTHS[lengthIndex] >= least && !isDone;
    }

    private void digests(JdkDigest jdk) throws Exception {
        DigestAlgorithm algorithm = jdk.algorithm();
        String name = jdk.standardName();
        String kernel = algorithm.standardName();
        IntUnaryOperator blocks = blocks(algorithm);
        MessageDigest digest = MessageDigest.getInstance(name);
        digest(name + ".digest(byte[])", kernel, blocks, digest::digest);
        digest(name + ".update(byte[])", kernel, blocks, message -> {
            digest.update(message);
            return digest.digest();
        });
        digest(name + ".update(byte)", kernel, blocks, message -> {
            for (byte one : message) {
                digest.update(one);
            }
            return digest.digest();
        });
        digest(name + ".update in parts, digest into an array", kernel, blocks, message -> {
            int half = message.length / 3;
            digest.update(message, 0, half);
            digest.update(message, half, message.length - half);
            byte[] result = new byte[digest.getDigestLength() + 2];
            digest.digest(result, 1, digest.getDigestLength());
            return result;
        });
        digest(name + ".update(direct)", kernel, blocks, message -> update(digest, ByteBuffer.allocateDirect(message.length).put(0, message)));
        digest(name + ".update(heap)", kernel, blocks, message -> update(digest, ByteBuffer.wrap(message)));
        digest(name + ".update(read-only)", kernel, blocks, message -> update(digest, ByteBuffer.wrap(message).asReadOnlyBuffer()));
        digest(name + ".update(segment)", kernel, blocks, message -> update(digest, arena.allocateFrom(ValueLayout.JAVA_BYTE, message).asByteBuffer()));
        digest(name + ".update(mapped)", kernel, blocks, message -> update(digest, map(message)));
        Method reflected = MessageDigest.class.getMethod("digest", byte[].class);
        digest(name + ".digest(byte[]) by reflection", kernel, blocks, message -> (byte[]) reflected.invoke(digest, (Object) message));
        MethodHandle handle = MethodHandles.publicLookup().unreflect(reflected).bindTo(digest);
        digest(name + ".digest(byte[]) by a method handle", kernel, blocks, message -> invoke(handle, message));
        digest(name + ".clone", kernel, blocks, message -> {
            digest.update(message);
            MessageDigest clone = (MessageDigest) digest.clone();
            digest.reset();
            return clone.digest();
        });
    }

    /** How many blocks a message has, with its padding and its length. */
    private static IntUnaryOperator blocks(DigestAlgorithm algorithm) {
        return length -> (length + algorithm.lengthBytes()) / algorithm.blockBytes() + 1;
    }

    private void digest(String name, String kernel, IntUnaryOperator blocks, Form form) throws Exception {
        make(name, kernel, 0, blocks, form);
    }

    private static byte[] invoke(MethodHandle handle, byte[] message) {
        try {
            return (byte[]) handle.invokeExact(message);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] update(MessageDigest digest, ByteBuffer buffer) {
        digest.update(buffer);
        return digest.digest();
    }

    private ByteBuffer map(byte[] message) throws Exception {
        Path file = Files.createTempFile(JavaProcess.FOLDER, "every-call", null);
        try (FileChannel channel = FileChannel.open(Files.write(file, message), StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, message.length, arena).asByteBuffer();
        } finally {
            Files.delete(file);
        }
    }

    private void others() throws Exception {
        for (String hash : new String[]{"MD5", "SHA1", "SHA256", "SHA384", "SHA512", "SHA3-256"}) {
            Mac mac = Mac.getInstance("Hmac" + hash);
            mac.init(new SecretKeySpec(Reference.message(20), "key"));
            String kernel = hash.equals("SHA384") ? "SHA-512" : hash.matches("SHA\\d+") ? hash.replace("SHA", "SHA-") : hash;
            make("Hmac" + hash + ".doFinal(byte[])", kernel, 0, null, mac::doFinal);
            make("Hmac" + hash + ".update(direct)", kernel, 0, null, message -> {
                mac.update(ByteBuffer.allocateDirect(message.length).put(0, message));
                return mac.doFinal();
            });
        }
        for (String hash : new String[]{"SHA1", "SHA256", "SHA512"}) {
            SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmac" + hash);
            make("PBKDF2 " + hash, hash.replace("SHA", "SHA-"), 0, null, message -> factory.generateSecret(
                            new PBEKeySpec(HexFormat.of().formatHex(message, 0, message.length % 100).toCharArray(), Arrays.copyOf(message, 9), 700, 400)).getEncoded());
        }
        Signature ed448 = Signature.getInstance("Ed448");
        KeyPairGenerator keys = KeyPairGenerator.getInstance("Ed448");
        keys.initialize(NamedParameterSpec.ED448, new NotRandom());
        ed448.initSign(keys.generateKeyPair().getPrivate());
        make("Ed448", "SHA3-256", 0, null, message -> {
            ed448.update(message);
            return ed448.sign();
        });
        KeyPairGenerator mlKem = KeyPairGenerator.getInstance("ML-KEM");
        mlKem.initialize(NamedParameterSpec.ML_KEM_768, new NotRandom());
        make("ML-KEM-768 keys", "SHAKE128-256", 0, null, _ -> mlKem.generateKeyPair().getPublic().getEncoded());
        make("ML-KEM-768 keys, polynomials", "ML-KEM", 0, null, _ -> mlKem.generateKeyPair().getPrivate().getEncoded());
        KeyPairGenerator mlDsa = KeyPairGenerator.getInstance("ML-DSA");
        mlDsa.initialize(NamedParameterSpec.ML_DSA_44, new NotRandom());
        Signature signature = Signature.getInstance("ML-DSA");
        signature.initSign(mlDsa.generateKeyPair().getPrivate(), new NotRandom());
        make("ML-DSA-44", "ML-DSA", 0, null, message -> {
            signature.update(message);
            return signature.sign();
        });
        KeyPairGenerator x25519 = KeyPairGenerator.getInstance("X25519");
        x25519.initialize(NamedParameterSpec.X25519, new NotRandom());
        make("X25519 keys", "X25519", 0, null, _ -> x25519.generateKeyPair().getPublic().getEncoded());
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        make("X25519 agreement", "X25519", 0, null, _ -> {
            agreement.init(x25519.generateKeyPair().getPrivate());
            agreement.doPhase(x25519.generateKeyPair().getPublic(), true);
            return agreement.generateSecret();
        });
        digest("UUID.nameUUIDFromBytes", "MD5", blocks(DigestAlgorithm.MD5), message -> UUID.nameUUIDFromBytes(message).toString().getBytes());
    }

    private void ciphers() throws Exception {
        for (int keyBytes : new int[]{16, 24, 32}) {
            SecretKeySpec key = new SecretKeySpec(Reference.message(keyBytes), "AES");
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            String name = "AES-GCM " + keyBytes * Byte.SIZE;
            aesGcm(name + ".doFinal(byte[])", message -> init(cipher, key).doFinal(message));
            aesGcm(name + ".doFinal(byte[], int, int)", message -> init(cipher, key).doFinal(message, message.length / 3, message.length - message.length / 3));
            aesGcm(name + ".doFinal(..., byte[])", message -> {
                byte[] out = new byte[message.length + 20];
                init(cipher, key).doFinal(message, 0, message.length, out);
                return out;
            });
            aesGcm(name + ".doFinal(..., byte[], int)", message -> {
                byte[] out = new byte[message.length + 20];
                init(cipher, key).doFinal(message, 0, message.length, out, 3);
                return out;
            });
            for (boolean isDirectIn : new boolean[]{false, true}) {
                for (boolean isDirectOut : new boolean[]{false, true}) {
                    aesGcm(name + ".doFinal(" + (isDirectIn ? "direct" : "heap") + ", " + (isDirectOut ? "direct" : "heap") + ")", message -> {
                        ByteBuffer in = isDirectIn ? ByteBuffer.allocateDirect(message.length).put(0, message) : ByteBuffer.wrap(message);
                        ByteBuffer out = isDirectOut ? ByteBuffer.allocateDirect(message.length + 16) : ByteBuffer.allocate(message.length + 16);
                        init(cipher, key).doFinal(in, out);
                        byte[] result = new byte[out.flip().remaining()];
                        out.get(result);
                        return result;
                    });
                }
            }
            Cipher decryption = Cipher.getInstance("AES/GCM/NoPadding");
            aesGcm(name + ", decryption", message -> {
                byte[] encrypted = init(cipher, key).doFinal(message);
                decryption.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, cipher.getIV()));
                decryption.updateAAD(Reference.message(AAD_BYTES));
                return decryption.doFinal(encrypted);
            });
            make(name + " in parts", "AES-GCM", 2048, null, message -> {
                init(cipher, key);
                byte[] first = cipher.update(message, 0, message.length / 2);
                byte[] last = cipher.doFinal(message, message.length / 2, message.length - message.length / 2);
                return first == null ? last : HexFormat.of().parseHex(HexFormat.of().formatHex(first) + HexFormat.of().formatHex(last));
            });
            Cipher ctr = Cipher.getInstance("AES/CTR/NoPadding");
            ctr.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(Reference.message(16)));
            make("AES/CTR " + keyBytes * Byte.SIZE, "AES-GCM", 2 * LEAST_CTR, null, ctr::doFinal);
        }
        for (String other : new String[]{"DESede/CTR/NoPadding", "Blowfish/CTR/NoPadding", "AES/CBC/PKCS5Padding"}) {
            int blockBytes = other.startsWith("AES") ? 16 : 8;
            SecretKeySpec key = new SecretKeySpec(Reference.message(other.startsWith("DES") ? 24 : 16), other.substring(0, other.indexOf('/')));
            Cipher cipher = Cipher.getInstance(other);
            cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(Reference.message(blockBytes)));
            make(other, cipher::doFinal);
        }
        List<Boolean> equal = new ArrayList<>();
        make("MessageDigest.isEqual", message -> {
            equal.add(MessageDigest.isEqual(message, message.clone()));
            byte[] other = message.clone();
            if (other.length != 0) {
                other[other.length - 1] ^= 1;
            }
            return new byte[]{(byte) (equal.getLast() ? 1 : 0), (byte) (MessageDigest.isEqual(message, other) ? 1 : 0)};
        });
    }

    private void aesGcm(String name, Form form) throws Exception {
        make(name, "AES-GCM", 0, null, form);
    }

    private void records() throws Exception {
        for (String suite : new String[]{"TLS_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"}) {
            Engines engines = new Engines(suite);
            for (IntFunction<ByteBuffer> allocation : List.<IntFunction<ByteBuffer>> of(ByteBuffer::allocate, ByteBuffer::allocateDirect)) {
                make(suite + (allocation.apply(0).isDirect() ? ", direct" : ", heap"), "AES-GCM", 1, null, message -> engines.send(message, allocation));
            }
        }
    }

    private Cipher init(Cipher cipher, SecretKeySpec key) throws GeneralSecurityException {
        byte[] bytes = ByteBuffer.allocate(12).putInt(iv++).array();
        cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, bytes));
        cipher.updateAAD(Reference.message(AAD_BYTES));
        return cipher;
    }
}
