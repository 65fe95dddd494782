package org.cryptointrinsics.bench;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.substitution.CallLimits;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Whole messages of AES-GCM. Key, cipher and what is written to are reused; each message that is encrypted has an IV of its own.
 */
public abstract class CipherMessage extends Message {

    static final String TRANSFORMATION = "AES/GCM/NoPadding";
    static final int TAG_BYTES = 16;

    private static final int IV_BYTES = 12;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] iv = new byte[IV_BYTES];
    private final byte[] ivOfCiphertext = new byte[IV_BYTES];
    SecretKey secret;

    private Text heapPlaintext;
    private Text directPlaintext;
    private Text heapCiphertext;
    private Text directCiphertext;
    private Text sameHeapCiphertext;
    private Text sameDirectCiphertext;
    private Text heapOutput;
    private Text directOutput;
    private byte[] tag;
    private byte[] nextTag;

    /** Memory, as Java and as libcrypto are told of it. */
    static final class Text {
        final ByteBuffer buffer;
        final MemorySegment data;
        final MemorySegment tag;

        /**
         * @param dataBytes what is behind is the tag
         */
        Text(ByteBuffer buffer, int dataBytes) {
            this.buffer = buffer;
            MemorySegment segment = MemorySegment.ofBuffer(buffer.clear());
            data = segment.asSlice(0, dataBytes);
            tag = segment.asSlice(dataBytes);
        }
    }

    @Override
    void open(Work work) throws Exception {
        Algorithm cipher = Algorithm.of(algorithm);
        secret = new SecretKeySpec(Arrays.copyOf(key, cipher.keyBytes()), "AES");
        LONG.set(iv, IV_BYTES - Long.BYTES, 0L);
    }

    @Override
    final int[] warmUpLengths() {
        // Longer messages are given to kernels in parts, by other code.
        return length <= CallLimits.AES_GCM_BYTES ? super.warmUpLengths() : new int[]{SHORT, CallLimits.AES_GCM_BYTES + SHORT};
    }

    @Override
    final void makeMessage(int bytes) throws GeneralSecurityException {
        super.makeMessage(bytes);
        byte[] ciphertext = encryptByJdk(array);
        tag = Arrays.copyOfRange(ciphertext, bytes, ciphertext.length);
        // Counter mode is its own inverse: what is decrypted in place is the ciphertext of what it was, but for the tag.
        nextTag = Arrays.copyOfRange(encryptByJdk(Arrays.copyOf(ciphertext, bytes)), bytes, ciphertext.length);
        heapPlaintext = new Text(ByteBuffer.wrap(array), bytes);
        directPlaintext = new Text(direct, bytes);
        heapCiphertext = new Text(ByteBuffer.wrap(ciphertext), bytes);
        directCiphertext = new Text(allocateDirect(ciphertext.length).put(ciphertext), bytes);
        sameHeapCiphertext = new Text(heapCiphertext.buffer.duplicate(), bytes);
        sameDirectCiphertext = new Text(directCiphertext.buffer.duplicate(), bytes);
        heapOutput = new Text(ByteBuffer.allocate(ciphertext.length), bytes);
        directOutput = new Text(allocateDirect(ciphertext.length), bytes);
    }

    private byte[] encryptByJdk(byte[] plaintext) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(TRANSFORMATION, "SunJCE");
        cipher.init(Cipher.ENCRYPT_MODE, secret, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, ivOfCiphertext));
        return cipher.doFinal(plaintext);
    }

    @Override
    final Object run(Work work) throws GeneralSecurityException {
        return switch (work) {
            case ENCRYPT_HEAP -> encryptHeap();
            case ENCRYPT_DIRECT -> encryptDirect();
            case ENCRYPT_HEAP_TO_DIRECT -> encryptHeapToDirect();
            case ENCRYPT_DIRECT_TO_HEAP -> encryptDirectToHeap();
            case DECRYPT_HEAP -> decryptHeap();
            case DECRYPT_DIRECT -> decryptDirect();
            case DECRYPT_HEAP_IN_PLACE -> decryptHeapInPlace();
            case DECRYPT_DIRECT_IN_PLACE -> decryptDirectInPlace();
            default -> throw lacks(work);
        };
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer encryptHeap() throws GeneralSecurityException {
        return encrypt(heapPlaintext, heapOutput);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer encryptDirect() throws GeneralSecurityException {
        return encrypt(directPlaintext, directOutput);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer encryptHeapToDirect() throws GeneralSecurityException {
        return encrypt(heapPlaintext, directOutput);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer encryptDirectToHeap() throws GeneralSecurityException {
        return encrypt(directPlaintext, heapOutput);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer decryptHeap() throws GeneralSecurityException {
        return decrypt(heapCiphertext, heapOutput);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer decryptDirect() throws GeneralSecurityException {
        return decrypt(directCiphertext, directOutput);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer decryptHeapInPlace() throws GeneralSecurityException {
        return decryptInPlace(heapCiphertext, sameHeapCiphertext);
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public ByteBuffer decryptDirectInPlace() throws GeneralSecurityException {
        return decryptInPlace(directCiphertext, sameDirectCiphertext);
    }

    private ByteBuffer encrypt(Text from, Text to) throws GeneralSecurityException {
        LONG.set(iv, IV_BYTES - Long.BYTES, (long) LONG.get(iv, IV_BYTES - Long.BYTES) + 1);
        encrypt(iv, from, to);
        return to.buffer.clear();
    }

    private ByteBuffer decrypt(Text from, Text to) throws GeneralSecurityException {
        decrypt(ivOfCiphertext, from, to);
        return to.buffer.clear().limit(size);
    }

    private ByteBuffer decryptInPlace(Text text, Text same) throws GeneralSecurityException {
        decrypt(ivOfCiphertext, text, same);
        byte[] next = nextTag;
        nextTag = tag;
        tag = next;
        text.buffer.put(size, next);
        return same.buffer.clear().limit(size);
    }

    abstract void encrypt(byte[] ofMessage, Text from, Text to) throws GeneralSecurityException;

    /** Throws an exception if the tag is wrong. */
    abstract void decrypt(byte[] ofMessage, Text from, Text to) throws GeneralSecurityException;
}
