package org.cryptointrinsics.test.cipher;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.lang.reflect.Executable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;

import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.cipher.AesGcmMessages;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.LittleStack;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.internal.misc.Unsafe;

/** What was decrypted with a wrong tag is gone wherever the stack overflows. */
@Category(EveryTier.class)
public class AesGcmStackOverflowTest {

    private static final int TAG = 16;
    /** As many frames as there is room for in this thread. */
    private static final int AMPLE = Integer.MAX_VALUE;
    private static final int MARGIN = 3;
    private static final byte[] KEY = new byte[16];
    private static final byte[] IV = new byte[12];
    private static final byte[] AAD = {1, 2, 3};

    @Rule public final Fork fork = new Fork();

    /** Memory that a message is decrypted in. */
    private enum Place {
        ARRAYS,
        HEAP_BUFFERS,
        DIRECT_BUFFERS,
        HEAP_TO_DIRECT_BUFFER,
        ARRAY,
        HEAP_BUFFER,
        DIRECT_BUFFER;

        boolean isOne() {
            return compareTo(ARRAY) >= 0;
        }

        private ByteBuffer allocate(byte[] content, boolean isInput) {
            boolean isDirect = this == DIRECT_BUFFERS || this == DIRECT_BUFFER || this == HEAP_TO_DIRECT_BUFFER && !isInput;
            return isDirect ? ByteBuffer.allocateDirect(content.length).put(content).flip() : ByteBuffer.wrap(content);
        }
    }

    @Before
    public void prepare() throws Exception {
        assumeTrue("no kernel", Jit.intrinsics().aesGcm().isOn());
        Jit.needKernels();
        Jit.compileKernels();
    }

    private static List<Executable> methods() {
        List<Executable> methods = new ArrayList<>(Stream.of(AesGcmMessages.class, Buffers.class).flatMap(type -> Stream.of(type.getDeclaredMethods())).toList());
        Stream.of("setMemory", "setMemoryChecks").flatMap(name -> Jit.methods(Unsafe.class, name).stream()).forEach(methods::add);
        return methods;
    }

    @Test
    public void interpreted() throws Exception {
        methods().forEach(Jit::interpret);
        nothingIsLeft();
    }

    @Test
    public void inThisTier() throws Exception {
        methods().stream().filter(method -> method.getDeclaringClass() == AesGcmMessages.class).forEach(Jit::compile);
        nothingIsLeft();
    }

    /** What the JDK's own method has decrypted after that may stay, where the stack overflows in its midst. */
    @Test
    public void byTheCipher() throws Exception {
        CipherCalls.Compiled.prepare();
        for (int length : new int[]{100, 5000, AesGcmReference.LONGEST_PART + 100}) {
            byte[] forgery = forgery(length);
            for (Place place : List.of(Place.ARRAYS, Place.HEAP_BUFFERS, Place.DIRECT_BUFFERS)) {
                nothingIsLeft(forgery, place, true);
            }
        }
    }

    private static byte[] forgery(int length) throws Exception {
        byte[] forgery = AesGcmReference.encrypt(KEY, IV, AAD, message(length), TAG);
        forgery[length] ^= 1;
        return forgery;
    }

    private static void nothingIsLeft() throws Exception {
        for (int length : new int[]{100, 5000, AesGcmReference.LONGEST_PART + 100, 3 * AesGcmReference.LONGEST_PART}) {
            byte[] forgery = forgery(length);
            for (Place place : Place.values()) {
                if (!place.isOne() || length <= AesGcmReference.LONGEST_PART) {
                    nothingIsLeft(forgery, place, false);
                }
            }
        }
    }

    private static byte[] message(int length) {
        byte[] message = new byte[length];
        for (int i = 0; i < length; i++) {
            message[i] = (byte) (i % 7 + 1);
        }
        return message;
    }

    private static void nothingIsLeft(byte[] forgery, Place place, boolean isByCipher) throws Exception {
        // Kernels that could not be made where little stack is left are made after a pause, which the test does not wait for.
        overflow(forgery, place, isByCipher, AMPLE);
        Work before = Jit.work(Jit.intrinsics().aesGcm());
        long overflows = LittleStack.overflows(frames -> overflow(forgery, place, isByCipher, frames)).stream().filter(overflow -> !isOfJdk(overflow)).count();
        String told = forgery.length + " bytes, " + place + ": " + overflows + " overflows";
        assertTrue(told, overflows > 2);
        assertTrue(told, Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls() >= LittleStack.ENOUGH);
    }

    private static boolean isOfJdk(StackOverflowError overflow) {
        return Stream.of(overflow.getStackTrace()).anyMatch(frame -> frame.getClassName().startsWith("com.sun.crypto.provider."));
    }

    private static StackOverflowError overflow(byte[] forgery, Place place, boolean isByCipher, int frames) throws Exception {
        int length = forgery.length - TAG;
        byte[] input = Arrays.copyOf(forgery, forgery.length);
        ByteBuffer in = place.allocate(input, true);
        ByteBuffer out = place.isOne() ? in.duplicate() : place.allocate(CipherForm.filled(length + MARGIN), false).position(MARGIN);
        Cipher cipher = AesGcmReference.cipher(Cipher.DECRYPT_MODE, KEY, IV, AAD, TAG);
        int[] result = {-1};
        boolean isOfArrays = place == Place.ARRAYS || place == Place.ARRAY;
        LittleStack.Call call = isByCipher ? () -> {
            try {
                result[0] = isOfArrays ? CipherCalls.COMPILED.doFinal(cipher, input, 0, forgery.length, out.array(), out.position())
                                : CipherCalls.COMPILED.doFinal(cipher, in, out);
            } catch (AEADBadTagException expected) {
                // By the JDK.
            }
        } : () -> result[0] = isOfArrays ? AesGcmMessages.doFinal(cipher, input, 0, forgery.length, out.array(), out.position()) : AesGcmMessages.doFinal(cipher, in, out);
        if (isByCipher) {
            CipherCalls.Compiled.prepare();
        }
        StackOverflowError overflow = null;
        if (frames == AMPLE) {
            call.make();
        } else {
            overflow = LittleStack.overflow(frames, call);
        }
        String told = forgery.length + " bytes, " + place + ", with " + frames + " frames";
        assertEquals(told, -1, result[0]);
        byte[] left = new byte[out.capacity()];
        out.get(0, left);
        if (place.isOne()) {
            assertArrayEquals(told, forgery, left);
        } else if (overflow == null || !isOfJdk(overflow)) {
            byte[] expected = CipherForm.filled(left.length);
            // The JDK overwrites what lies before the result in a direct buffer, too.
            for (int i = isByCipher ? 0 : MARGIN; i < left.length; i++) {
                expected[i] = left[i] == 0 ? 0 : expected[i];
            }
            assertArrayEquals(told, expected, left);
        }
        return overflow;
    }
}
