package org.cryptointrinsics.test.fuzz;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.LittleStack;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Reference;

/** Random uses of digests, HMAC and what is made of them, of memory of all kinds, with errors in their midst. */
final class DigestProgram implements Program {

    private static final List<String> DIGESTS = Stream.concat(Reference.DIGESTS.stream(), Reference.OTHER_DIGESTS.stream()).toList();
    private static final List<String> MACS = Reference.DIGESTS_OF_HMAC.stream().map(Reference::hmac).toList();
    private static final int[] BOUNDARIES = {56, 64, 72, 104, 112, 128, 136, 144, 168, 4096, 32768};
    private static final int PAGE = 4096;
    private static final int CAPACITY = 40 * PAGE;
    private static final int MOST_STEPS = 12;

    private final byte[] pool = new byte[CAPACITY];
    private final List<ByteBuffer> memories;
    private final ByteBuffer closed;
    private Random random;
    private Transcript transcript;

    DigestProgram() throws IOException {
        new Random(CAPACITY).nextBytes(pool);
        Path path = Files.createTempFile(JavaProcess.FOLDER, "mapped", null);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer direct = ByteBuffer.allocateDirect(CAPACITY);
            ByteBuffer native0 = Arena.ofShared().allocate(CAPACITY).asByteBuffer();
            ByteBuffer mapped = file.map(MapMode.READ_WRITE, 0, CAPACITY);
            for (ByteBuffer memory : List.of(direct, native0, mapped)) {
                memory.duplicate().put(pool);
            }
            ByteBuffer heap = ByteBuffer.wrap(pool);
            memories = List.of(heap, heap.asReadOnlyBuffer(), direct, direct.asReadOnlyBuffer(), native0, mapped, MemorySegment.ofArray(pool).asReadOnly().asByteBuffer());
        } finally {
            Files.delete(path);
        }
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(PAGE).asByteBuffer();
        }
    }

    @Override
    public List<String> sites() {
        return List.of("update", "digest", "reset", "copy", "doFinal", "getInstance", "nameUUIDFromBytes");
    }

    @Override
    public void play(Random numbers, Transcript notes) throws Exception {
        random = numbers;
        transcript = notes;
        switch (random.nextInt(8)) {
            case 0, 1 -> playMac();
            case 2 -> transcript.note(nameUUIDFromBytes(bytes(length())).toString());
            default -> playDigest();
        }
    }

    private int length() {
        return switch (random.nextInt(12)) {
            case 0 -> random.nextInt(CAPACITY);
            case 1, 2, 3 -> random.nextInt(5000);
            case 4, 5, 6 -> Math.min(BOUNDARIES[random.nextInt(BOUNDARIES.length)] + random.nextInt(5) - 2, CAPACITY);
            default -> random.nextInt(300);
        };
    }

    private byte[] bytes(int length) {
        int offset = random.nextInt(CAPACITY - length + 1);
        return Arrays.copyOfRange(pool, offset, offset + length);
    }

    private void playDigest() throws Exception {
        String algorithm = DIGESTS.get(random.nextInt(DIGESTS.size()));
        MessageDigest digest = getInstance(algorithm);
        transcript.note(algorithm);
        MessageDigest other = null;
        for (int steps = 1 + random.nextInt(MOST_STEPS); steps > 0; steps--) {
            try {
                switch (random.nextInt(16)) {
                    case 0 -> update(digest, (byte) random.nextInt());
                    case 1, 2 -> update(digest, bytes(length()));
                    case 3, 4 -> {
                        int length = length();
                        update(digest, pool, random.nextInt(CAPACITY - length + 1), length);
                    }
                    case 5, 6, 7 -> updateBuffer(digest);
                    case 8 -> transcript.note(digest(digest));
                    case 9 -> transcript.note(digest(digest, bytes(length())));
                    case 10 -> {
                        byte[] output = new byte[100];
                        transcript.note(digest(digest, output, random.nextInt(50), random.nextInt(70)));
                        transcript.note(output);
                    }
                    case 11 -> {
                        MessageDigest copy = (MessageDigest) copy(digest);
                        if (other != null) {
                            transcript.note(digest(other));
                        }
                        other = digest;
                        digest = copy;
                    }
                    case 12 -> reset(digest);
                    case 13 -> fail(digest);
                    // The JDK cannot reset SHA-3 then.
                    case 14 -> overflow(algorithm.startsWith("SHA3") || algorithm.startsWith("SHAKE") ? getInstance(algorithm) : digest);
                    default -> truncate(digest);
                }
            } catch (RuntimeException | DigestException e) {
                transcript.note(e.toString());
            }
        }
        transcript.note(digest(digest));
        if (other != null) {
            transcript.note(digest(other));
        }
    }

    private void updateBuffer(MessageDigest digest) {
        int length = length();
        int position = random.nextInt(CAPACITY - length + 1);
        ByteBuffer memory = memories.get(random.nextInt(memories.size()));
        ByteBuffer buffer = random.nextBoolean() ? memory.slice(position, length) : memory.duplicate().limit(position + length).position(position);
        update(digest, buffer);
        transcript.note(buffer.position());
        transcript.note(buffer.limit());
    }

    /** Calls that are wrong. */
    private void fail(MessageDigest digest) {
        switch (random.nextInt(6)) {
            case 0 -> update(digest, (byte[]) null);
            case 1 -> update(digest, pool, CAPACITY - 5, 6);
            case 2 -> update(digest, pool, -1, 5);
            case 3 -> update(digest, pool, 5, -1);
            case 4 -> update(digest, closed.duplicate());
            default -> update(digest, (ByteBuffer) null);
        }
    }

    /** An error that leaves nobody knows what. A reset brings it back. The memory is not freed, as the error may leave it acquired. */
    private void overflow(MessageDigest digest) throws Exception {
        byte[] bytes = bytes(random.nextInt(300));
        int length = random.nextInt(1000);
        boolean isNew = random.nextBoolean();
        int kind = random.nextInt(4);
        if (isNew) {
            reset(digest);
        }
        ByteBuffer direct = Arena.ofShared().allocate(length).asByteBuffer();
        LittleStack.run(() -> {
            switch (kind) {
                case 0 -> update(digest, bytes);
                case 1 -> update(digest, direct.duplicate());
                case 2 -> digest(digest);
                default -> digest(digest, bytes);
            }
        });
        reset(digest);
    }

    /** As {@link #overflow}, of a file. */
    private void truncate(MessageDigest digest) throws Exception {
        boolean isNew = random.nextBoolean();
        int pages = 1 + random.nextInt(20);
        int rest = random.nextInt(pages);
        int position = random.nextInt(pages * PAGE);
        Path path = Files.createTempFile(JavaProcess.FOLDER, "truncated", null);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE); Arena arena = Arena.ofConfined()) {
            ByteBuffer mapped = file.map(MapMode.READ_WRITE, 0, (long) pages * PAGE, arena).asByteBuffer().position(position);
            file.truncate((long) rest * PAGE);
            if (isNew) {
                reset(digest);
            }
            update(digest, mapped);
            digest(digest);
            // HotSpot may throw it as late as here.
            Thread.yield();
        } catch (InternalError e) {
            transcript.note("truncated");
        } finally {
            Files.delete(path);
        }
        reset(digest);
    }

    private void playMac() throws Exception {
        String algorithm = MACS.get(random.nextInt(MACS.size()));
        transcript.note(algorithm);
        Mac mac = Mac.getInstance(algorithm, "SunJCE");
        for (int steps = 1 + random.nextInt(MOST_STEPS); steps > 0; steps--) {
            try {
                switch (random.nextInt(9)) {
                    case 0, 1 -> mac.init(key(algorithm));
                    case 2 -> mac.update(bytes(length()));
                    case 3 -> {
                        ByteBuffer memory = memories.get(random.nextInt(memories.size())).duplicate();
                        mac.update(memory.limit(length()));
                        transcript.note(memory.position());
                    }
                    case 4 -> transcript.note(mac.doFinal());
                    case 5 -> mac.reset();
                    case 6 -> mac = (Mac) mac.clone();
                    default -> transcript.note(doFinal(mac, bytes(length())));
                }
            } catch (RuntimeException | GeneralSecurityException e) {
                transcript.note(e.toString());
            }
        }
    }

    private Key key(String algorithm) {
        byte[] bytes = bytes(1 + random.nextInt(200));
        if (random.nextInt(4) != 0) {
            return new SecretKeySpec(bytes, algorithm);
        }
        return OddKey.of(OddKey.Kind.values()[random.nextInt(OddKey.Kind.values().length)], random.nextBoolean(), bytes, algorithm);
    }

    // With the plugin, these are compiled from the beginning.

    private static MessageDigest getInstance(String algorithm) throws GeneralSecurityException {
        return MessageDigest.getInstance(algorithm);
    }

    private static UUID nameUUIDFromBytes(byte[] name) {
        return UUID.nameUUIDFromBytes(name);
    }

    private static void update(MessageDigest digest, byte input) {
        digest.update(input);
    }

    private static void update(MessageDigest digest, byte[] input) {
        digest.update(input);
    }

    private static void update(MessageDigest digest, byte[] input, int offset, int length) {
        digest.update(input, offset, length);
    }

    private static void update(MessageDigest digest, ByteBuffer input) {
        digest.update(input);
    }

    private static byte[] digest(MessageDigest digest) {
        return digest.digest();
    }

    private static byte[] digest(MessageDigest digest, byte[] input) {
        return digest.digest(input);
    }

    private static int digest(MessageDigest digest, byte[] output, int offset, int length) throws DigestException {
        return digest.digest(output, offset, length);
    }

    private static void reset(MessageDigest digest) {
        digest.reset();
    }

    private static Object copy(MessageDigest digest) throws CloneNotSupportedException {
        return digest.clone();
    }

    private static byte[] doFinal(Mac mac, byte[] input) {
        return mac.doFinal(input);
    }
}
