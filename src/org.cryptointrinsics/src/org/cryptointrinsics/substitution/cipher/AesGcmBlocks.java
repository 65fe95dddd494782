package org.cryptointrinsics.substitution.cipher;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

import org.cryptointrinsics.kernel.aes.AesContext;
import org.cryptointrinsics.linkage.AesBlocksMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.CallLimits;
import org.cryptointrinsics.substitution.MethodSubstitution;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.Unsafe;

/**
 * What is executed before the JDK's methods for blocks of AES-GCM in the midst of a message, and for AES in counter mode. The objects that the JDK goes on with,
 * GCTR and GHASH, are left as by its methods, but for what those keep of the hash subkey, which they compute anew where they need it.
 */
public final class AesGcmBlocks {

    /** What the JDK gives its own method for both at least. */
    private static final int FEWEST_BYTES = 512;

    // By the length of the key.
    private static final OnDemand<AesBlocksMethod>[] ENCRYPT = kernels(AesPart.BLOCKS, true);
    private static final OnDemand<AesBlocksMethod>[] DECRYPT = kernels(AesPart.BLOCKS, false);
    private static final OnDemand<AesBlocksMethod>[] CRYPT_COUNTER = kernels(AesPart.COUNTER, true);
    private static final OnDemand<AesBlocksMethod> HASH = kernels(AesPart.HASH, false)[0];

    private AesGcmBlocks() {
    }

    private static int wholeBlocks(int bytes) {
        return bytes & -AesContext.BLOCK;
    }

    @SuppressWarnings("unchecked")
    private static OnDemand<AesBlocksMethod>[] kernels(AesPart part, boolean isEncryption) {
        return Intrinsics.first().aesGcm().blocksMethods(part, isEncryption).toArray(OnDemand[]::new);
    }

    /**
     * {@code GaloisCounterMode.implGCMCrypt}, with a safepoint between what kernels are given at once.
     *
     * @param ciphertext {@code output} if data are to be encrypted; if not, {@code input} or null
     */
    @MethodSubstitution(CipherFields.GCM)
    public static int implGCMCrypt(byte[] input, int inputOffset, int inputLength, byte[] ciphertext, @SuppressWarnings("unused") int ciphertextOffset, byte[] output,
                    int outputOffset, Object gctr, Object ghash) {
        int length = wholeBlocks(inputLength);
        int done = 0;
        if (length <= input.length - inputOffset && length <= output.length - outputOffset && (inputOffset | outputOffset) >= 0) {
            done = crypt(ciphertext == output, gctr, ghash, input, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) inputOffset, length, null, output,
                            Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) outputOffset, null);
        }
        return orNotDone(done);
    }

    private static int orNotDone(int done) {
        return done == 0 ? -1 : done;
    }

    /** {@code GCMEngine.implGCMCrypt}. Whatever buffers are of, no bytes are copied. */
    @MethodSubstitution(CipherFields.ENGINE)
    public static int implGCMCrypt(Object engine, ByteBuffer input, ByteBuffer output) throws Throwable {
        int position = input.position();
        int length = wholeBlocks(input.limit() - position);
        int outputPosition = output.position();
        int done = 0;
        if (length >= FEWEST_BYTES && length <= output.limit() - outputPosition && !output.isReadOnly() && !Buffers.isMapped(input) && !Buffers.isMapped(output)) {
            done = crypt(engine, input, position, length, output, outputPosition);
        }
        if (done != 0) {
            input.position(position + done);
            output.position(outputPosition + done);
        }
        return done == 0 || done == length ? orNotDone(done) : done + ModeFields.implGCMCrypt(engine, input, output);
    }

    private static int crypt(Object engine, ByteBuffer input, int inputPosition, int length, ByteBuffer output, int outputPosition) {
        if (!Buffers.isAccessible(input) || !Buffers.isAccessible(output)) {
            return 0;
        }
        try {
            return crypt(CipherFields.isEncryptionEngine(engine), CipherFields.gctr(engine), CipherFields.ghash(engine), Buffers.base(input),
                            Buffers.address(input, inputPosition), length, Buffers.scope(input), Buffers.base(output), Buffers.address(output, outputPosition),
                            Buffers.scope(output));
        } finally {
            Reference.reachabilityFence(input);
            Reference.reachabilityFence(output);
        }
    }

    /** {@code CounterMode.crypt}, with a safepoint between what kernels are given at once. What is no whole block is left to the JDK's method. */
    @MethodSubstitution(CipherFields.COUNTER_MODE)
    public static int crypt(Object mode, byte[] input, int inputOffset, int length, byte[] output, int outputOffset) throws Throwable {
        int done = 0;
        // Of other block ciphers, all is left to the JDK's method: that of 8 bytes would be called again and again.
        if (length >= FEWEST_BYTES && ModeFields.sessionKeyOfMode(mode) != null && input != null && output != null && length <= input.length - inputOffset &&
                        length <= output.length - outputOffset && (inputOffset | outputOffset) >= 0 && !Buffers.isOverwritten(input, inputOffset, length, output, outputOffset)) {
            int remaining = AesContext.BLOCK - ModeFields.used(mode);
            if (remaining > 0) {
                done = ModeFields.crypt(mode, input, inputOffset, remaining, output, outputOffset);
            }
            done += cryptBlocks(mode, true, input, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) inputOffset + done, length - done, null, output,
                            Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) outputOffset + done, null);
        }
        return done == 0 || done == length ? orNotDone(done) : done + ModeFields.crypt(mode, input, inputOffset + done, length - done, output, outputOffset + done);
    }

    /** {@code GCTR.update}. No bytes are copied, not even those of buffers that give no array away. */
    @MethodSubstitution(CipherFields.GCTR)
    public static int update(Object gctr, ByteBuffer input, ByteBuffer output) throws Throwable {
        int position = input.position();
        int length = wholeBlocks(input.limit() - position);
        int outputPosition = output.position();
        int done = 0;
        boolean isCopied = !input.hasArray() || !output.hasArray();
        if (isCopied && length > 0 && length <= output.limit() - outputPosition && !output.isReadOnly() && !Buffers.isMapped(input) && !Buffers.isMapped(output) &&
                        Buffers.isAccessible(input) && Buffers.isAccessible(output)) {
            try {
                done = cryptBlocks(gctr, Buffers.base(input), Buffers.address(input, position), length, Buffers.scope(input), Buffers.base(output),
                                Buffers.address(output, outputPosition), Buffers.scope(output));
            } finally {
                Reference.reachabilityFence(input);
                Reference.reachabilityFence(output);
            }
            input.position(position + done);
            output.position(outputPosition + done);
        }
        return done == 0 || done == length ? orNotDone(done) : done + ModeFields.updateCounter(gctr, input, output);
    }

    /** {@code GCTR.update}, as of buffers. */
    @MethodSubstitution(CipherFields.GCTR)
    public static int update(Object gctr, byte[] input, int inputOffset, int inputLength, ByteBuffer output) throws Throwable {
        int length = wholeBlocks(inputLength);
        int outputPosition = output.position();
        int done = 0;
        if (!output.hasArray() && length > 0 && inputOffset >= 0 && length <= input.length - inputOffset && length <= output.limit() - outputPosition &&
                        !output.isReadOnly() && !Buffers.isMapped(output) && Buffers.isAccessible(output)) {
            try {
                done = cryptBlocks(gctr, input, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) inputOffset, length, null, Buffers.base(output),
                                Buffers.address(output, outputPosition), Buffers.scope(output));
            } finally {
                Reference.reachabilityFence(output);
            }
            output.position(outputPosition + done);
        }
        return done == 0 || done == length ? orNotDone(done) : done + ModeFields.updateCounter(gctr, input, inputOffset + done, inputLength - done, output);
    }

    /** Of {@code gctr}, whole blocks; returns the size of those that this was done with. */
    private static int cryptBlocks(Object gctr, Object inputBase, long input, int length, MemorySessionImpl inputScope, Object outputBase, long output,
                    MemorySessionImpl outputScope) {
        return ModeFields.used(gctr) != AesContext.BLOCK || Buffers.isOverwritten(inputBase, input, length, outputBase, output) ? 0
                        : cryptBlocks(gctr, false, inputBase, input, length, inputScope, outputBase, output, outputScope);
    }

    /** {@code GHASH.update}, with a safepoint between what kernels are given at once. */
    @MethodSubstitution(CipherFields.GHASH)
    public static int update(Object ghash, byte[] input, int offset, int inputLength) throws Throwable {
        int length = wholeBlocks(inputLength);
        int done = 0;
        if (length >= FEWEST_BYTES && offset >= 0 && length <= input.length - offset) {
            done = hash(ghash, input, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, length, null);
        }
        return done == 0 || done == length ? orNotDone(done) : done + ModeFields.updateHash(ghash, input, offset + done, inputLength - done);
    }

    /** {@code GHASH.update}, as of an array; also of buffers that give none away, no bytes are copied. */
    @MethodSubstitution(CipherFields.GHASH)
    public static int update(Object ghash, ByteBuffer input, int inputLength) throws Throwable {
        int position = input.position();
        int length = wholeBlocks(inputLength);
        int done = 0;
        if (!input.hasArray() && length > 0 && length <= input.limit() - position && !Buffers.isMapped(input) && Buffers.isAccessible(input)) {
            try {
                done = hash(ghash, Buffers.base(input), Buffers.address(input, position), length, Buffers.scope(input));
            } finally {
                Reference.reachabilityFence(input);
            }
            input.position(position + done);
        }
        return done == 0 || done == length ? orNotDone(done) : done + ModeFields.updateHash(ghash, input, inputLength - done);
    }

    private static int hash(Object ghash, Object base, long address, int length, MemorySessionImpl scope) {
        long[] subkey = ModeFields.subkey(ghash);
        long[] state = ModeFields.state(ghash);
        AesBlocksMethod kernel = HASH.get();
        int done = 0;
        while (kernel != null && done < length) {
            int bytes = Math.min(length - done, CallLimits.AES_GCM_BYTES);
            if (!Buffers.isReadable(base, address + done, bytes, scope) || !kernel.crypt(null, null, subkey, state, base, address + done, null, 0, bytes, scope, null)) {
                break;
            }
            done += bytes;
        }
        return done;
    }

    /**
     * Encrypts or decrypts blocks in counter mode; returns the size of those that this was done with.
     *
     * @param isCarried whether there is a carry from the last 32 bits of the counter
     */
    private static int cryptBlocks(Object mode, boolean isCarried, Object inputBase, long input, int length, MemorySessionImpl inputScope, Object outputBase, long output,
                    MemorySessionImpl outputScope) {
        int[] sessionKey = ModeFields.sessionKeyOfMode(mode);
        byte[] counter = ModeFields.counter(mode);
        AesBlocksMethod kernel = sessionKey == null ? null : CRYPT_COUNTER[CipherFields.keyIndex(sessionKey)].get();
        int done = 0;
        while (kernel != null && length - done >= AesContext.BLOCK) {
            // The kernel increments the last 32 bits of the counter.
            int last = Integer.reverseBytes((int) (Bytes.getLong(counter, Long.BYTES) >>> Integer.SIZE));
            long untilCarry = (0x1_0000_0000L - Integer.toUnsignedLong(last)) * AesContext.BLOCK;
            int bytes = (int) Math.min(Math.min(wholeBlocks(length - done), CallLimits.AES_GCM_BYTES), untilCarry);
            if (!Buffers.isReadable(inputBase, input + done, bytes, inputScope, outputBase, output + done, bytes, outputScope) ||
                            !kernel.crypt(sessionKey, counter, null, null, inputBase, input + done, outputBase, output + done, bytes, inputScope, outputScope)) {
                break;
            }
            done += bytes;
            if (isCarried && bytes == untilCarry) {
                int i = AesContext.BLOCK - Integer.BYTES - 1;
                while (i >= 0 && ++counter[i] == 0) {
                    i--;
                }
            }
        }
        return done;
    }

    /** Encrypts or decrypts, and hashes, whole blocks; returns the size of those that this was done with. */
    private static int crypt(boolean isEncryption, Object gctr, Object ghash, Object inputBase, long input, int length, MemorySessionImpl inputScope, Object outputBase,
                    long output, MemorySessionImpl outputScope) {
        int[] sessionKey = ModeFields.sessionKeyOfMode(gctr);
        if (sessionKey == null || Buffers.isOverwritten(inputBase, input, length, outputBase, output)) {
            return 0;
        }
        byte[] counter = ModeFields.counter(gctr);
        long[] subkey = ModeFields.subkey(ghash);
        long[] state = ModeFields.state(ghash);
        AesBlocksMethod kernel = (isEncryption ? ENCRYPT : DECRYPT)[CipherFields.keyIndex(sessionKey)].get();
        int done = 0;
        while (kernel != null && done < length) {
            int bytes = Math.min(length - done, CallLimits.AES_GCM_BYTES);
            if (!Buffers.isReadable(inputBase, input + done, bytes, inputScope, outputBase, output + done, bytes, outputScope) ||
                            !kernel.crypt(sessionKey, counter, subkey, state, inputBase, input + done, outputBase, output + done, bytes, inputScope, outputScope)) {
                break;
            }
            done += bytes;
        }
        return done;
    }
}
