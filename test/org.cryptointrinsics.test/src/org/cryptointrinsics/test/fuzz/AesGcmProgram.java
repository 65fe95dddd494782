package org.cryptointrinsics.test.fuzz;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.LittleStack;
import org.cryptointrinsics.test.cipher.AesGcmReference;

/** Random uses of AES-GCM, with keys and parameters of other classes, too. */
final class AesGcmProgram implements Program {

    private static final int LONGEST = 20_000;
    private static final int[] BOUNDARIES = {16, 32, 64, 128, 256, 512, 1024, 2048};
    private static final int TAG_BYTES = 16;
    private static final int LIMIT = AesGcmReference.LONGEST_PART;
    private static final int MARGIN = 32;
    private static final int CAPACITY = 2 * (LIMIT + 4 * MARGIN);
    private static final byte[] POOL = new byte[2 * CAPACITY];

    static {
        new Random(CAPACITY).nextBytes(POOL);
    }

    /** Where messages lie. Both buffers are of all the memory. */
    private final byte[] array = new byte[CAPACITY];
    private final byte[] otherArray = new byte[CAPACITY];
    private final ByteBuffer[] memories = {ByteBuffer.wrap(array), ByteBuffer.wrap(otherArray), ByteBuffer.allocateDirect(CAPACITY), ByteBuffer.allocateDirect(CAPACITY),
                    Arena.ofAuto().allocate(CAPACITY).asByteBuffer(), MemorySegment.ofArray(new byte[CAPACITY]).asByteBuffer()};

    private final Cipher encryption;
    private final Cipher decryption;
    private Random random;
    private Transcript transcript;
    private long initializations;
    /** What comes next depends on what was compiled: after a wrong tag the JDK goes on with some counter, and after others it has parts that are not in place. */
    private boolean isByChance;

    AesGcmProgram() throws Exception {
        encryption = Cipher.getInstance(AesGcmReference.ALGORITHM, AesGcmReference.PROVIDER);
        decryption = Cipher.getInstance(AesGcmReference.ALGORITHM, AesGcmReference.PROVIDER);
    }

    @Override
    public List<String> sites() {
        return List.of("init", "doFinal");
    }

    /** Messages with the same key. */
    @Override
    public void play(Random numbers, Transcript notes) throws Exception {
        random = numbers;
        transcript = notes;
        for (ByteBuffer memory : memories) {
            memory.clear();
        }
        SecretKeySpec key = new SecretKeySpec(bytes(16 + 8 * random.nextInt(3)), "AES");
        int messages = random.nextInt(4) == 0 ? 2 + random.nextInt(3) : 1;
        for (int i = 0; i < messages; i++) {
            if (random.nextInt(6) == 0) {
                playWithOpenParameters(key);
            } else {
                play(key);
            }
        }
    }

    /** The application and the cipher have the same IV until another initialization. */
    private void playWithOpenParameters(SecretKeySpec key) throws Exception {
        byte[] own = bytes(12);
        byte[] plaintext = bytes(random.nextInt(100));
        init(encryption, Cipher.ENCRYPT_MODE, key, otherParameters());
        init(encryption, Cipher.ENCRYPT_MODE, key, new OpenParameters(own));
        for (int steps = 2 + random.nextInt(8); steps > 0; steps--) {
            try {
                switch (random.nextInt(8)) {
                    case 0 -> init(encryption, Cipher.ENCRYPT_MODE, key, new OpenParameters(own));
                    case 1, 2 -> init(encryption, random.nextInt(3) == 0 ? Cipher.DECRYPT_MODE : Cipher.ENCRYPT_MODE, key, otherParameters());
                    case 3 -> System.arraycopy(bytes(12), 0, own, 0, own.length);
                    case 4 -> encryption.updateAAD(random.nextBoolean() ? own : plaintext);
                    case 5 -> {
                        ByteBuffer iv = ByteBuffer.allocate(12).putInt(random.nextInt());
                        LittleStack.run(() -> {
                            iv.putLong(4, iv.getLong(4) - 1);
                            init(encryption, Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(Byte.SIZE * TAG_BYTES, iv.array()));
                            doFinal(encryption, plaintext);
                        });
                        // Nobody knows how far it came.
                        init(encryption, Cipher.ENCRYPT_MODE, key, otherParameters());
                    }
                    default -> {
                        transcript.note(doFinal(encryption, plaintext));
                        transcript.note(doFinal(encryption, plaintext, 0, plaintext.length));
                    }
                }
            } catch (RuntimeException | GeneralSecurityException e) {
                transcript.note(e.toString());
                if (e instanceof AEADBadTagException) {
                    // It would go on with some counter.
                    init(encryption, Cipher.ENCRYPT_MODE, key, otherParameters());
                }
            }
            transcript.note(own);
            transcript.note(plaintext);
            transcript.note(encryption.getIV());
        }
    }

    /** With an IV that was not used before. */
    private GCMParameterSpec otherParameters() {
        return new GCMParameterSpec(Byte.SIZE * TAG_BYTES, ByteBuffer.allocate(12).putLong(++initializations).array());
    }

    /** They give their array away. */
    private static final class OpenParameters extends GCMParameterSpec {

        private final byte[] own;

        OpenParameters(byte[] own) {
            super(Byte.SIZE * TAG_BYTES, own);
            this.own = own;
        }

        @Override
        public byte[] getIV() {
            return own;
        }
    }

    private int length() {
        return switch (random.nextInt(200)) {
            case 0 -> LIMIT + random.nextInt(2 * MARGIN + 1) - MARGIN;
            case 1, 2, 3, 4, 5, 6, 7, 8, 9 -> random.nextInt(LONGEST);
            default -> random.nextBoolean() ? random.nextInt(600) : BOUNDARIES[random.nextInt(BOUNDARIES.length)] + random.nextInt(3) - 1;
        };
    }

    private byte[] bytes(int length) {
        int offset = random.nextInt(CAPACITY);
        return Arrays.copyOfRange(POOL, offset, offset + length);
    }

    /** A message that is encrypted and decrypted, or not. */
    private void play(SecretKeySpec secretKey) throws Exception {
        if (random.nextInt(5) == 0) {
            initOtherwise(random.nextBoolean() ? encryption : decryption, secretKey);
        }
        byte[] iv = bytes(random.nextInt(10) == 0 ? 1 + random.nextInt(40) : 12);
        byte[] aad = bytes(random.nextInt(3) == 0 ? 0 : random.nextInt(random.nextInt(20) == 0 ? 3000 : 70));
        int tagBytes = random.nextInt(4) == 0 ? 12 + random.nextInt(5) : TAG_BYTES;
        byte[] plaintext = bytes(length());
        GCMParameterSpec parameters = new GCMParameterSpec(Byte.SIZE * tagBytes, iv);
        initEncryption(secretKey, parameters);
        init(decryption, Cipher.DECRYPT_MODE, secretKey, parameters);
        updateAAD(encryption, aad);
        isByChance = false;
        crypt(encryption, plaintext, plaintext.length + tagBytes);
        if (random.nextInt(20) == 0 && !isByChance) {
            crypt(encryption, plaintext, plaintext.length + tagBytes);
        }
        initEncryption(secretKey, parameters);
        encryption.updateAAD(aad);
        // In parts: kernels for whole messages have no part in what is decrypted.
        byte[] most = plaintext.length == 0 ? plaintext : encryption.update(plaintext);
        byte[] rest = encryption.doFinal();
        byte[] ciphertext = Arrays.copyOf(most == null ? new byte[0] : most, plaintext.length + tagBytes);
        System.arraycopy(rest, 0, ciphertext, ciphertext.length - rest.length, rest.length);
        if (random.nextInt(10) == 0) {
            ciphertext[random.nextInt(ciphertext.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        if (random.nextInt(50) == 0) {
            ciphertext = Arrays.copyOf(ciphertext, random.nextInt(ciphertext.length));
        }
        updateAAD(decryption, aad);
        isByChance = false;
        crypt(decryption, ciphertext, plaintext.length);
        if (random.nextInt(10) == 0 && !isByChance) {
            crypt(decryption, ciphertext, plaintext.length);
        }
    }

    /** Also with what was used last: there is something else between. */
    private void initEncryption(SecretKeySpec key, GCMParameterSpec parameters) throws Exception {
        byte[] other = ByteBuffer.allocate(random.nextBoolean() ? Long.BYTES : Long.BYTES + Integer.BYTES).putLong(++initializations).array();
        init(encryption, Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(Byte.SIZE * TAG_BYTES, other));
        init(encryption, Cipher.ENCRYPT_MODE, key, parameters);
    }

    /** In ways that may fail, perhaps in the midst of a message; notes what comes of each. */
    private void initOtherwise(Cipher cipher, SecretKeySpec key) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            int mode = random.nextInt(4) == 0 ? random.nextInt(6) : 1 + random.nextInt(2);
            SecretKey any = switch (random.nextInt(8)) {
                case 0 -> new SecretKeySpec(bytes(1 + random.nextInt(40)), "AES");
                case 1 -> new SecretKeySpec(key.getEncoded(), random.nextBoolean() ? "Rijndael" : "DES");
                case 2 -> null;
                case 3 -> OddKey.of(OddKey.Kind.values()[random.nextInt(OddKey.Kind.values().length)], random.nextBoolean(), bytes(16), "AES");
                default -> key;
            };
            byte[] iv = bytes(random.nextInt(6) == 0 ? random.nextInt(20) : 12);
            AlgorithmParameterSpec parameters = random.nextInt(8) == 0 ? new IvParameterSpec(iv)
                            : new GCMParameterSpec(random.nextInt(4) == 0 ? random.nextInt(140) : Byte.SIZE * (12 + random.nextInt(5)), iv);
            // The same again fails if it is an encryption.
            for (int times = 1 + random.nextInt(2); times > 0; times--) {
                try {
                    init(cipher, mode, any, parameters);
                    transcript.note(cipher.getIV());
                    transcript.note(cipher.getOutputSize(random.nextInt(100)));
                    cipher.updateAAD(iv);
                    transcript.note(cipher.getParameters().getEncoded());
                    transcript.note(random.nextBoolean() ? doFinal(cipher, iv) : cipher.update(iv));
                } catch (Exception e) {
                    transcript.note(e.toString());
                }
            }
        }
    }

    private void updateAAD(Cipher cipher, byte[] aad) {
        int split = random.nextInt(aad.length + 1);
        switch (random.nextInt(4)) {
            case 0 -> {
                cipher.updateAAD(aad, 0, split);
                cipher.updateAAD(aad, split, aad.length - split);
            }
            case 1 -> cipher.updateAAD(ByteBuffer.wrap(aad));
            case 2 -> cipher.updateAAD(ByteBuffer.allocateDirect(aad.length).put(aad).flip());
            default -> cipher.updateAAD(aad);
        }
    }

    /** Ends a message, which may have begun in another call, and notes all that can be seen then. */
    private void crypt(Cipher cipher, byte[] input, int resultLength) {
        int parts = random.nextInt(5) == 0 ? 1 + random.nextInt(2) : 0;
        int position = 0;
        for (int i = 0; i < parts; i++) {
            int length = random.nextInt(input.length - position + 1);
            crypt(cipher, input, position, length, resultLength, false, false);
            position += length;
        }
        crypt(cipher, input, position, input.length - position, resultLength, true, parts == 0);
    }

    private void crypt(Cipher cipher, byte[] input, int from, int length, int resultLength, boolean isFinal, boolean isWhole) {
        int in = MARGIN + random.nextInt(MARGIN);
        // The JDK does not see that it overwrites input where it still has some of an earlier part to write before, so what comes of that is by chance.
        boolean isApart = !isWhole || random.nextInt(6) == 0;
        int out = isApart ? in + LIMIT + 2 * MARGIN : random.nextBoolean() ? in : in + random.nextInt(2 * MARGIN) - MARGIN;
        int room = random.nextInt(30) == 0 ? random.nextInt(resultLength + 1) : resultLength + random.nextInt(3);
        ByteBuffer from0 = memories[random.nextInt(memories.length)];
        ByteBuffer to = random.nextBoolean() ? from0 : memories[random.nextInt(memories.length)];
        boolean isArray = random.nextInt(3) == 0;
        boolean isReadOnly = random.nextInt(5) == 0;
        ByteBuffer source = isArray ? memories[0] : from0;
        ByteBuffer target = isArray ? memories[random.nextInt(2)] : to;
        int end = Math.max(in + length, out + room) + MARGIN;
        target.put(0, POOL, 0, end);
        source.put(0, POOL, 0, end);
        source.put(in, input, from, length);
        ByteBuffer inBuffer = source.duplicate().limit(in + length).position(in);
        ByteBuffer outBuffer = target.duplicate().limit(out + room).position(out);
        try {
            if (isArray) {
                transcript.note(cryptArray(cipher, in, length, target.array(), out, isApart ? 4 * random.nextInt(2) : random.nextInt(8), isFinal));
            } else {
                ByteBuffer readable = isReadOnly ? inBuffer.asReadOnlyBuffer() : inBuffer;
                try {
                    transcript.note(isFinal ? doFinal(cipher, readable, outBuffer) : cipher.update(readable, outBuffer));
                } finally {
                    transcript.note(readable.position());
                }
            }
        } catch (Exception e) {
            isByChance |= e instanceof AEADBadTagException || !isWhole;
            transcript.note(e.toString());
        }
        transcript.note(inBuffer.limit());
        transcript.note(outBuffer.position());
        transcript.note(outBuffer.limit());
        transcript.note(source.duplicate().clear().limit(end));
        transcript.note(target.duplicate().clear().limit(end));
    }

    private int cryptArray(Cipher cipher, int in, int length, byte[] target, int out, int form, boolean isFinal) throws Exception {
        if (!isFinal) {
            return form < 4 ? transcript.note(cipher.update(array, in, length)) : cipher.update(array, in, length, target, out);
        }
        return switch (form) {
            case 0 -> transcript.note(doFinal(cipher, Arrays.copyOfRange(array, in, in + length)));
            case 1 -> transcript.note(doFinal(cipher, array, in, length));
            case 2 -> doFinal(cipher, array, in, length, target);
            case 3 -> doFinal(cipher, array, in, length, target, target.length - MARGIN);
            default -> doFinal(cipher, array, in, length, target, out);
        };
    }

    // With the plugin, these are compiled from the beginning.

    private static void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters) throws GeneralSecurityException {
        cipher.init(mode, key, parameters);
    }

    private static byte[] doFinal(Cipher cipher, byte[] input) throws GeneralSecurityException {
        return cipher.doFinal(input);
    }

    private static byte[] doFinal(Cipher cipher, byte[] input, int offset, int length) throws GeneralSecurityException {
        return cipher.doFinal(input, offset, length);
    }

    private static int doFinal(Cipher cipher, byte[] input, int offset, int length, byte[] output) throws GeneralSecurityException {
        return cipher.doFinal(input, offset, length, output);
    }

    private static int doFinal(Cipher cipher, byte[] input, int offset, int length, byte[] output, int outputOffset) throws GeneralSecurityException {
        return cipher.doFinal(input, offset, length, output, outputOffset);
    }

    private static int doFinal(Cipher cipher, ByteBuffer input, ByteBuffer output) throws GeneralSecurityException {
        return cipher.doFinal(input, output);
    }
}
