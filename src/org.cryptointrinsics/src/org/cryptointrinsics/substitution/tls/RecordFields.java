package org.cryptointrinsics.substitution.tls;

import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;

import javax.crypto.Cipher;

import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.JdkMembers;

import jdk.internal.misc.Unsafe;

/** What the substitutions need of the JDK's classes for records of TLS, and of the ciphers that these have. */
public final class RecordFields {

    /** Of the IV, in bytes, what is kept between records. */
    private static final int WHOLE_IV = 12;
    private static final int FIXED_IV = 4;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final JdkMembers MEMBERS = RecordFamily.MEMBERS;

    private static final Class<?> AUTHENTICATOR_CLASS = MEMBERS.type(RecordClasses.AUTHENTICATOR);
    private static final long BLOCK = MEMBERS.field(AUTHENTICATOR_CLASS, "block", byte[].class);

    static final Direction WRITE = Direction.of(MEMBERS.type(RecordClasses.CIPHER + "SSLWriteCipher"));
    static final Direction READ = Direction.of(MEMBERS.type(RecordClasses.CIPHER + "SSLReadCipher"));
    static final GcmCipher WRITE_13 = GcmCipher.of(MEMBERS.type(RecordClasses.GCM_WRITE_13, WRITE.type), "iv", WHOLE_IV);
    static final GcmCipher READ_13 = GcmCipher.of(MEMBERS.type(RecordClasses.GCM_READ_13, READ.type), "iv", WHOLE_IV);
    static final GcmCipher WRITE_12 = GcmCipher.of(MEMBERS.type(RecordClasses.GCM_WRITE_12, WRITE.type), "fixedIv", FIXED_IV);
    static final GcmCipher READ_12 = GcmCipher.of(MEMBERS.type(RecordClasses.GCM_READ_12, READ.type), "fixedIv", FIXED_IV);

    private static final Class<?> OUTPUT_CLASS = MEMBERS.type(EngineFields.PACKAGE + "OutputRecord");
    private static final Class<?> ENGINE_OUTPUT_CLASS = MEMBERS.type(RecordClasses.ENGINE_OUTPUT, OUTPUT_CLASS);
    private static final long WRITE_CIPHER = MEMBERS.field(OUTPUT_CLASS, "writeCipher", WRITE.type);
    private static final long PACKET_BYTES = MEMBERS.field(OUTPUT_CLASS, "packetSize", int.class);
    private static final long FRAGMENT_BYTES = MEMBERS.field(OUTPUT_CLASS, "fragmentSize", int.class);
    private static final long IS_FIRST_DATA = MEMBERS.field(OUTPUT_CLASS, "isFirstAppOutputRecord", boolean.class);
    private static final MethodHandle IS_OUTPUT_CLOSED = MEMBERS.method(ENGINE_OUTPUT_CLASS, "isClosed", boolean.class);
    private static final MethodHandle IS_EMPTY = MEMBERS.method(ENGINE_OUTPUT_CLASS, "isEmpty", boolean.class);

    private static final Class<?> INPUT_CLASS = MEMBERS.type(EngineFields.PACKAGE + "InputRecord");
    private static final Class<?> ENGINE_INPUT_CLASS = MEMBERS.type(RecordClasses.ENGINE_INPUT, INPUT_CLASS);
    private static final long READ_CIPHER = MEMBERS.field(INPUT_CLASS, "readCipher", READ.type);
    private static final long IS_INPUT_CLOSED = MEMBERS.field(INPUT_CLASS, "isClosed", boolean.class);
    private static final long IS_FORMAT_VERIFIED = MEMBERS.field(ENGINE_INPUT_CLASS, "formatVerified", boolean.class);
    private static final long HANDSHAKE_BUFFER = MEMBERS.field(ENGINE_INPUT_CLASS, "handshakeBuffer", ByteBuffer.class);

    private RecordFields() {
    }

    /** The fields that all ciphers of one direction have. */
    record Direction(Class<?> type, long authenticator, long isLimited, long countdown) {

        private static Direction of(Class<?> type) {
            return new Direction(type, MEMBERS.field(type, "authenticator", AUTHENTICATOR_CLASS), MEMBERS.field(type, "keyLimitEnabled", boolean.class),
                            MEMBERS.field(type, "keyLimitCountdown", long.class));
        }

        /** For TLS 1.2, the additional authenticated data (RFC 5246, 6.2.3.3): the number of the next record, 8 bytes, and 5 that the JDK sets in copies. */
        private byte[] block(Object cipher) {
            return (byte[]) U.getReference(U.getReference(cipher, authenticator), BLOCK);
        }

        /** The number of the next record. */
        long number(Object cipher) {
            return Long.reverseBytes(Bytes.getLong(block(cipher), 0));
        }

        void setNumber(Object cipher, long value) {
            Bytes.putLong(block(cipher), 0, Long.reverseBytes(value));
        }

        /** Whether so many bytes may still be encrypted with the key (RFC 8446, 5.5); with more, the JDK asks for another one. */
        boolean isWithinLimit(Object cipher, int bytes) {
            return U.getLong(cipher, countdown) >= (U.getBoolean(cipher, isLimited) ? bytes : 0);
        }

        /** That so many were. */
        void count(Object cipher, int bytes) {
            if (U.getBoolean(cipher, isLimited)) {
                U.putLong(cipher, countdown, U.getLong(cipher, countdown) - bytes);
            }
        }
    }

    /** A class of ciphers. */
    record GcmCipher(Class<?> type, long cipher, long tagBytes, long iv, int ivBytes) {

        private static GcmCipher of(Class<?> type, String iv, int ivBytes) {
            return new GcmCipher(type, MEMBERS.field(type, "cipher", Cipher.class), MEMBERS.field(type, "tagSize", int.class), MEMBERS.field(type, iv, byte[].class), ivBytes);
        }

        /** Whether it is one, with a tag and an IV as AES-GCM has them in TLS. */
        boolean fits(Object of) {
            return type.isInstance(of) && U.getInt(of, tagBytes) == GcmRecords.TAG_BYTES && iv(of).length == ivBytes;
        }

        Cipher cipher(Object of) {
            return (Cipher) U.getReference(of, cipher);
        }

        byte[] iv(Object of) {
            return (byte[]) U.getReference(of, iv);
        }
    }

    static Object writeCipher(Object output) {
        return U.getReference(output, WRITE_CIPHER);
    }

    static Object readCipher(Object input) {
        return U.getReference(input, READ_CIPHER);
    }

    /** Whether records of a {@code SSLEngine} are encrypted with AES-GCM. */
    static boolean isSentByKernels(Object output) {
        return ENGINE_OUTPUT_CLASS.isInstance(output) && (WRITE_13.fits(writeCipher(output)) || WRITE_12.fits(writeCipher(output)));
    }

    /** As {@link #isSentByKernels}. */
    static boolean isReceivedByKernels(Object input) {
        return ENGINE_INPUT_CLASS.isInstance(input) && (READ_13.fits(readCipher(input)) || READ_12.fits(readCipher(input)));
    }

    /** Whether data may be sent, and nothing else is to be sent before. */
    static boolean isOpenAndEmpty(Object output) {
        try {
            return !(boolean) IS_OUTPUT_CLOSED.invokeExact(output) && (boolean) IS_EMPTY.invokeExact(output);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The most that a record may have, with its header; 0 if it is not limited. */
    static int packetBytes(Object output) {
        return U.getInt(output, PACKET_BYTES);
    }

    /** The most that a record may have of data, with type and padding; not above 0 if it is not limited. */
    static int fragmentBytes(Object output) {
        return U.getInt(output, FRAGMENT_BYTES);
    }

    static void setDataSent(Object output) {
        U.putBoolean(output, IS_FIRST_DATA, false);
    }

    /** Whether a record of data may come next. */
    static boolean expectsData(Object input) {
        ByteBuffer handshake = (ByteBuffer) U.getReference(input, HANDSHAKE_BUFFER);
        return !U.getBooleanVolatile(input, IS_INPUT_CLOSED) && U.getBoolean(input, IS_FORMAT_VERIFIED) && (handshake == null || !handshake.hasRemaining());
    }
}
