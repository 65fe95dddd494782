package org.cryptointrinsics.substitution;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

import org.cryptointrinsics.kernel.DigestAlgorithm;

import jdk.internal.misc.Unsafe;

/** What the substitutions need of the JDK's digest classes and what those keep to themselves. */
final class DigestFields {

    static final String DIGEST_BASE = "sun.security.provider.DigestBase";
    static final String DELEGATE = "java.security.MessageDigest$Delegate";

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final Class<?> BASE = forName(DIGEST_BASE);
    private static final Class<?> DELEGATE_CLASS = forName(DELEGATE);

    private static final Class<?> MD5_CLASS = forName(DigestAlgorithm.MD5.jdkClass());
    private static final Class<?> SHA1_CLASS = forName(DigestAlgorithm.SHA_1.jdkClass());
    private static final Class<?> SHA2_CLASS = forName(DigestAlgorithm.SHA_256.jdkClass());
    private static final Class<?> SHA5_CLASS = forName(DigestAlgorithm.SHA_512.jdkClass());
    private static final Class<?> SHA3_CLASS = forName(DigestAlgorithm.SHA3_256.jdkClass());

    private static final long MD5_STATE = U.objectFieldOffset(MD5_CLASS, "state");
    private static final long SHA1_STATE = U.objectFieldOffset(SHA1_CLASS, "state");
    private static final long SHA1_SCHEDULE = U.objectFieldOffset(SHA1_CLASS, "W");
    private static final long SHA2_STATE = U.objectFieldOffset(SHA2_CLASS, "state");
    private static final long SHA2_INITIAL_HASHES = U.objectFieldOffset(SHA2_CLASS, "initialHashes");
    private static final long SHA2_SCHEDULE = U.objectFieldOffset(SHA2_CLASS, "W");
    private static final long SHA5_STATE = U.objectFieldOffset(SHA5_CLASS, "state");
    private static final long SHA5_INITIAL_HASHES = U.objectFieldOffset(SHA5_CLASS, "initialHashes");
    private static final long SHA5_SCHEDULE = U.objectFieldOffset(SHA5_CLASS, "W");
    private static final long SHA3_STATE = U.objectFieldOffset(SHA3_CLASS, "state");
    private static final long SHA3_SUFFIX = U.objectFieldOffset(SHA3_CLASS, "suffix");
    private static final long SHA3_SQUEEZE_OFFSET = U.objectFieldOffset(SHA3_CLASS, "squeezeOffset");
    private static final long SPI = U.objectFieldOffset(DELEGATE_CLASS, "digestSpi");
    private static final long BUFFER = U.objectFieldOffset(BASE, "buffer");
    private static final long BUFFER_OFFSET = U.objectFieldOffset(BASE, "bufOfs");
    private static final long DIGEST_LENGTH = U.objectFieldOffset(BASE, "digestLength");
    private static final long BLOCK_SIZE = U.objectFieldOffset(BASE, "blockSize");
    private static final long BYTES_PROCESSED = U.objectFieldOffset(BASE, "bytesProcessed");

    private static final long STATE = U.objectFieldOffset(MessageDigest.class, "state");
    private static final int INITIAL = 0;
    private static final int IN_PROGRESS = 1;

    private static final MethodHandle IMPL_COMPRESS = method(BASE, "implCompress", byte[].class, int.class);
    private static final MethodHandle IMPL_COMPRESS0_OF_SHA3 = method(SHA3_CLASS, "implCompress0", byte[].class, int.class);
    private static final MethodHandle IMPL_DIGEST = method(BASE, "implDigest", byte[].class, int.class);
    private static final MethodHandle IMPL_RESET = method(BASE, "implReset");

    private DigestFields() {
    }

    /** Initializes this class, and resolves its calls of method handles: compiled code cannot do so, and would be thrown away there. Idempotent. */
    static void link() {
        for (LinkedCall call : List.<LinkedCall>of(() -> implCompress(null, null, 0), () -> implCompress0OfSHA3(null, null, 0),
                        () -> implDigest(null, null, 0), () -> implReset(null))) {
            try {
                call.run();
                throw new AssertionError("a method was called of no object");
            } catch (NullPointerException expected) {
                // Resolved.
            } catch (Error e) {
                throw e;
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }
    }

    @FunctionalInterface
    private interface LinkedCall {
        void run() throws Throwable;
    }

    /** A class of the JDK, not initialized. */
    static Class<?> forName(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(name);
        }
    }

    private static MethodHandle method(Class<?> type, String name, Class<?>... parameters) {
        try {
            MethodHandle method = MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findVirtual(type, name,
                            MethodType.methodType(void.class, parameters));
            return method.asType(method.type().changeParameterType(0, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
    }

    /**
     * @return the {@code DigestBase} behind {@code digest}, or null if it is something else, such as another provider's
     */
    static Object spi(MessageDigest digest) {
        Object spi = DELEGATE_CLASS.isInstance(digest) ? U.getReference(digest, SPI) : null;
        return BASE.isInstance(spi) ? spi : null;
    }

    static int[] stateOfMD5(Object digest) {
        return (int[]) U.getReference(digest, MD5_STATE);
    }

    static int[] stateOfSHA1(Object digest) {
        return (int[]) U.getReference(digest, SHA1_STATE);
    }

    static int[] stateOfSHA2(Object digest) {
        return (int[]) U.getReference(digest, SHA2_STATE);
    }

    static long[] stateOfSHA5(Object digest) {
        return (long[]) U.getReference(digest, SHA5_STATE);
    }

    static long[] stateOfSHA3(Object digest) {
        return (long[]) U.getReference(digest, SHA3_STATE);
    }

    /** The first byte after the message. */
    static int suffixOfSHA3(Object digest) {
        return U.getByte(digest, SHA3_SUFFIX);
    }

    /** What it is before anything was squeezed. */
    static void resetSqueezeOffsetOfSHA3(Object digest) {
        U.putInt(digest, SHA3_SQUEEZE_OFFSET, -1);
    }

    static long[] initialHashesOfSHA5(Object digest) {
        return (long[]) U.getReference(digest, SHA5_INITIAL_HASHES);
    }

    static int[] initialHashesOfSHA2(Object digest) {
        return (int[]) U.getReference(digest, SHA2_INITIAL_HASHES);
    }

    /**
     * Clears the message schedule, which only the JDK's own code uses, and leaves it to that code to make it anew: without it, no message has to clear it any
     * more.
     */
    static void clearScheduleOfSHA1(Object digest) {
        clearSchedule(digest, SHA1_SCHEDULE);
    }

    static void clearScheduleOfSHA2(Object digest) {
        clearSchedule(digest, SHA2_SCHEDULE);
    }

    static void clearScheduleOfSHA5(Object digest) {
        long[] schedule = (long[]) U.getReference(digest, SHA5_SCHEDULE);
        if (schedule != null) {
            Arrays.fill(schedule, 0);
            U.putReference(digest, SHA5_SCHEDULE, null);
        }
    }

    private static void clearSchedule(Object digest, long field) {
        int[] schedule = (int[]) U.getReference(digest, field);
        if (schedule != null) {
            Arrays.fill(schedule, 0);
            U.putReference(digest, field, null);
        }
    }

    /** {@code DigestBase.implCompress}. */
    static void implCompress(Object digest, byte[] data, int offset) throws Throwable {
        IMPL_COMPRESS.invokeExact(digest, data, offset);
    }

    /** {@code SHA3.implCompress0}. */
    static void implCompress0OfSHA3(Object digest, byte[] data, int offset) throws Throwable {
        IMPL_COMPRESS0_OF_SHA3.invokeExact(digest, data, offset);
    }

    /** {@code DigestBase.implDigest}. */
    static void implDigest(Object digest, byte[] out, int offset) throws Throwable {
        IMPL_DIGEST.invokeExact(digest, out, offset);
    }

    /** {@code DigestBase.implReset}. */
    static void implReset(Object digest) throws Throwable {
        IMPL_RESET.invokeExact(digest);
    }

    /** Marks that something was digested since the last reset. */
    static void setInProgress(MessageDigest digest) {
        U.putInt(digest, STATE, IN_PROGRESS);
    }

    static void setInitial(MessageDigest digest) {
        U.putInt(digest, STATE, INITIAL);
    }

    /** The incomplete block. */
    static byte[] buffer(Object digest) {
        return (byte[]) U.getReference(digest, BUFFER);
    }

    /** Bytes in the incomplete block. */
    static int bufferOffset(Object digest) {
        return U.getInt(digest, BUFFER_OFFSET);
    }

    static void setBufferOffset(Object digest, int value) {
        U.putInt(digest, BUFFER_OFFSET, value);
    }

    static int digestLength(Object digest) {
        return U.getInt(digest, DIGEST_LENGTH);
    }

    static int blockSize(Object digest) {
        return U.getInt(digest, BLOCK_SIZE);
    }

    /** Negative if the digest is to be reset first. */
    static long bytesProcessed(Object digest) {
        return U.getLong(digest, BYTES_PROCESSED);
    }

    static void setBytesProcessed(Object digest, long value) {
        U.putLong(digest, BYTES_PROCESSED, value);
    }

    static void addBytesProcessed(Object digest, int bytes) {
        setBytesProcessed(digest, bytesProcessed(digest) + bytes);
    }

    // The offsets of these are not checked: whoever calls them knows that there are as many bytes in the array.

    /** Eight bytes of an array, the first one in the lowest bits. */
    static long getLong(byte[] array, int offset) {
        return U.getLong(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset);
    }

    static int getInt(byte[] array, int offset) {
        return U.getInt(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset);
    }

    static void putLong(byte[] array, int offset, long value) {
        U.putLong(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, value);
    }

    static void putInt(byte[] array, int offset, int value) {
        U.putInt(array, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset, value);
    }

    /** Copies less than about a hundred bytes from outside of the heap; for these a call of HotSpot's stub takes longer. */
    static void copy(long address, byte[] to, int offset, int bytes) {
        int i = 0;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            putLong(to, offset + i, U.getLong(address + i));
        }
        for (; i < bytes; i++) {
            U.putByte(to, Unsafe.ARRAY_BYTE_BASE_OFFSET + (long) offset + i, U.getByte(address + i));
        }
    }
}
