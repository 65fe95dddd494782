package org.cryptointrinsics.substitution.tls;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

import org.cryptointrinsics.kernel.aes.GcmData;
import org.cryptointrinsics.linkage.AesGcmMethod;
import org.cryptointrinsics.linkage.AesPart;
import org.cryptointrinsics.linkage.AesRecordMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.selection.AesGcmIntrinsic;
import org.cryptointrinsics.selection.Intrinsics;
import org.cryptointrinsics.substitution.Buffers;
import org.cryptointrinsics.substitution.Bytes;
import org.cryptointrinsics.substitution.cipher.CipherFields;

import jdk.internal.foreign.MemorySessionImpl;
import jdk.internal.misc.ScopedMemoryAccess;
import jdk.internal.misc.Unsafe;

/**
 * Records with data of an application, encrypted with AES-GCM, of TLS 1.3 (RFC 8446, 5.2) or 1.2 (RFC 5246, 6.2.3.3, and 5288, 3). They have
 *
 * <table>
 * <caption>Bytes</caption>
 * <tr><th></th><th>TLS 1.3</th><th>TLS 1.2</th></tr>
 * <tr><td>header: the type of data, the version of TLS 1.2, the length of what follows</td><td>5</td><td>5</td></tr>
 * <tr><td>explicit nonce: the number of the record, as the JDK chooses it</td><td>0</td><td>8</td></tr>
 * <tr><td>encrypted: the data</td><td colspan="2">as many as there are</td></tr>
 * <tr><td>encrypted: the type, and zeros, 16 of which the JDK adds</td><td>17</td><td>0</td></tr>
 * <tr><td>tag</td><td>16</td><td>16</td></tr>
 * </table>
 */
final class GcmRecords {

    static final int TAG_BYTES = 16;
    /** Of data and what comes after them; the JDK counts both. */
    static final int MOST_FRAGMENT_BYTES = 16384;

    private static final int HEADER_BYTES = 5;
    private static final int NONCE_BYTES = 8;
    private static final int END_BYTES = GcmData.END_OF_RECORD;
    /** Of the additional authenticated data of TLS 1.2: the number, and a header with the length of the data. */
    private static final int AAD_BYTES = 13;
    /** {@code SSLRecord.maxRecordSize}. */
    private static final int MOST_RECORD_BYTES = 16709;
    /** {@code SSLRecord.maxLargeRecordSize}, of others. */
    private static final int MOST_OF_OTHERS = 33093;

    private static final byte APPLICATION_DATA = 23;
    private static final int TLS_1_2 = 0x0303;

    /**
     * Of a scope that another thread may close. Addresses need not be aligned: each access is one instruction right behind the check of the scope. Methods for unaligned ones call
     * others in between, where HotSpot may stop the thread and let go of the memory (JDK-8364167).
     */
    private static final ScopedMemoryAccess SCOPED = ScopedMemoryAccess.getScopedMemoryAccess();

    // By the length of the key.
    private static final OnDemand<AesRecordMethod>[] ENCRYPT_13 = kernels(AesPart.RECORD, true);
    private static final OnDemand<AesRecordMethod>[] ENCRYPT_12 = kernels(AesPart.MESSAGE, true);
    private static final OnDemand<AesRecordMethod>[] DECRYPT = kernels(AesPart.MESSAGE, false);

    private GcmRecords() {
    }

    @SuppressWarnings("unchecked")
    private static OnDemand<AesRecordMethod>[] kernels(AesPart part, boolean isEncryption) {
        AesGcmIntrinsic aesGcm = Intrinsics.first().aesGcm();
        return aesGcm.recordMethods(part, isEncryption).toArray(OnDemand[]::new);
    }

    /**
     * Makes the next record.
     *
     * @param output what has the records that are sent
     * @param source what has the data, or null
     * @param several what has them otherwise; they are copied to where their ciphertext will be, and encrypted there
     * @return what {@code SSLEngine.wrap} returns, or null if nothing was done
     */
    static SSLEngineResult encrypt(Object output, ByteBuffer source, SourceBuffers several, ByteBuffer destination) {
        Object cipher = RecordFields.writeCipher(output);
        boolean is13 = RecordFields.WRITE_13.fits(cipher);
        boolean isFit = is13 || RecordFields.WRITE_12.fits(cipher);
        ByteBuffer input = several == null ? source : destination;
        if (!isFit || destination.isReadOnly() || Buffers.isMapped(destination) ||
                        (several == null ? source == destination || Buffers.isMapped(source) : !several.fit(destination))) {
            return null;
        }
        int[] sessionKey = CipherFields.sessionKeyOfInitialized(is13 ? RecordFields.WRITE_13.cipher(cipher) : RecordFields.WRITE_12.cipher(cipher));
        AesRecordMethod kernel = sessionKey == null ? null : (is13 ? ENCRYPT_13 : ENCRYPT_12)[CipherFields.keyIndex(sessionKey)].get();
        if (kernel == null || !Buffers.isAccessible(input) || !Buffers.isAccessible(destination)) {
            return null;
        }
        try {
            return encrypt(output, cipher, is13, kernel, sessionKey, input, several, destination);
        } catch (IllegalStateException e) {
            // The arena of one was closed before the record had its number.
            return null;
        } finally {
            Reference.reachabilityFence(input);
            Reference.reachabilityFence(destination);
        }
    }

    /** How much data the JDK would put into the next record. */
    private static int mostBytes(Object output, int nonceBytes, int endBytes) {
        int packet = Math.min(RecordFields.packetBytes(output), MOST_RECORD_BYTES);
        int most = packet > 0 ? Math.min(packet - HEADER_BYTES - nonceBytes - TAG_BYTES, MOST_FRAGMENT_BYTES) : MOST_FRAGMENT_BYTES;
        int fragment = RecordFields.fragmentBytes(output);
        return (fragment > 0 ? Math.min(most, fragment) : most) - endBytes;
    }

    private static SSLEngineResult encrypt(Object output, Object cipher, boolean is13, AesRecordMethod kernel, int[] sessionKey, ByteBuffer input, SourceBuffers several,
                    ByteBuffer destination) {
        int nonceBytes = is13 ? 0 : NONCE_BYTES;
        int endBytes = is13 ? END_BYTES : 0;
        // Asked for once: what is read and written must be within the buffers also if another thread moves their positions.
        int inputLimit = input.limit();
        int inputPosition = input.position();
        int limit = destination.limit();
        int position = destination.position();
        int most = mostBytes(output, nonceBytes, endBytes);
        int bytes = several == null ? Math.min(inputLimit - inputPosition, most) : several.remaining(most);
        int encryptedBytes = bytes + endBytes;
        int recordBytes = HEADER_BYTES + nonceBytes + encryptedBytes + TAG_BYTES;
        Object outBase = Buffers.base(destination);
        MemorySessionImpl outScope = Buffers.scope(destination);
        long header = Buffers.address(destination, position);
        long out = header + HEADER_BYTES + nonceBytes;
        Object inBase = Buffers.base(input);
        MemorySessionImpl inScope = Buffers.scope(input);
        long in = several == null ? Buffers.address(input, inputPosition) : out;
        long number = RecordFields.WRITE.number(cipher);
        boolean isShared = inBase == outBase && in != out && in < header + recordBytes && header < in + bytes;
        // The JDK closes a connection long before there is no other number.
        if (bytes <= 0 || recordBytes > limit - position || number < 0 || isShared || !RecordFields.WRITE.isWithinLimit(cipher, encryptedBytes + TAG_BYTES) ||
                        !Buffers.isReadable(inBase, in, bytes, inScope, outBase, header, recordBytes, outScope) ||
                        several != null && !several.copy(destination, position + HEADER_BYTES + nonceBytes, bytes)) {
            return null;
        }
        SSLEngineResult result = new SSLEngineResult(Status.OK, HandshakeStatus.NOT_HANDSHAKING, bytes, recordBytes, number);
        long numberInOrder = Long.reverseBytes(number);
        byte[] aad = is13 ? null : aad(numberInOrder, bytes);
        putHeader(outBase, header, recordBytes - HEADER_BYTES, outScope);
        if (is13) {
            SCOPED.putByte(outScope, outBase, out + bytes, APPLICATION_DATA);
            // Of END_BYTES, 17, all but the type.
            SCOPED.putLong(outScope, outBase, out + bytes + 1, 0);
            SCOPED.putLong(outScope, outBase, out + bytes + 1 + Long.BYTES, 0);
        } else {
            SCOPED.putLong(outScope, outBase, header + HEADER_BYTES, numberInOrder);
        }
        // Before anything is encrypted: whatever is thrown from here on, nothing else is encrypted with this nonce.
        RecordFields.WRITE.setNumber(cipher, number + 1);
        int done;
        if (is13) {
            byte[] iv = RecordFields.WRITE_13.iv(cipher);
            done = kernel.crypt(sessionKey, Bytes.getInt(iv, 0), Bytes.getLong(iv, Integer.BYTES) ^ numberInOrder, outBase, header, HEADER_BYTES, inBase, in, encryptedBytes,
                            outBase, out, inScope, outScope);
        } else {
            done = kernel.crypt(sessionKey, Bytes.getInt(RecordFields.WRITE_12.iv(cipher), 0), numberInOrder, aad, Unsafe.ARRAY_BYTE_BASE_OFFSET, AAD_BYTES,
                            inBase, in, bytes, outBase, out, inScope, outScope);
        }
        if (done != AesGcmMethod.RIGHT) {
            RecordFields.WRITE.setNumber(cipher, number);
            return null;
        }
        RecordFields.WRITE.count(cipher, encryptedBytes + TAG_BYTES);
        RecordFields.setDataSent(output);
        if (several == null) {
            input.position(inputPosition + bytes);
        } else {
            several.skip(bytes);
        }
        destination.position(position + recordBytes);
        return result;
    }

    private static void putHeader(Object base, long address, int fragmentBytes, MemorySessionImpl scope) {
        SCOPED.putInt(scope, base, address, Integer.reverseBytes(APPLICATION_DATA << 24 | TLS_1_2 << Byte.SIZE | fragmentBytes >> Byte.SIZE));
        SCOPED.putByte(scope, base, address + Integer.BYTES, (byte) fragmentBytes);
    }

    /** The additional authenticated data of TLS 1.2. */
    private static byte[] aad(long numberInOrder, int bytes) {
        byte[] aad = new byte[AAD_BYTES];
        Bytes.putLong(aad, 0, numberInOrder);
        putHeader(aad, Unsafe.ARRAY_BYTE_BASE_OFFSET + Long.BYTES, bytes, null);
        return aad;
    }

    /**
     * Takes a record.
     *
     * @param input what has the records that come
     * @param mostBytes the most that a record may have without further ado, with its header
     * @return what {@code SSLEngine.unwrap} returns, or null if nothing was done
     */
    static SSLEngineResult decrypt(Object input, ByteBuffer source, int mostBytes, ByteBuffer destination) {
        Object cipher = RecordFields.readCipher(input);
        boolean is13 = RecordFields.READ_13.fits(cipher);
        boolean isFit = is13 || RecordFields.READ_12.fits(cipher);
        if (!isFit || source == destination || destination.isReadOnly() || Buffers.isMapped(source) || Buffers.isMapped(destination)) {
            return null;
        }
        int[] sessionKey = CipherFields.sessionKeyOfInitialized(is13 ? RecordFields.READ_13.cipher(cipher) : RecordFields.READ_12.cipher(cipher));
        AesRecordMethod kernel = sessionKey == null ? null : DECRYPT[CipherFields.keyIndex(sessionKey)].get();
        if (kernel == null || !Buffers.isAccessible(source) || !Buffers.isAccessible(destination)) {
            return null;
        }
        try {
            return decrypt(cipher, is13, kernel, sessionKey, source, mostBytes, destination);
        } catch (IllegalStateException e) {
            // The arena of one was closed before the record was counted.
            return null;
        } finally {
            Reference.reachabilityFence(source);
            Reference.reachabilityFence(destination);
        }
    }

    private static SSLEngineResult decrypt(Object cipher, boolean is13, AesRecordMethod kernel, int[] sessionKey, ByteBuffer source, int mostBytes, ByteBuffer destination) {
        int nonceBytes = is13 ? 0 : NONCE_BYTES;
        int sourceLimit = source.limit();
        int sourcePosition = source.position();
        int limit = destination.limit();
        int position = destination.position();
        Object inBase = Buffers.base(source);
        MemorySessionImpl inScope = Buffers.scope(source);
        long header = Buffers.address(source, sourcePosition);
        long in = header + HEADER_BYTES + nonceBytes;
        Object outBase = Buffers.base(destination);
        MemorySessionImpl outScope = Buffers.scope(destination);
        long out = Buffers.address(destination, position);
        if (HEADER_BYTES > sourceLimit - sourcePosition || !Buffers.isReadable(inBase, header, HEADER_BYTES, inScope) || !isHeaderOfData(inBase, header, inScope)) {
            return null;
        }
        int recordBytes = HEADER_BYTES + (Short.reverseBytes(SCOPED.getShort(inScope, inBase, header + HEADER_BYTES - Short.BYTES)) & 0xffff);
        // Of TLS 1.3, the type of the content and padding are decrypted, too.
        int bytes = recordBytes - HEADER_BYTES - nonceBytes - TAG_BYTES;
        long number = RecordFields.READ.number(cipher);
        boolean isShared = inBase == outBase && header < out + bytes && out < header + recordBytes;
        if (bytes <= 0 || recordBytes > Math.min(Math.min(mostBytes, MOST_OF_OTHERS), sourceLimit - sourcePosition) || bytes > limit - position || number < 0 || isShared ||
                        !RecordFields.READ.isWithinLimit(cipher, bytes) || !Buffers.isReadable(inBase, header, recordBytes, inScope, outBase, out, bytes, outScope)) {
            return null;
        }
        int decrypted;
        if (is13) {
            Buffers.reserveStackToClear();
            byte[] iv = RecordFields.READ_13.iv(cipher);
            decrypted = kernel.crypt(sessionKey, Bytes.getInt(iv, 0), Bytes.getLong(iv, Integer.BYTES) ^ Long.reverseBytes(number), inBase, header, HEADER_BYTES, inBase, in, bytes,
                            outBase, out, inScope, outScope);
        } else {
            decrypted = kernel.crypt(sessionKey, Bytes.getInt(RecordFields.READ_12.iv(cipher), 0),
                            SCOPED.getLong(inScope, inBase, header + HEADER_BYTES), aad(Long.reverseBytes(number), bytes), Unsafe.ARRAY_BYTE_BASE_OFFSET,
                            AAD_BYTES, inBase, in, bytes, outBase, out, inScope, outScope);
        }
        if (decrypted != AesGcmMethod.RIGHT) {
            return null;
        }
        int end = is13 ? end(outBase, out, bytes, outScope) : bytes;
        if (end == 0) {
            // It is no data, and not to be seen. The JDK decrypts it once more.
            Buffers.clear(outBase, out, bytes, outScope);
            return null;
        }
        RecordFields.READ.setNumber(cipher, number + 1);
        RecordFields.READ.count(cipher, bytes);
        source.position(sourcePosition + recordBytes);
        destination.position(position + end);
        return new SSLEngineResult(Status.OK, HandshakeStatus.NOT_HANDSHAKING, recordBytes, end, -1);
    }

    private static boolean isHeaderOfData(Object base, long address, MemorySessionImpl scope) {
        return Integer.reverseBytes(SCOPED.getInt(scope, base, address)) >> Byte.SIZE == (APPLICATION_DATA << Short.SIZE | TLS_1_2);
    }

    /** Where data end which type and padding follow, those cleared; 0 if these are no data, or none. */
    private static int end(Object base, long address, int bytes, MemorySessionImpl scope) {
        int end = bytes - 1;
        while (end > 0 && SCOPED.getByte(scope, base, address + end) == 0) {
            end--;
        }
        if (SCOPED.getByte(scope, base, address + end) != APPLICATION_DATA) {
            return 0;
        }
        SCOPED.putByte(scope, base, address + end, (byte) 0);
        return end;
    }
}
