package org.cryptointrinsics.test.entry;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLEngine;

import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.tls.Engines;

/**
 * Closes shared arenas, whose memory is unmapped then, while another thread makes calls with buffers in them, and tells how these ended. Each ends in an exception; what comes of
 * the next call is told, too.
 */
public final class ClosedArenas {

    private static final String ENDED = " ended: ";
    private static final String REFUSED = " could not be closed: ";
    private static final String UNUSED = " is the JDK's: ";

    private static final int BYTES = 16_000;
    private static final int LONG_BYTES = 1 << 20;
    private static final int TAG_BYTES = 16;
    private static final int IV_BYTES = 12;
    private static final int RECORD_BYTES = 1 << 15;
    private static final int LONGEST_NANOS = 300_000;
    private static final int WARM_UP = 20;
    private static final long LONGEST_WARM_UP_NANOS = 60_000_000_000L;
    private static final int SEED = 1;
    private static final byte[] KEY = Reference.message(16);

    private ClosedArenas() {
    }

    /** Allocates a buffer. */
    @FunctionalInterface
    private interface Memory {
        ByteBuffer allocate(int bytes);
    }

    /** Is called again and again, until it fails. */
    private interface Call {
        void run() throws Exception;

        /** What comes of a call without the arena afterwards. */
        Object after() throws Exception;
    }

    /** Makes a call, with memory that goes away, and other. */
    @FunctionalInterface
    private interface Use {
        Call prepare(Memory closed, Memory other) throws Exception;
    }

    private static final Map<String, Use> USES = new TreeMap<>(Map.ofEntries(
                    Map.entry("MD5", (closed, _) -> new Hash("MD5", closed, BYTES)),
                    Map.entry("SHA-256 long", (closed, _) -> new Hash("SHA-256", closed, LONG_BYTES)),
                    Map.entry("SHA3-256", (closed, _) -> new Hash("SHA3-256", closed, BYTES)),
                    Map.entry("encryption", (closed, _) -> new Message(Cipher.ENCRYPT_MODE, closed, closed, BYTES)),
                    Map.entry("encryption of it", (closed, other) -> new Message(Cipher.ENCRYPT_MODE, closed, other, BYTES)),
                    Map.entry("encryption to it", (closed, other) -> new Message(Cipher.ENCRYPT_MODE, other, closed, BYTES)),
                    Map.entry("encryption long", (closed, _) -> new Message(Cipher.ENCRYPT_MODE, closed, closed, LONG_BYTES)),
                    Map.entry("decryption", (closed, _) -> new Message(Cipher.DECRYPT_MODE, closed, closed, BYTES)),
                    Map.entry("decryption of it", (closed, other) -> new Message(Cipher.DECRYPT_MODE, closed, other, BYTES)),
                    Map.entry("decryption to it", (closed, other) -> new Message(Cipher.DECRYPT_MODE, other, closed, BYTES)),
                    Map.entry("parts", (closed, _) -> new Parts(closed, closed)),
                    Map.entry("parts to it", (closed, other) -> new Parts(other, closed)),
                    Map.entry("encryption, other IV", (closed, _) -> new Message(Cipher.ENCRYPT_MODE, closed, closed, BYTES, 16)),
                    Map.entry("decryption, other IV", (closed, _) -> new Message(Cipher.DECRYPT_MODE, closed, closed, BYTES, 16)),
                    Map.entry("TLS 1.3", (closed, _) -> new Records("TLS_AES_128_GCM_SHA256", closed, closed, closed, 1)),
                    Map.entry("TLS 1.3 of it", (closed, other) -> new Records("TLS_AES_128_GCM_SHA256", closed, other, other, 1)),
                    Map.entry("TLS 1.3 by it", (closed, other) -> new Records("TLS_AES_128_GCM_SHA256", other, closed, other, 1)),
                    Map.entry("TLS 1.3 to it", (closed, other) -> new Records("TLS_AES_128_GCM_SHA256", other, other, closed, 1)),
                    Map.entry("TLS 1.3 of several", (closed, _) -> new Records("TLS_AES_128_GCM_SHA256", closed, closed, closed, 5)),
                    Map.entry("TLS 1.2", (closed, _) -> new Records("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", closed, closed, closed, 1))));

    /** A digest, which must have consumed what it says. */
    private static final class Hash implements Call {
        private final MessageDigest digest;
        private final MessageDigest copy;
        private final byte[] message;
        private final ByteBuffer input;
        private int updates;

        Hash(String algorithm, Memory memory, int bytes) throws Exception {
            digest = MessageDigest.getInstance(algorithm);
            copy = MessageDigest.getInstance(algorithm);
            message = Reference.message(bytes);
            input = memory.allocate(bytes).put(message);
        }

        @Override
        public void run() {
            input.rewind();
            // A part of a block stays in the digest's buffer.
            digest.update((byte) 1);
            digest.update(input);
            updates++;
        }

        @Override
        public Object after() {
            for (int i = 0; i < updates; i++) {
                copy.update((byte) 1);
                copy.update(message);
            }
            copy.update((byte) 1);
            copy.update(message, 0, input.position());
            return MessageDigest.isEqual(copy.digest(), digest.digest());
        }
    }

    private static Cipher cipher(int mode, int ivBytes) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(KEY, "AES"), new GCMParameterSpec(TAG_BYTES * Byte.SIZE, new byte[ivBytes]));
        return cipher;
    }

    /** A message in one call. */
    private static final class Message implements Call {
        private final int mode;
        private final ByteBuffer input;
        private final ByteBuffer output;
        private final int ivBytes;
        private Cipher cipher;

        Message(int mode, Memory in, Memory out, int bytes) throws Exception {
            this(mode, in, out, bytes, IV_BYTES);
        }

        Message(int mode, Memory in, Memory out, int bytes, int ivBytes) throws Exception {
            this.mode = mode;
            this.ivBytes = ivBytes;
            byte[] data = data(Reference.message(bytes));
            input = in.allocate(data.length).put(data);
            output = out.allocate(bytes + TAG_BYTES);
        }

        private byte[] data(byte[] message) throws Exception {
            return mode == Cipher.ENCRYPT_MODE ? message : cipher(Cipher.ENCRYPT_MODE, ivBytes).doFinal(message);
        }

        @Override
        public void run() throws Exception {
            cipher = cipher(mode, ivBytes);
            cipher.doFinal(input.rewind(), output.clear());
        }

        @Override
        public Object after() throws Exception {
            return cipher.doFinal(data(KEY)).length;
        }
    }

    /** A message in parts. */
    private static final class Parts implements Call {
        private final ByteBuffer input;
        private final ByteBuffer output;
        private final Cipher cipher = cipher(Cipher.ENCRYPT_MODE, IV_BYTES);

        Parts(Memory in, Memory out) throws Exception {
            input = in.allocate(BYTES).put(Reference.message(BYTES));
            output = out.allocate(BYTES + TAG_BYTES);
        }

        @Override
        public void run() throws Exception {
            cipher.update(input.rewind(), output.clear());
        }

        @Override
        public Object after() throws Exception {
            return cipher.doFinal(KEY).length;
        }
    }

    /** Records from one end of a connection to the other. */
    private static final class Records implements Call {
        private final Engines engines;
        private final ByteBuffer[] data;
        private final ByteBuffer record;
        private final ByteBuffer received;

        Records(String suite, Memory in, Memory between, Memory out, int sources) throws Exception {
            engines = new Engines(suite);
            data = new ByteBuffer[sources];
            for (int i = 0; i < sources; i++) {
                data[i] = in.allocate(BYTES / sources);
            }
            record = between.allocate(RECORD_BYTES);
            received = out.allocate(RECORD_BYTES);
        }

        @Override
        public void run() throws Exception {
            for (ByteBuffer part : data) {
                part.rewind();
            }
            if (data.length == 1) {
                engines.client.wrap(data[0], record.clear());
            } else {
                engines.client.wrap(data, record.clear());
            }
            engines.server.unwrap(record.flip(), received.clear());
        }

        @Override
        public Object after() {
            return state(engines.client) + ", " + state(engines.server);
        }

        private static String state(SSLEngine engine) {
            ByteBuffer sent = ByteBuffer.allocate(RECORD_BYTES);
            String result = outcome(() -> engine.wrap(ByteBuffer.wrap(KEY), sent).getStatus());
            return engine.isInboundDone() + " " + engine.isOutboundDone() + " " + result;
        }
    }

    @FunctionalInterface
    private interface Action {
        Object run() throws Exception;
    }

    private static String outcome(Action action) {
        try {
            return String.valueOf(action.run());
        } catch (Exception e) {
            StringBuilder told = new StringBuilder();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                told.append(told.isEmpty() ? "" : " by ").append(cause);
            }
            return told.toString();
        }
    }

    private static ByteBuffer map(int bytes, Arena arena) {
        return Pages.guarded((bytes + Pages.SIZE - 1) / Pages.SIZE * (long) Pages.SIZE, arena).asByteBuffer().limit(bytes).slice();
    }

    /**
     * What has come of all rounds of a use.
     *
     * @param refusals how often the arena could not be closed at once
     * @param calls of kernels, while an arena was open or being closed
     */
    private record Closed(Set<String> outcomes, int refusals, long calls) {
    }

    private static Closed close(Use use, int rounds, Random random) throws Exception {
        Set<String> outcomes = new TreeSet<>();
        int refusals = 0;
        long calls = 0;
        for (int i = 0; i < rounds; i++) {
            Closed closed = close(use, random);
            outcomes.addAll(closed.outcomes);
            refusals += closed.refusals;
            calls += closed.calls;
        }
        return new Closed(outcomes, refusals, calls);
    }

    private static Closed close(Use use, Random random) throws Exception {
        Arena arena = Arena.ofShared();
        Call call = use.prepare(bytes -> map(bytes, arena), ByteBuffer::allocateDirect);
        AtomicInteger calls = new AtomicInteger();
        String[] outcome = new String[1];
        long before = calls();
        Thread thread = Thread.ofPlatform().start(() -> {
            outcome[0] = outcome(() -> {
                while (true) {
                    call.run();
                    calls.incrementAndGet();
                }
            });
        });
        while (calls.get() == 0 && thread.isAlive()) {
            Thread.onSpinWait();
        }
        long until = System.nanoTime() + random.nextInt(LONGEST_NANOS);
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        boolean isClosed = false;
        boolean isRefused = false;
        while (!isClosed) {
            try {
                arena.close();
                isClosed = true;
            } catch (IllegalStateException e) {
                isRefused = true;
            }
        }
        thread.join();
        long calledKernels = calls() - before;
        return new Closed(Set.of(outcome[0] + ", then " + outcome(call::after)), isRefused ? 1 : 0, calledKernels);
    }

    /**
     * @param arguments how often each, and whether there are kernels
     */
    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        boolean hasKernels = Boolean.parseBoolean(arguments[1]);
        for (Map.Entry<String, Use> use : USES.entrySet()) {
            Call open = use.getValue().prepare(ByteBuffer::allocateDirect, ByteBuffer::allocateDirect);
            long before = calls();
            long start = System.nanoTime();
            for (int i = 0; hasKernels ? calls() - before < WARM_UP : i < WARM_UP; i++) {
                open.run();
                if (System.nanoTime() - start > LONGEST_WARM_UP_NANOS) {
                    System.out.println(use.getKey() + UNUSED + (calls() - before) + " calls of kernels");
                    return;
                }
            }
        }
        Random random = new Random(SEED);
        for (Map.Entry<String, Use> use : USES.entrySet()) {
            Closed closed = close(use.getValue(), rounds, random);
            closed.outcomes.forEach(outcome -> System.out.println(use.getKey() + ENDED + outcome));
            if (closed.refusals != 0) {
                System.out.println(use.getKey() + REFUSED + closed.refusals + " times of " + rounds);
            }
            if (hasKernels && closed.calls < rounds) {
                System.out.println(use.getKey() + UNUSED + closed.calls + " calls of kernels");
            }
        }
    }

    /** Of kernels. */
    private static long calls() {
        return C2.work().values().stream().mapToLong(Work::calls).sum();
    }
}
