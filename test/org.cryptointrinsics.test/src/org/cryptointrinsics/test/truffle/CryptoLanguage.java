package org.cryptointrinsics.test.truffle;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.nodes.RootNode;

/**
 * A guest language whose builtins call the JDK without a boundary. A program is the name of a builtin; its argument is the number of a message, its value the
 * last eight bytes of the digest, or of the tag.
 */
@TruffleLanguage.Registration(id = CryptoLanguage.ID, name = CryptoLanguage.ID)
public final class CryptoLanguage extends TruffleLanguage<Object> {

    static final String ID = "crypto";
    static final int LENGTH = 1024;
    static final int TAG_BYTES = 16;

    /** What is called for each program. */
    static final Map<String, CallTarget> TARGETS = new ConcurrentHashMap<>();

    @Override
    protected Object createContext(Env env) {
        return ID;
    }

    @Override
    protected CallTarget parse(ParsingRequest request) throws GeneralSecurityException {
        String program = request.getSource().getCharacters().toString();
        CallTarget target = new Program(this, Builtin.create(program)).getCallTarget();
        TARGETS.put(program, target);
        return target;
    }

    /** Writes a message of that number. */
    static void write(int number, byte[] message) {
        for (int i = 0; i < Integer.BYTES; i++) {
            message[i] = (byte) (number >> i * Byte.SIZE);
        }
    }

    static long lastBytes(byte[] result) {
        long value = 0;
        for (int i = result.length - Long.BYTES; i < result.length; i++) {
            value = value << Byte.SIZE | result[i] & 0xFF;
        }
        return value;
    }

    static void init(Cipher cipher, int number) throws GeneralSecurityException {
        byte[] iv = ByteBuffer.allocate(12).putInt(number).array();
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, iv));
    }

    static Mac mac() throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA512");
        mac.init(new SecretKeySpec(new byte[16], "HmacSHA512"));
        return mac;
    }

    /** What a provider may give: methods that are not final do more than the JDK's, and call these. */
    static final class Overriding extends MessageDigest {

        private long sum;
        private byte last;

        Overriding() {
            super("sum");
        }

        @Override
        public void update(byte[] input, int offset, int length) {
            super.update(input, offset, length - 1);
            last = input[offset + length - 1];
        }

        @Override
        public byte[] digest(byte[] input) {
            sum++;
            return super.digest(input);
        }

        @Override
        public byte[] digest() {
            byte[] result = super.digest();
            result[0] = last;
            return result;
        }

        @Override
        protected void engineUpdate(byte input) {
            sum = sum * 31 + input;
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                engineUpdate(input[i]);
            }
        }

        @Override
        protected byte[] engineDigest() {
            byte[] result = ByteBuffer.allocate(Long.BYTES).putLong(sum).array();
            engineReset();
            return result;
        }

        @Override
        protected void engineReset() {
            sum = 0;
        }
    }

    private static final class Program extends RootNode {

        @Child private Builtin builtin;
        private final byte[] message = new byte[LENGTH];

        Program(TruffleLanguage<?> language, Builtin builtin) {
            super(language);
            this.builtin = builtin;
        }

        @Override
        public Object execute(VirtualFrame frame) {
            int number = (int) frame.getArguments()[0];
            write(number, message);
            try {
                return lastBytes(builtin.execute(number, message));
            } catch (GeneralSecurityException e) {
                throw CompilerDirectives.shouldNotReachHere(e);
            }
        }
    }

    private abstract static class Builtin extends Node {

        abstract byte[] execute(int number, byte[] message) throws GeneralSecurityException;

        static Builtin create(String program) throws GeneralSecurityException {
            return switch (program) {
                case "digest" -> new Digest(MessageDigest.getInstance("SHA-256"));
                case "update" -> new Update(MessageDigest.getInstance("SHA-256"));
                case "update of any" -> new UpdateOfAny(MessageDigest.getInstance("MD5"), MessageDigest.getInstance("SHA-512"));
                case "digest of another class" -> new Digest(new Overriding());
                case "update of an array of another class" -> new Update(new Overriding());
                case "update of another class" -> new UpdateOfAny(new Overriding());
                case "update of a buffer" -> new UpdateOfBuffer(MessageDigest.getInstance("SHA-1"));
                case "look-up" -> new LookUp();
                case "mac" -> new Hmac(mac());
                case "encrypt" -> new Encrypt(Cipher.getInstance("AES/GCM/NoPadding"));
                case "encrypt a buffer" -> new EncryptBuffer(Cipher.getInstance("AES/GCM/NoPadding"));
                default -> throw new IllegalArgumentException(program);
            };
        }
    }

    private static final class Digest extends Builtin {

        private final MessageDigest digest;

        Digest(MessageDigest digest) {
            this.digest = digest;
        }

        @Override
        byte[] execute(int number, byte[] message) {
            return digest.digest(message);
        }
    }

    private static final class Update extends Builtin {

        private final MessageDigest digest;

        Update(MessageDigest digest) {
            this.digest = digest;
        }

        @Override
        byte[] execute(int number, byte[] message) {
            digest.update(message);
            return digest.digest();
        }
    }

    /** The receiver is not constant. */
    private static final class UpdateOfAny extends Builtin {

        private final MessageDigest[] digests;

        UpdateOfAny(MessageDigest... digests) {
            this.digests = digests;
        }

        @Override
        byte[] execute(int number, byte[] message) {
            MessageDigest digest = digests[number % digests.length];
            digest.update(message, 0, message.length);
            return digest.digest();
        }
    }

    private static final class UpdateOfBuffer extends Builtin {

        private final MessageDigest digest;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(LENGTH);

        UpdateOfBuffer(MessageDigest digest) {
            this.digest = digest;
        }

        @Override
        byte[] execute(int number, byte[] message) {
            fill(message);
            digest.update(buffer);
            return digest.digest();
        }

        @TruffleBoundary
        private void fill(byte[] message) {
            buffer.clear().put(message).flip();
        }
    }

    private static final class LookUp extends Builtin {

        @Override
        byte[] execute(int number, byte[] message) throws GeneralSecurityException {
            return MessageDigest.getInstance("SHA-224").digest(message);
        }
    }

    private static final class Hmac extends Builtin {

        private final Mac mac;

        Hmac(Mac mac) {
            this.mac = mac;
        }

        @Override
        byte[] execute(int number, byte[] message) {
            return mac.doFinal(message);
        }
    }

    private static final class Encrypt extends Builtin {

        private final Cipher cipher;

        Encrypt(Cipher cipher) {
            this.cipher = cipher;
        }

        @Override
        byte[] execute(int number, byte[] message) throws GeneralSecurityException {
            reset(number);
            return cipher.doFinal(message);
        }

        @TruffleBoundary
        private void reset(int number) throws GeneralSecurityException {
            init(cipher, number);
        }
    }

    private static final class EncryptBuffer extends Builtin {

        private final Cipher cipher;
        private final ByteBuffer input = ByteBuffer.allocateDirect(LENGTH);
        private final ByteBuffer output = ByteBuffer.allocateDirect(LENGTH + TAG_BYTES);

        EncryptBuffer(Cipher cipher) {
            this.cipher = cipher;
        }

        @Override
        byte[] execute(int number, byte[] message) throws GeneralSecurityException {
            reset(number, message);
            cipher.doFinal(input, output);
            return result();
        }

        @TruffleBoundary
        private void reset(int number, byte[] message) throws GeneralSecurityException {
            init(cipher, number);
            input.clear().put(message).flip();
            output.clear();
        }

        @TruffleBoundary
        private byte[] result() {
            byte[] result = new byte[output.flip().remaining()];
            output.get(result);
            return result;
        }
    }
}
