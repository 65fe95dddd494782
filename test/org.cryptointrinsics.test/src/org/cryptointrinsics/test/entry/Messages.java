package org.cryptointrinsics.test.entry;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Reference;

/** Digests and ciphertexts of a few messages, which are compared with those of a VM without kernels. */
final class Messages {

    /** The names of intrinsics that are used. */
    static final List<String> DIGESTS = List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256");
    static final String CIPHER = "AES-GCM";
    /** How often each of {@link #DIGESTS}, and {@link #CIPHER} twice, is used in {@link #check}. */
    static final int COUNT = 8;

    private static final int LONGEST = 4096;
    private static final int TAG_BYTES = 16;
    private static final byte[] MESSAGE = Reference.message(LONGEST);
    private static final SecretKeySpec KEY = new SecretKeySpec(MESSAGE, 0, 16, "AES");
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final List<String> expected;

    private Messages(List<String> expected) {
        this.expected = expected;
    }

    /** Prints all results; without kernels. */
    public static final class Plain {

        private Plain() {
        }

        public static void main(String[] arguments) throws GeneralSecurityException {
            for (int i = 0; i < COUNT; i++) {
                System.out.println(results(i));
            }
        }
    }

    /** Writes what is to be expected to a file. */
    static Path write(Path folder) throws Exception {
        return Files.writeString(folder.resolve("expected.txt"), JavaProcess.runPlain(List.of(), Plain.class));
    }

    static Messages read(String file) throws Exception {
        return new Messages(Files.readAllLines(Path.of(file)));
    }

    /** Uses all, and compares; returns when kernels do all the work. */
    void awaitKernels() throws Exception {
        C2.awaitCalls();
        long start = System.nanoTime();
        for (Map<String, Long> before = calls(); !calls().entrySet().stream().allMatch(one -> one.getValue() >= before.get(one.getKey()) + COUNT);) {
            if (System.nanoTime() - start > LONGEST_NANOS) {
                throw new AssertionError("kernels are not called: " + before + ", then " + calls());
            }
            check();
        }
    }

    /** How often kernels were called, by the names of intrinsics. */
    static Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        DIGESTS.forEach(name -> calls.put(name, C2.work(name).calls()));
        calls.put(CIPHER, C2.work(CIPHER).calls());
        return calls;
    }

    void check() throws GeneralSecurityException {
        for (int i = 0; i < COUNT; i++) {
            String results = results(i);
            if (!results.equals(expected.get(i))) {
                throw new AssertionError(results + ", not " + expected.get(i));
            }
        }
    }

    /** Of the message of a number. */
    private static String results(int number) throws GeneralSecurityException {
        int length = LONGEST * (number + 1) / COUNT - number;
        byte[] message = new byte[length];
        System.arraycopy(MESSAGE, number, message, 0, length);
        List<String> results = new ArrayList<>();
        for (String name : DIGESTS) {
            results.add(HexFormat.of().formatHex(MessageDigest.getInstance(name).digest(message)));
        }
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        GCMParameterSpec parameters = new GCMParameterSpec(TAG_BYTES * Byte.SIZE, ByteBuffer.allocate(12).putInt(number).array());
        cipher.init(Cipher.ENCRYPT_MODE, KEY, parameters);
        byte[] encrypted = cipher.doFinal(message);
        cipher.init(Cipher.DECRYPT_MODE, KEY, parameters);
        results.add(HexFormat.of().formatHex(encrypted, Math.max(0, length - 64), length + TAG_BYTES));
        results.add(String.valueOf(MessageDigest.isEqual(message, cipher.doFinal(encrypted))));
        return String.join(" ", results);
    }
}
