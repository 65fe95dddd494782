package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import javax.crypto.Cipher;
import javax.crypto.NullCipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.cipher.CipherTranscript.Step;
import org.junit.Test;
import org.junit.experimental.categories.Category;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized.Parameters;
import org.junit.runners.Parameterized;

/**
 * What is wrong or special ends as by the JDK's own methods: the result or the exception, the positions, what is in the memory, what the cipher remembers, and what
 * comes of its next message.
 */
@Category(EveryTier.class)
@RunWith(Parameterized.class)
public class AesGcmExceptionTest {

    private static final int LENGTH = 100;
    private static final int TAG = 16;
    private static final int WRONG = LENGTH + TAG / 2;
    /** More than a kernel is given at once. */
    private static final int LONG = AesGcmReference.LONGEST_PART + 100;
    /** More than a message has. */
    private static final int APART = 2 * (LENGTH + TAG);
    private static final byte[] KEY = new byte[16];
    private static final byte[] IV = new byte[12];
    private static final byte[] AAD = {1, 2, 3};
    private static final SecureRandom NOT_RANDOM = new NotRandom();
    private static final byte[] PLAINTEXT = Reference.message(LENGTH);

    @FunctionalInterface
    private interface Scenario {
        void play(Cipher cipher, CipherTranscript transcript) throws Exception;
    }

    private final String name;
    private final int calls;
    private final Scenario scenario;

    public AesGcmExceptionTest(String name, int calls, Scenario scenario) {
        this.name = name;
        this.calls = calls;
        this.scenario = scenario;
    }

    private static void init(Cipher cipher, int mode, byte[] iv) throws GeneralSecurityException {
        AesGcmReference.init(cipher, mode, KEY, iv, AAD, TAG);
    }

    private static byte[] ciphertext() throws GeneralSecurityException {
        return AesGcmReference.encrypt(KEY, IV, AAD, PLAINTEXT, TAG);
    }

    /** With a wrong tag, and as much before and behind it as is asked for. */
    private static byte[] forgery(int before, int behind) throws GeneralSecurityException {
        byte[] ciphertext = ciphertext();
        ciphertext[WRONG] ^= 1;
        byte[] bytes = new byte[before + ciphertext.length + behind];
        System.arraycopy(ciphertext, 0, bytes, before, ciphertext.length);
        return bytes;
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** Scenarios, each with the number of calls of kernels in it. */
    @Parameters(name = "{0}")
    public static Collection<Object[]> scenarios() {
        List<Object[]> all = new ArrayList<>();
        addArguments(all, Cipher.ENCRYPT_MODE);
        addArguments(all, Cipher.DECRYPT_MODE);
        addWrongTags(all);
        addReuse(all);
        addParts(all);
        addBuffers(all);
        addOthers(all);
        return all;
    }

    private static void add(List<Object[]> all, String name, int calls, Scenario scenario) {
        all.add(new Object[]{name, calls, scenario});
    }

    /** Afterwards, the message is still to come. */
    private static void addArguments(List<Object[]> all, int mode) {
        String in = mode == Cipher.ENCRYPT_MODE ? ", encryption" : ", decryption";
        byte[] array = new byte[200];
        ByteBuffer buffer = ByteBuffer.allocate(200);
        List<Object[]> steps = new ArrayList<>();
        steps.add(new Object[]{"null array", (Step) (calls, cipher) -> calls.doFinal(cipher, null)});
        steps.add(new Object[]{"null array with bounds", (Step) (calls, cipher) -> calls.doFinal(cipher, null, 0, 0)});
        steps.add(new Object[]{"null array to an array", (Step) (calls, cipher) -> calls.doFinal(cipher, null, 0, 0, array)});
        steps.add(new Object[]{"null array to a part", (Step) (calls, cipher) -> calls.doFinal(cipher, null, 0, 0, array, 0)});
        steps.add(new Object[]{"to null", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 0, 20, null)});
        steps.add(new Object[]{"to a part of null", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 0, 20, null, 0)});
        steps.add(new Object[]{"negative offset", (Step) (calls, cipher) -> calls.doFinal(cipher, array, -1, 20)});
        steps.add(new Object[]{"negative length", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 0, -1)});
        steps.add(new Object[]{"end beyond the end", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 190, 11)});
        steps.add(new Object[]{"beginning beyond the end", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 201, 0)});
        steps.add(new Object[]{"overflow", (Step) (calls, cipher) -> calls.doFinal(cipher, array, Integer.MAX_VALUE, Integer.MAX_VALUE)});
        steps.add(new Object[]{"end beyond the end, to an array", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 190, 11, new byte[100])});
        steps.add(new Object[]{"negative offset of output", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 0, 20, new byte[100], -1)});
        steps.add(new Object[]{"offset of output beyond the end", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 0, 20, new byte[100], 101)});
        steps.add(new Object[]{"short array", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 0, 100, new byte[83])});
        steps.add(new Object[]{"short part", (Step) (calls, cipher) -> calls.doFinal(cipher, array, 0, 100, new byte[100], 17)});
        steps.add(new Object[]{"short buffer", (Step) (calls, cipher) -> calls.doFinal(cipher, ByteBuffer.wrap(array, 0, 100), ByteBuffer.allocate(83))});
        steps.add(new Object[]{"short direct buffer", (Step) (calls, cipher) -> calls.doFinal(cipher, ByteBuffer.allocateDirect(100), ByteBuffer.allocateDirect(83))});
        steps.add(new Object[]{"null buffer", (Step) (calls, cipher) -> calls.doFinal(cipher, null, buffer)});
        steps.add(new Object[]{"to a null buffer", (Step) (calls, cipher) -> calls.doFinal(cipher, buffer, null)});
        steps.add(new Object[]{"same buffer", (Step) (calls, cipher) -> calls.doFinal(cipher, buffer, buffer)});
        steps.add(new Object[]{"read-only output", (Step) (calls, cipher) -> calls.doFinal(cipher, ByteBuffer.wrap(array, 0, 20), buffer.asReadOnlyBuffer())});
        for (Object[] step : steps) {
            add(all, step[0] + in, 1, (cipher, transcript) -> {
                init(cipher, mode, IV);
                transcript.add((Step) step[1]);
                transcript.add((calls, same) -> calls.doFinal(same, mode == Cipher.ENCRYPT_MODE ? PLAINTEXT : ciphertext()));
            });
        }
    }

    private static void addWrongTags(List<Object[]> all) {
        add(all, "wrong tag, array", 1, decrypting(transcript -> transcript.add((calls, cipher) -> calls.doFinal(cipher, forgery(0, 0)))));
        add(all, "wrong tag, part", 1, decrypting(transcript -> transcript.add((calls, cipher) -> calls.doFinal(cipher, forgery(3, 3), 3, LENGTH + TAG))));
        add(all, "wrong tag, to an array", 1, decrypting(transcript -> {
            byte[] out = transcript.watch(CipherForm.filled(200));
            transcript.add((calls, cipher) -> calls.doFinal(cipher, forgery(3, 3), 3, LENGTH + TAG, out));
        }));
        add(all, "wrong tag, to a part", 1, decrypting(transcript -> {
            byte[] out = transcript.watch(CipherForm.filled(200));
            transcript.add((calls, cipher) -> calls.doFinal(cipher, forgery(3, 3), 3, LENGTH + TAG, out, 7));
        }));
        for (int distance : new int[]{-APART, -1, 0, 1, APART}) {
            // Behind the input, the output must be what it was.
            int kernels = distance == 0 || Math.abs(distance) == APART ? 1 : 0;
            int begin = APART + 3;
            add(all, "wrong tag, in an array at distance " + distance, kernels, decrypting(transcript -> {
                byte[] bytes = transcript.watch(forgery(begin, APART));
                transcript.add((calls, cipher) -> calls.doFinal(cipher, bytes, begin, LENGTH + TAG, bytes, begin + distance));
            }));
            for (boolean isDirect : new boolean[]{false, true}) {
                add(all, "wrong tag, in a " + (isDirect ? "direct " : "") + "buffer at distance " + distance, kernels, decrypting(transcript -> {
                    byte[] bytes = forgery(begin, APART);
                    ByteBuffer buffer = transcript.watch(isDirect ? direct(bytes) : ByteBuffer.wrap(bytes));
                    ByteBuffer in = transcript.watch(buffer.duplicate().limit(begin + LENGTH + TAG).position(begin));
                    ByteBuffer out = transcript.watch(buffer.slice(1, buffer.capacity() - 1).position(begin - 1 + distance));
                    transcript.add((calls, cipher) -> calls.doFinal(cipher, in, out));
                }));
            }
        }
        for (boolean isDirect : new boolean[]{false, true}) {
            add(all, "wrong tag, read-only to direct " + isDirect, 1, decrypting(transcript -> {
                ByteBuffer in = transcript.watch(ByteBuffer.wrap(forgery(0, 0)).asReadOnlyBuffer());
                ByteBuffer out = transcript.watch(isDirect ? direct(CipherForm.filled(200)) : ByteBuffer.wrap(CipherForm.filled(200)));
                transcript.add((calls, cipher) -> calls.doFinal(cipher, in, out));
            }));
        }
        for (boolean isDirectIn : new boolean[]{false, true}) {
            for (boolean isDirectOut : new boolean[]{false, true}) {
                add(all, "wrong tag, direct " + isDirectIn + " to " + isDirectOut, 1, decrypting(transcript -> {
                    byte[] bytes = forgery(3, 3);
                    ByteBuffer in = transcript.watch((isDirectIn ? direct(bytes) : ByteBuffer.wrap(bytes)).limit(3 + LENGTH + TAG).position(3));
                    ByteBuffer out = transcript.watch((isDirectOut ? direct(CipherForm.filled(200)) : ByteBuffer.wrap(CipherForm.filled(200))).position(7));
                    transcript.add((calls, cipher) -> calls.doFinal(cipher, in, out));
                }));
            }
        }
        add(all, "wrong tag of a long message", 2, decrypting(transcript -> {
            byte[] out = transcript.watch(CipherForm.filled(LONG));
            transcript.add((calls, cipher) -> calls.doFinal(cipher, new byte[LONG + TAG], 0, LONG + TAG, out));
        }));
        add(all, "wrong tag of a long message, direct", 2, decrypting(transcript -> {
            ByteBuffer out = transcript.watch(direct(CipherForm.filled(LONG)));
            transcript.add((calls, cipher) -> calls.doFinal(cipher, direct(new byte[LONG + TAG]), out));
        }));
        add(all, "other additional data", 1, (cipher, transcript) -> {
            init(cipher, Cipher.DECRYPT_MODE, IV);
            cipher.updateAAD(AAD);
            transcript.add((calls, same) -> calls.doFinal(same, ciphertext()));
        });
        for (int length = 0; length < TAG; length += 5) {
            byte[] less = new byte[length];
            add(all, "no room for a tag in " + length, 0, decrypting(transcript -> transcript.add((calls, cipher) -> calls.doFinal(cipher, less))));
            add(all, "no room for a tag in a buffer of " + length, 0, decrypting(transcript -> {
                ByteBuffer in = transcript.watch(direct(less));
                ByteBuffer out = transcript.watch(direct(CipherForm.filled(200)));
                transcript.add((calls, cipher) -> calls.doFinal(cipher, in, out));
            }));
        }
    }

    @FunctionalInterface
    private interface Play {
        void accept(CipherTranscript transcript) throws Exception;
    }

    private static Scenario decrypting(Play play) {
        return (cipher, transcript) -> {
            init(cipher, Cipher.DECRYPT_MODE, IV);
            play.accept(transcript);
        };
    }

    private static void addReuse(List<Object[]> all) {
        add(all, "after too little room behind the input", 0, (cipher, transcript) -> {
            init(cipher, Cipher.ENCRYPT_MODE, IV);
            ByteBuffer memory = transcript.watch(direct(CipherForm.filled(2 * APART)));
            transcript.add((calls, same) -> calls.doFinal(same, memory.duplicate().limit(LENGTH), memory.duplicate().position(APART).limit(APART + LENGTH)));
            // The JDK still remembers that output.
            ByteBuffer other = transcript.watch(ByteBuffer.wrap(CipherForm.filled(APART)));
            transcript.add((calls, same) -> calls.doFinal(same, other.duplicate().limit(LENGTH), other));
        });
        add(all, "not initialized", 0, (cipher, transcript) -> transcript.add((calls, same) -> calls.doFinal(same, PLAINTEXT)));
        add(all, "initialization failed", 0, (cipher, transcript) -> {
            init(cipher, Cipher.ENCRYPT_MODE, IV);
            transcript.add((calls, same) -> {
                same.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[17], "AES"), new GCMParameterSpec(128, new byte[]{1}));
                return null;
            });
            transcript.add((calls, same) -> calls.doFinal(same, PLAINTEXT));
        });
        add(all, "same key and IV", 1, (cipher, transcript) -> {
            init(cipher, Cipher.ENCRYPT_MODE, IV);
            transcript.add((calls, same) -> calls.doFinal(same, PLAINTEXT));
            for (CipherForm form : CipherForm.values()) {
                transcript.add((calls, same) -> form.doFinal(calls, same, PLAINTEXT, LENGTH + TAG));
            }
            transcript.add((calls, same) -> {
                same.updateAAD(AAD);
                return null;
            });
            transcript.add((calls, same) -> {
                init(same, Cipher.ENCRYPT_MODE, IV);
                return null;
            });
            transcript.add((calls, same) -> calls.doFinal(same, PLAINTEXT));
        });
        add(all, "decryption twice", 2, decrypting(transcript -> {
            transcript.add((calls, cipher) -> calls.doFinal(cipher, ciphertext()));
            transcript.add((calls, cipher) -> {
                cipher.updateAAD(AAD);
                return null;
            });
            transcript.add((calls, cipher) -> calls.doFinal(cipher, ciphertext()));
        }));
        add(all, "right tag after a wrong one", 1, decrypting(transcript -> {
            byte[] out = transcript.watch(new byte[LENGTH]);
            transcript.add((calls, cipher) -> calls.doFinal(cipher, forgery(0, 0), 0, LENGTH + TAG, out));
            transcript.add((calls, cipher) -> calls.doFinal(cipher, ciphertext(), 0, LENGTH + TAG, out));
        }));
        add(all, "own IV", 2, (cipher, transcript) -> {
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "AES"), NOT_RANDOM);
            byte[] out = transcript.play((calls, same) -> calls.doFinal(same, PLAINTEXT));
            AesGcmReference.init(cipher, Cipher.DECRYPT_MODE, KEY, cipher.getIV(), new byte[0], TAG);
            transcript.add((calls, same) -> calls.doFinal(same, out));
        });
    }

    /** Of the message or its additional data. */
    private static void addParts(List<Object[]> all) {
        for (int mode : new int[]{Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
            String in = mode == Cipher.ENCRYPT_MODE ? ", encryption" : ", decryption";
            for (int first : new int[]{0, 1, 16, 50, LENGTH}) {
                for (boolean isBuffer : new boolean[]{false, true}) {
                    int calls = first == 0 && !isBuffer ? 1 : 0;
                    add(all, "after an update of " + first + (isBuffer ? " in a buffer" : "") + in, calls, (cipher, transcript) -> {
                        init(cipher, mode, IV);
                        byte[] input = mode == Cipher.ENCRYPT_MODE ? PLAINTEXT : ciphertext();
                        transcript.add((ignored, same) -> isBuffer ? same.update(direct(input).limit(first), ByteBuffer.allocate(200)) : same.update(input, 0, first));
                        transcript.add((site, same) -> site.doFinal(same, input, first, input.length - first));
                    });
                }
            }
            add(all, "additional data in parts" + in, 1, (cipher, transcript) -> {
                init(cipher, mode, IV);
                cipher.updateAAD(new byte[50], 1, 40);
                cipher.updateAAD(ByteBuffer.wrap(new byte[50]));
                cipher.updateAAD(ByteBuffer.allocateDirect(70));
                cipher.updateAAD(new byte[0]);
                byte[] input = mode == Cipher.ENCRYPT_MODE ? PLAINTEXT : encrypted(new byte[163]);
                transcript.add((site, same) -> site.doFinal(same, input));
            });
            add(all, "after getOutputSize" + in, 1, (cipher, transcript) -> {
                AesGcmReference.init(cipher, mode, KEY, IV, new byte[0], TAG);
                transcript.add((site, same) -> same.getOutputSize(LENGTH));
                byte[] input = mode == Cipher.ENCRYPT_MODE ? PLAINTEXT : AesGcmReference.encrypt(KEY, IV, new byte[0], PLAINTEXT, TAG);
                transcript.add((site, same) -> site.doFinal(same, input));
            });
        }
    }

    /** With {@link #AAD} and zeros after them. */
    private static byte[] encrypted(byte[] aad) throws GeneralSecurityException {
        System.arraycopy(AAD, 0, aad, 0, AAD.length);
        return AesGcmReference.encrypt(KEY, IV, aad, PLAINTEXT, TAG);
    }

    private static void addBuffers(List<Object[]> all) {
        ByteBuffer closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(200).asByteBuffer();
        }
        ByteBuffer others = ofAnotherThread();
        for (ByteBuffer bad : List.of(closed, others)) {
            String what = bad == closed ? "closed arena" : "another thread's arena";
            add(all, what, 0, (cipher, transcript) -> {
                init(cipher, Cipher.ENCRYPT_MODE, IV);
                ByteBuffer good = transcript.watch(ByteBuffer.allocateDirect(200));
                transcript.add((calls, same) -> calls.doFinal(same, bad.duplicate().limit(LENGTH), good));
                transcript.add((calls, same) -> calls.doFinal(same, PLAINTEXT));
            });
            add(all, "to " + what, 0, (cipher, transcript) -> {
                init(cipher, Cipher.ENCRYPT_MODE, IV);
                ByteBuffer good = transcript.watch(ByteBuffer.allocateDirect(LENGTH));
                transcript.add((calls, same) -> calls.doFinal(same, good, bad.duplicate()));
                transcript.add((calls, same) -> calls.doFinal(same, PLAINTEXT));
            });
        }
    }

    private static ByteBuffer ofAnotherThread() {
        ByteBuffer[] buffer = new ByteBuffer[1];
        Thread thread = Thread.ofPlatform().name("another").start(() -> buffer[0] = Arena.ofConfined().allocate(200).asByteBuffer());
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return buffer[0];
    }

    private static void addOthers(List<Object[]> all) {
        add(all, "wrapping", 0, (cipher, transcript) -> {
            cipher.init(Cipher.WRAP_MODE, new SecretKeySpec(KEY, "AES"), new GCMParameterSpec(128, IV));
            transcript.add((calls, same) -> calls.doFinal(same, PLAINTEXT));
            transcript.add((calls, same) -> same.wrap(new SecretKeySpec(KEY, "AES")));
            cipher.init(Cipher.UNWRAP_MODE, new SecretKeySpec(KEY, "AES"), new GCMParameterSpec(128, IV));
            transcript.add((calls, same) -> calls.doFinal(same, ciphertext()));
        });
        for (String other : new String[]{"AES/CBC/PKCS5Padding", "AES/CTR/NoPadding", "AES/ECB/PKCS5Padding", "ChaCha20-Poly1305"}) {
            add(all, other, 0, (ignored, transcript) -> {
                Cipher cipher = Cipher.getInstance(other);
                String algorithm = other.replaceFirst("/.*", "").replaceFirst("-.*", "");
                IvParameterSpec iv = other.contains("ECB") ? null : new IvParameterSpec(new byte[algorithm.equals("AES") ? 16 : 12]);
                cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[32], algorithm), iv);
                transcript.add((calls, same) -> calls.doFinal(cipher, PLAINTEXT));
                transcript.add((calls, same) -> calls.doFinal(cipher, direct(PLAINTEXT), ByteBuffer.allocate(200)));
            });
        }
        add(all, "no cipher", 0, (ignored, transcript) -> transcript.add((calls, same) -> calls.doFinal(new NullCipher(), PLAINTEXT)));
        add(all, "null cipher", 0, (ignored, transcript) -> transcript.add((calls, same) -> calls.doFinal(null, PLAINTEXT)));
        add(all, "key of fixed length", 1, (ignored, transcript) -> {
            Cipher cipher = Cipher.getInstance("AES_128/GCM/NoPadding", AesGcmReference.PROVIDER);
            init(cipher, Cipher.DECRYPT_MODE, IV);
            transcript.add((calls, same) -> calls.doFinal(cipher, ciphertext()));
        });
    }

    @Test
    public void endsAsByTheJdk() throws Exception {
        CipherTranscript expected = play(CipherCalls.INTERPRETED);
        CipherTranscript actual = play(CipherCalls.COMPILED);
        assertEquals(expected.toString(), actual.toString());
        assertEquals("calls of kernels by the JDK", 0, expected.calls());
        CipherCalls.assertCalls("calls of kernels", Jit.intrinsics().aesGcm().isOn() ? calls : 0, actual.calls());
    }

    private CipherTranscript play(CipherCalls calls) throws Exception {
        Cipher cipher = Cipher.getInstance(AesGcmReference.ALGORITHM, AesGcmReference.PROVIDER);
        CipherTranscript transcript = new CipherTranscript(calls, cipher);
        scenario.play(cipher, transcript);
        assertTrue(name, !transcript.toString().isEmpty());
        return transcript;
    }
}
