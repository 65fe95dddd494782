package org.cryptointrinsics.substitution.cipher;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

import javax.crypto.Cipher;

import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.Safepoints;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.Unsafe;

/**
 * What is executed before {@code Cipher.doFinal}, for messages of AES-GCM that are encrypted or decrypted in one call. Whatever is special, or to fail, is left to the
 * JDK's method.
 */
public final class AesGcmMessages {

    static final int IV_BYTES = 12;

    private static final Unsafe U = Unsafe.getUnsafe();

    // By the length of the key.
    private static final OnDemand<AesGcmMethod>[] ENCRYPT = kernels(AesPart.MESSAGE, true);
    private static final OnDemand<AesGcmMethod>[] DECRYPT = kernels(AesPart.MESSAGE, false);
    private static final OnDemand<AesGcmMethod>[] DECRYPT_VERIFIED = kernels(AesPart.VERIFIED, false);

    /** Of a message that has no parts. */
    private static final long[] NO_STATE = new long[2];

    private AesGcmMessages() {
    }

    @SuppressWarnings("unchecked")
    private static OnDemand<AesGcmMethod>[] kernels(AesPart part, boolean isEncryption) {
        return Intrinsics.first().aesGcm().messageMethods(part, isEncryption).toArray(OnDemand[]::new);
    }

    /** The kernel for a key, or null. */
    private static AesGcmMethod kernel(OnDemand<AesGcmMethod>[] kernels, int[] sessionKey) {
        return kernels[CipherFields.keyIndex(sessionKey)].get();
    }

    /** {@code Cipher.doFinal(byte[])}. */
    @MethodSubstitution(CipherFields.CIPHER_CLASS)
    public static byte[] doFinal(Cipher cipher, byte[] input) {
        return input == null ? null : doFinal(cipher, input, 0, input.length);
    }

    /** {@code Cipher.doFinal(byte[], int, int)}. */
    @MethodSubstitution(CipherFields.CIPHER_CLASS)
    public static byte[] doFinal(Cipher cipher, byte[] input, int inputOffset, int inputLength) {
        Object gcm = CipherFields.isGcm(cipher) && isWithin(input, inputOffset, inputLength) ? CipherFields.fresh(cipher) : null;
        if (gcm == null || !isSuitable(gcm)) {
            return null;
        }
        boolean isEncryption = CipherFields.isEncryption(gcm);
        int tagBytes = CipherFields.tagBytes(gcm);
        int length = resultLength(isEncryption, inputLength, tagBytes);
        if (length < 0) {
            return null;
        }
        byte[] result = new byte[length];
        return crypt(gcm, isEncryption, tagBytes, false, input, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) inputOffset, inputLength, null, result, Unsafe.ARRAY_BYTE_BASE_OFFSET, null)
                        ? result
                        : null;
    }

    /** {@code Cipher.doFinal(byte[], int, int, byte[])}. */
    @MethodSubstitution(CipherFields.CIPHER_CLASS)
    public static int doFinal(Cipher cipher, byte[] input, int inputOffset, int inputLength, byte[] output) {
        return doFinal(cipher, input, inputOffset, inputLength, output, 0);
    }

    /** {@code Cipher.doFinal(byte[], int, int, byte[], int)}. */
    @MethodSubstitution(CipherFields.CIPHER_CLASS)
    public static int doFinal(Cipher cipher, byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset) {
        Object gcm = CipherFields.isGcm(cipher) && isWithin(input, inputOffset, inputLength) && output != null && outputOffset >= 0 ? CipherFields.fresh(cipher) : null;
        if (gcm == null || !isSuitable(gcm)) {
            return -1;
        }
        boolean isEncryption = CipherFields.isEncryption(gcm);
        int tagBytes = CipherFields.tagBytes(gcm);
        int length = resultLength(isEncryption, inputLength, tagBytes);
        boolean isKept = input == output && inputOffset < outputOffset;
        return length >= 0 && length <= output.length - outputOffset && crypt(gcm, isEncryption, tagBytes, isKept, input, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) inputOffset,
                        inputLength, null, output, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) outputOffset, null) ? length : -1;
    }

    private static boolean isWithin(byte[] input, int offset, int length) {
        return input != null && offset >= 0 && length >= 0 && length <= input.length - offset;
    }

    /** {@code Cipher.doFinal(ByteBuffer, ByteBuffer)}. */
    @MethodSubstitution(CipherFields.CIPHER_CLASS)
    public static int doFinal(Cipher cipher, ByteBuffer input, ByteBuffer output) {
        Object gcm = CipherFields.isGcm(cipher) && areSuitable(input, output) ? CipherFields.fresh(cipher) : null;
        if (gcm == null || !isSuitable(gcm)) {
            return -1;
        }
        // Asked for once: what is read and written must be within the buffers also if another thread moves their positions.
        int inputLimit = input.limit();
        int inputPosition = input.position();
        int outputLimit = output.limit();
        int outputPosition = output.position();
        boolean isEncryption = CipherFields.isEncryption(gcm);
        int tagBytes = CipherFields.tagBytes(gcm);
        int length = inputPosition > inputLimit ? -1 : resultLength(isEncryption, inputLimit - inputPosition, tagBytes);
        if (length < 0 || length > outputLimit - outputPosition || !Buffers.isAccessible(input) || !Buffers.isAccessible(output)) {
            return -1;
        }
        try {
            if (!crypt(gcm, isEncryption, tagBytes, Buffers.isKept(input, inputPosition, output, outputPosition), Buffers.base(input), Buffers.address(input, inputPosition),
                            inputLimit - inputPosition, Buffers.scope(input), Buffers.base(output), Buffers.address(output, outputPosition), Buffers.scope(output))) {
                return -1;
            }
        } finally {
            Reference.reachabilityFence(input);
            Reference.reachabilityFence(output);
        }
        input.position(inputLimit);
        output.position(outputPosition + length);
        return length;
    }

    private static boolean areSuitable(ByteBuffer input, ByteBuffer output) {
        return input != null && output != null && input != output && !output.isReadOnly() && !Buffers.isMapped(input) && !Buffers.isMapped(output);
    }

    /** Whether IV and additional data may be those of a kernel. */
    private static boolean isSuitable(Object gcm) {
        Object aad = CipherFields.aad(gcm);
        return CipherFields.iv(gcm).length == IV_BYTES && (aad == null || CipherFields.aadLength(aad) <= CallLimits.AES_GCM_BYTES);
    }

    /** The length of the result; negative if there is none, or if it is too long for an array. */
    private static int resultLength(boolean isEncryption, int inputLength, int tagBytes) {
        return isEncryption ? inputLength + tagBytes : inputLength - tagBytes;
    }

    /**
     * Encrypts or decrypts a message. Bases and addresses are those of {@link Unsafe}. Direction and length of the tag are those by which the caller has found room for the result:
     * another thread might initialize the cipher anew. IV and additional data are looked at again for that.
     *
     * @param isKept whether the output must be what it was if the tag is wrong
     * @param inputLength the tag included where it is decrypted
     * @return false if it is left to the JDK's method, for which the input is as it was
     */
    private static boolean crypt(Object gcm, boolean isEncryption, int tagBytes, boolean isKept, Object inputBase, long input, int inputLength, MemorySessionImpl inputScope,
                    Object outputBase, long output, MemorySessionImpl outputScope) {
        byte[] iv = CipherFields.ivOfMessage(gcm);
        Object aadStream = CipherFields.aad(gcm);
        byte[] aad = aadStream == null ? iv : CipherFields.aadBytes(aadStream);
        int aadLength = aadStream == null ? 0 : CipherFields.aadLength(aadStream);
        int[] sessionKey = CipherFields.sessionKey(gcm);
        int resultLength = resultLength(isEncryption, inputLength, tagBytes);
        int length = Math.min(inputLength, resultLength);
        boolean isShared = inputBase == outputBase && output < input + inputLength && input < output + resultLength;
        // The input must be what it was if the tag is wrong, and also in the midst of a long message: if the kernel is lost, the JDK's method begins again.
        boolean isVerified = !isEncryption && isKept;
        boolean isLost = isEncryption || isVerified ? Buffers.isOverwritten(inputBase, input, inputLength, outputBase, output) : isShared && output != input;
        // If it is overwritten, the JDK cannot begin again with the IV.
        boolean isIvLost = outputBase == iv;
        if (iv.length < IV_BYTES || aadLength > CallLimits.AES_GCM_BYTES || aadLength > aad.length || isIvLost || isLost ||
                        length > CallLimits.AES_GCM_BYTES && (isShared || isVerified)) {
            return false;
        }
        if (isEncryption) {
            // Before anything is encrypted: whatever is thrown from here on, nothing else is encrypted with these counter blocks.
            CipherFields.setToBeInitialized(gcm, true);
        }
        AesGcmMethod kernel = kernel(isEncryption ? ENCRYPT : isVerified ? DECRYPT_VERIFIED : DECRYPT, sessionKey);
        int result = AesGcmMethod.NOT_DONE;
        if (kernel != null && length > CallLimits.AES_GCM_BYTES) {
            result = cryptParts(kernel, isEncryption, sessionKey, iv, aad, aadLength, inputBase, input, length, inputScope, outputBase, output, tagBytes, outputScope);
        } else if (kernel != null && isReadable(isEncryption, inputBase, input, inputScope, outputBase, output, outputScope, length, tagBytes)) {
            result = kernel.crypt(sessionKey, iv, aad, aadLength, inputBase, input, length, outputBase, output, tagBytes, NO_STATE, 0, inputScope, outputScope);
        }
        if (isEncryption && result != AesGcmMethod.RIGHT) {
            CipherFields.setToBeInitialized(gcm, false);
        }
        if (result != AesGcmMethod.RIGHT) {
            return false;
        }
        CipherFields.resetEngine(gcm);
        return true;
    }

    /** {@link Buffers#isReadable}, for the data, the result and the tag. */
    private static boolean isReadable(boolean isEncryption, Object inputBase, long input, MemorySessionImpl inputScope, Object outputBase, long output,
                    MemorySessionImpl outputScope, int length, int tagBytes) {
        return Buffers.isReadable(inputBase, input, isEncryption ? length : length + tagBytes, inputScope, outputBase, output, isEncryption ? length + tagBytes : length,
                        outputScope);
    }

    /** In parts, with a safepoint between them. However that ends, nothing is left of what was decrypted unless the tag is right. */
    private static int cryptParts(AesGcmMethod kernel, boolean isEncryption, int[] sessionKey, byte[] iv, byte[] aad, int aadLength, Object inputBase, long input, int length,
                    MemorySessionImpl inputScope, Object outputBase, long output, int tagBytes, MemorySessionImpl outputScope) {
        if (!isEncryption) {
            Buffers.reserveStackToClear();
        }
        long[] state = new long[2];
        int result = AesGcmMethod.RIGHT;
        int written = 0;
        boolean isRight = false;
        try {
            while (result == AesGcmMethod.RIGHT && written < length) {
                int position = written;
                int bytes = Math.min(length - position, CallLimits.AES_GCM_BYTES);
                int tag = bytes == length - position ? tagBytes : 0;
                result = AesGcmMethod.NOT_DONE;
                if (isReadable(isEncryption, inputBase, input + position, inputScope, outputBase, output + position, outputScope, bytes, tag)) {
                    written = position + bytes;
                    result = kernel.crypt(sessionKey, iv, aad, aadLength, inputBase, input + position, bytes, outputBase, output + position, tag, state, position, inputScope,
                                    outputScope);
                }
                written = result == AesGcmMethod.NOT_DONE ? position : written;
            }
            isRight = result == AesGcmMethod.RIGHT;
            return result;
        } finally {
            if (!isRight && !isEncryption) {
                clear(outputBase, output, written, outputScope);
            }
            if (!isRight) {
                U.setMemory(state, Unsafe.ARRAY_LONG_BASE_OFFSET, 2 * Long.BYTES, (byte) 0);
            }
        }
    }

    /** Overwrites memory with zeros, with a safepoint after as much as kernels are given at once. */
    private static void clear(Object base, long address, int length, MemorySessionImpl scope) {
        int bytes;
        for (int done = 0; done < length; done += bytes) {
            bytes = Math.min(length - done, CallLimits.AES_GCM_BYTES);
            Buffers.clear(base, address + done, bytes, scope);
            Safepoints.poll();
        }
    }
}
