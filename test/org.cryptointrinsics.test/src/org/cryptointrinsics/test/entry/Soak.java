package org.cryptointrinsics.test.entry;

import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.net.ssl.SSLException;

import org.cryptointrinsics.substitution.digest.JdkDigest;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.RepeatableRandom;
import org.cryptointrinsics.test.bytecode.CountingAgent;
import org.cryptointrinsics.test.tls.Engines;

import jdk.test.whitebox.WhiteBox;

/**
 * Threads that make random calls, and compare what comes of each with what came of it without kernels, while others see to it that HotSpot throws code away, frames are left for
 * the interpreter, classes are loaded and unloaded, and another agent changes methods that call kernels. Memory of the VM is told, and must not grow.
 */
public final class Soak {

    private static final int CASES = 1000;
    private static final int THREADS = 8;
    private static final int LONGEST = 100_000;
    /** Less often than kernels are compiled again at most. */
    private static final int MOST_LOSSES = 80;
    private static final long SHORTEST_MILLIS = 4000;
    /** Of what classes were before HotSpot keeps some for good, 14 kB each, without the plugin as well: 23 of 120 of {@code DigestBase}. */
    private static final int MOST_REDEFINITIONS = 300;
    private static final long SHORTEST_REDEFINED_MILLIS = 1000;
    private static final int SAMPLES = 40;
    /** By how much memory may differ that does not grow. */
    private static final double MOST_GROWTH = 1.1;
    private static final int MOST_NOISE = 16 << 20;
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** Begins the last line. */
    static final String END = "done: ";
    private static final String TARGETS = "sun.security.provider.DigestBase.engineUpdate,javax.crypto.Cipher.doFinal";

    private static final List<Callable<Object>> DISTURBANCES = List.of(Soak::leaveFrames, Soak::loadClass, Soak::collectGarbage);

    /** Each thread has a connection of its own. */
    private static final ThreadLocal<Engines> ENGINES = ThreadLocal.withInitial(Soak::connect);
    private static final AtomicLong CALLS = new AtomicLong();
    private static final AtomicReference<Throwable> FAILURE = new AtomicReference<>();

    private Soak() {
    }

    /** Without kernels: writes what comes of each case to a file. */
    public static final class Plain {

        private Plain() {
        }

        public static void main(String[] arguments) throws Exception {
            List<String> results = new ArrayList<>();
            for (int number = 0; number < CASES; number++) {
                results.add(Long.toHexString(play(number)));
            }
            Files.write(Path.of(arguments[0]), results);
        }
    }

    /**
     * With kernels.
     *
     * @param arguments the file of {@link Plain}, and for how many seconds
     */
    public static void main(String[] arguments) throws Exception {
        List<String> expected = Files.readAllLines(Path.of(arguments[0]));
        long nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[1]));
        awaitKernels(expected);
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(i);
            threads.add(start(start + nanos, 0, () -> {
                check(random.nextInt(CASES), expected);
                return CALLS.incrementAndGet();
            }));
        }
        for (Callable<Object> disturbance : DISTURBANCES) {
            threads.add(start(start + nanos, 100, disturbance));
        }
        threads.add(start(start + nanos, Math.max(SHORTEST_REDEFINED_MILLIS, nanos / MOST_REDEFINITIONS / NANOS_PER_MILLI), Soak::redefine));
        threads.add(start(start + nanos, Math.max(SHORTEST_MILLIS, nanos / MOST_LOSSES / NANOS_PER_MILLI), () -> {
            WhiteBox.deoptimizeAll();
            return null;
        }));
        List<Sample> samples = new ArrayList<>();
        for (int i = 1; i <= SAMPLES && FAILURE.get() == null; i++) {
            Thread.sleep(Math.max(0, (start + nanos * i / SAMPLES - System.nanoTime()) / NANOS_PER_MILLI));
            samples.add(Sample.take());
            System.out.println((System.nanoTime() - start) / NANOS_PER_MILLI / 1000 + " s, " + CALLS + " calls, " + samples.getLast());
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (FAILURE.get() != null) {
            throw new AssertionError(FAILURE.get());
        }
        Sample earlier = Sample.most(samples.subList(SAMPLES / 4, SAMPLES / 2));
        Sample later = Sample.most(samples.subList(SAMPLES * 3 / 4, SAMPLES));
        if (later.hasGrownFrom(earlier)) {
            throw new AssertionError("memory has grown from " + earlier + " to " + later);
        }
        awaitKernels(expected);
        System.out.println(END + CALLS + " calls, kernels were thrown away " + losses() + " times");
    }

    /** All have work to do. */
    private static void awaitKernels(List<String> expected) throws Exception {
        long start = System.nanoTime();
        Map<String, Work> before = C2.work();
        for (int number = 0; before.isEmpty() || !before.keySet().stream().allMatch(name -> C2.work(name).calls() > before.get(name).calls()); number++) {
            if (System.nanoTime() - start > TimeUnit.MINUTES.toNanos(2)) {
                throw new AssertionError("kernels are not called: " + before + ", then " + C2.work());
            }
            before.putAll(before.isEmpty() ? C2.work() : Map.of());
            check(number % CASES, expected);
        }
    }

    private static long losses() throws JMException {
        ObjectName name = new ObjectName("org.cryptointrinsics:type=CryptoIntrinsics");
        CompositeData[] intrinsics = (CompositeData[]) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Intrinsics");
        return Stream.of(intrinsics).mapToLong(intrinsic -> (int) intrinsic.get("losses")).sum();
    }

    private static void check(int number, List<String> expected) throws Exception {
        String actual = Long.toHexString(play(number));
        if (!actual.equals(expected.get(number))) {
            throw new AssertionError("case " + number + " comes to " + actual + ", not to " + expected.get(number));
        }
    }

    /** Does something again and again, with pauses that are this long on average. */
    private static Thread start(long end, long pauseMillis, Callable<?> action) {
        Random random = new Random(pauseMillis);
        return Thread.ofPlatform().start(() -> {
            try {
                while (System.nanoTime() < end && FAILURE.get() == null) {
                    Thread.sleep(pauseMillis == 0 ? 0 : random.nextLong(2 * pauseMillis));
                    action.call();
                }
            } catch (Throwable e) {
                FAILURE.compareAndSet(null, e);
            }
        });
    }

    private static Object leaveFrames() {
        return WhiteBox.deoptimizeFrames(System.nanoTime() % 2 == 0);
    }

    /** A digest that no compiled code knows yet. */
    private static Object loadClass() throws Exception {
        try (var file = Unknown.class.getResourceAsStream("Soak$Unknown.class")) {
            MessageDigest digest = (MessageDigest) MethodHandles.lookup().defineHiddenClass(file.readAllBytes(), true).lookupClass().getDeclaredConstructor().newInstance();
            digest.update(ByteBuffer.allocateDirect(3));
            return digest.digest();
        }
    }

    /** As another agent does. */
    private static Object redefine() throws Exception {
        CountingAgent.start(TARGETS);
        Thread.sleep(100);
        CountingAgent.stop();
        return null;
    }

    private static Object collectGarbage() throws Exception {
        Thread.sleep(1000);
        System.gc();
        return null;
    }

    /** What comes of a case, in short. */
    private static long play(int number) throws Exception {
        Random random = new Random(number);
        byte[] message = new byte[random.nextInt(4) == 0 ? random.nextInt(LONGEST) : random.nextInt(2000)];
        random.nextBytes(message);
        CRC32C result = new CRC32C();
        switch (random.nextInt(11)) {
            case 0 -> result.update(UUID.nameUUIDFromBytes(message).toString().getBytes());
            case 1 -> {
                Mac mac = Mac.getInstance("HmacSHA" + (random.nextBoolean() ? 256 : 1));
                mac.init(new SecretKeySpec(Arrays.copyOf(message, 1 + random.nextInt(200)), "key"));
                result.update(mac.doFinal(message));
            }
            case 2 -> {
                PBEKeySpec password = new PBEKeySpec("password".toCharArray(), new byte[]{(byte) number}, 1 + random.nextInt(1000), 1 + random.nextInt(600));
                result.update(SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(password).getEncoded());
            }
            case 3, 4, 5 -> result.update(encrypt(message, random));
            case 6 -> result.update(makeKeys("ML-KEM-512", -1, number).getPrivate().getEncoded());
            case 7 -> {
                Signature signature = Signature.getInstance("ML-DSA-44");
                signature.initSign(makeKeys("ML-DSA-44", -1, number).getPrivate(), new RepeatableRandom(number));
                signature.update(message);
                result.update(signature.sign());
            }
            case 8 -> result.update(ENGINES.get().send(message, random.nextBoolean() ? ByteBuffer::allocateDirect : ByteBuffer::allocate));
            case 9 -> {
                KeyAgreement agreement = KeyAgreement.getInstance("X25519");
                agreement.init(makeKeys("X25519", 255, number).getPrivate());
                agreement.doPhase(makeKeys("X25519", 255, number + 1).getPublic(), true);
                result.update(agreement.generateSecret());
            }
            default -> {
                List<JdkDigest> digests = List.of(JdkDigest.values());
                result.update(digest(MessageDigest.getInstance(digests.get(random.nextInt(digests.size())).standardName()), message, random));
            }
        }
        return result.getValue();
    }

    private static Engines connect() {
        try {
            return new Engines("TLS_AES_128_GCM_SHA256");
        } catch (SSLException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyPair makeKeys(String name, int size, int number) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
        generator.initialize(size, new RepeatableRandom(number));
        return generator.generateKeyPair();
    }

    private static byte[] digest(MessageDigest digest, byte[] message, Random random) {
        int half = random.nextInt(message.length + 1);
        switch (random.nextInt(4)) {
            case 0 -> digest.update(message, 0, half);
            case 1 -> digest.update(ByteBuffer.wrap(message, 0, half));
            case 2 -> digest.update(ByteBuffer.wrap(message, 0, half).asReadOnlyBuffer());
            default -> digest.update(ByteBuffer.allocateDirect(half).put(0, message, 0, half));
        }
        digest.update(message, half, message.length - half);
        return digest.digest();
    }

    /** Encrypts, and decrypts what has come of that. */
    private static byte[] encrypt(byte[] message, Random random) throws GeneralSecurityException {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        SecretKeySpec key = new SecretKeySpec(bytes, 0, 16 + 8 * random.nextInt(3), "AES");
        boolean isGcm = random.nextInt(4) != 0;
        AlgorithmParameterSpec parameters = isGcm ? new GCMParameterSpec(128, bytes, 20, 12) : new IvParameterSpec(bytes, 0, 16);
        Cipher cipher = Cipher.getInstance(isGcm ? "AES/GCM/NoPadding" : "AES/CTR/NoPadding");
        boolean isDirect = random.nextBoolean();
        cipher.init(Cipher.ENCRYPT_MODE, key, parameters);
        byte[] encrypted = doFinal(cipher, message, isDirect);
        cipher.init(Cipher.DECRYPT_MODE, key, parameters);
        byte[] decrypted = doFinal(cipher, encrypted, isDirect);
        if (!Arrays.equals(message, decrypted)) {
            throw new AssertionError("decrypted otherwise");
        }
        return encrypted;
    }

    private static byte[] doFinal(Cipher cipher, byte[] message, boolean isDirect) throws GeneralSecurityException {
        if (!isDirect) {
            return cipher.doFinal(message);
        }
        ByteBuffer out = ByteBuffer.allocateDirect(message.length + 16);
        cipher.doFinal(ByteBuffer.allocateDirect(message.length).put(0, message), out);
        byte[] result = new byte[out.flip().remaining()];
        out.get(result);
        return result;
    }

    /**
     * Memory of the VM, in bytes.
     *
     * @param code what HotSpot has compiled
     * @param classes what it knows of classes
     * @param heap after a collection
     */
    private record Sample(long code, long classes, long heap) {

        static Sample take() {
            long code = 0;
            long classes = 0;
            long heap = 0;
            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                if (pool.getType() == MemoryType.HEAP) {
                    heap += pool.getCollectionUsage() == null ? 0 : pool.getCollectionUsage().getUsed();
                } else if (pool.getName().startsWith("Code")) {
                    code += pool.getUsage().getUsed();
                } else {
                    classes += pool.getUsage().getUsed();
                }
            }
            return new Sample(code, classes, heap);
        }

        /** The most of each. */
        static Sample most(List<Sample> samples) {
            return samples.stream().reduce((a, b) -> new Sample(Math.max(a.code, b.code), Math.max(a.classes, b.classes), Math.max(a.heap, b.heap))).orElseThrow();
        }

        boolean hasGrownFrom(Sample earlier) {
            return hasGrown(earlier.code, code) || hasGrown(earlier.classes, classes) || hasGrown(earlier.heap, heap);
        }

        private static boolean hasGrown(long earlier, long later) {
            return later > earlier * MOST_GROWTH + MOST_NOISE;
        }

        @Override
        public String toString() {
            return "code %.1f MB, classes %.1f MB, heap %.1f MB".formatted(code / 1e6, classes / 1e6, heap / 1e6);
        }
    }

    /** Counts bytes. */
    private static final class Unknown extends MessageDigest {

        private byte count;

        Unknown() {
            super("unknown");
        }

        @Override
        protected void engineUpdate(byte input) {
            count++;
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
            count += (byte) length;
        }

        @Override
        protected byte[] engineDigest() {
            return new byte[]{count};
        }

        @Override
        protected void engineReset() {
            count = 0;
        }
    }
}
