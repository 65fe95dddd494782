package org.cryptointrinsics.test;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.Test;

import com.sun.management.ThreadMXBean;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import sun.security.jca.ProviderList;
import sun.security.jca.Providers;

/**
 * {@code MessageDigest.getInstance} and {@code UUID.nameUUIDFromBytes} are compiled to no look-up and no allocation, and yet heed the providers as they are. Each
 * test changes these in a process of its own.
 */
public class ProviderTest {

    private static final List<String> EXPORTS = List.of("--add-exports=java.base/sun.security.jca=ALL-UNNAMED");

    private void run(String scenario, String... options) throws Exception {
        List<String> all = new ArrayList<>(EXPORTS);
        all.addAll(List.of(options));
        JavaProcess.runLikeThis(all, Main.class, scenario);
    }

    @Test
    public void digestsOfSun() throws Exception {
        run("digestsOfSun");
    }

    @Test
    public void nameUUIDs() throws Exception {
        run("nameUUIDs");
    }

    @Test
    public void providerIsInserted() throws Exception {
        run("providerIsInserted");
    }

    @Test
    public void servicesOfSunAreReplaced() throws Exception {
        run("servicesOfSunAreReplaced");
    }

    @Test
    public void servicesOfSunAreRemoved() throws Exception {
        run("servicesOfSunAreRemoved");
    }

    @Test
    public void threadHasItsOwnProviders() throws Exception {
        run("threadHasItsOwnProviders");
    }

    @Test
    public void algorithmIsDisabled() throws Exception {
        run("algorithmIsDisabled", "-Djdk.crypto.disabledAlgorithms=MessageDigest.MD5");
    }

    @Test
    public void otherProviderIsPreferred() throws Exception {
        Path properties = Files.createTempFile(JavaProcess.FOLDER, "preferred", ".security");
        try {
            Files.writeString(properties, "jdk.security.provider.preferred=MessageDigest.MD5:SunJCE\n");
            run("otherProviderIsPreferred", "-Djava.security.properties=" + properties);
        } finally {
            Files.delete(properties);
        }
    }

    @Test
    public void lookUpsAreRecorded() throws Exception {
        run("lookUpsAreRecorded");
    }

    /** The call sites under test. */
    static final class Sites {

        private Sites() {
        }

        static MessageDigest getMD5() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("MD5");
        }

        static MessageDigest getSHA1() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-1");
        }

        static MessageDigest getSHA224() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-224");
        }

        static MessageDigest getSHA256() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("sha-256");
        }

        static MessageDigest getSHA384() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-384");
        }

        static MessageDigest getSHA512() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512");
        }

        static MessageDigest getSHA512of224() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512/224");
        }

        static MessageDigest getSHA512of256() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512/256");
        }

        static byte[] hashMD5(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("MD5").digest(message);
        }

        static byte[] hashSHA1(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-1").digest(message);
        }

        static byte[] hashSHA256(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256").digest(message);
        }

        static byte[] hashSHA512(byte[] message) throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-512").digest(message);
        }

        static UUID name(byte[] name) {
            return UUID.nameUUIDFromBytes(name);
        }

        static long leastBits(byte[] name) {
            return UUID.nameUUIDFromBytes(name).getLeastSignificantBits();
        }
    }

    /** MD5 of somebody else. */
    public static final class OtherMD5 extends MessageDigest implements Cloneable {

        public OtherMD5() {
            super("MD5");
        }

        @Override
        protected void engineUpdate(byte input) {
        }

        @Override
        protected void engineUpdate(byte[] input, int offset, int length) {
        }

        @Override
        protected byte[] engineDigest() {
            return new byte[16];
        }

        @Override
        protected void engineReset() {
        }
    }

    private static final class OtherProvider extends Provider {

        private static final long serialVersionUID = 1L;

        OtherProvider() {
            super("Other", "1", "");
            putService(new Service(this, "MessageDigest", "MD5", OtherMD5.class.getName(), null, null));
        }
    }

    /** What is executed in a process of its own: the method that is named. */
    public static final class Main {

        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private static final int TIMES = 100;
        private static final int MEASUREMENTS = 5;
        private static final byte[] MESSAGE = Reference.message(100);
        /** Version and variant, and nothing else. */
        private static final UUID NAME_BY_OTHER = new UUID(0x3000, 1L << 63);

        private Main() {
        }

        public static void main(String[] scenario) throws Exception {
            for (Method site : Sites.class.getDeclaredMethods()) {
                // So that all it needs is resolved.
                if (!scenario[0].equals("algorithmIsDisabled")) {
                    site.invoke(null, site.getParameterCount() == 0 ? new Object[0] : new Object[]{MESSAGE});
                }
            }
            compile();
            Main.class.getDeclaredMethod(scenario[0]).invoke(null);
        }

        private static void compile() {
            for (Method site : Sites.class.getDeclaredMethods()) {
                Jit.compile(site);
            }
        }

        /** Something that is done once. */
        private interface Call {
            Object run() throws Exception;
        }

        private static long allocated(Call call) throws Exception {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < MEASUREMENTS; i++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (int j = 0; j < TIMES; j++) {
                    call.run();
                }
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            return least / TIMES;
        }

        private static boolean isOn(String algorithm) {
            return Jit.intrinsic(algorithm).isOn();
        }

        private static void assertAllocated(String algorithm, long bytes, Call call) throws Exception {
            long allocated = allocated(call);
            if (isOn(algorithm)) {
                assertEquals(algorithm, bytes, allocated);
            }
        }

        static void digestsOfSun() throws Exception {
            for (Method site : Sites.class.getDeclaredMethods()) {
                if (site.getParameterCount() == 0) {
                    MessageDigest digest = (MessageDigest) site.invoke(null);
                    MessageDigest expected = MessageDigest.getInstance(digest.getAlgorithm());
                    assertSame(Security.getProvider("SUN"), digest.getProvider());
                    assertSame(expected.getClass(), digest.getClass());
                    assertEquals(expected.toString(), digest.toString());
                    assertNotSame(digest, site.invoke(null));
                    digest.update((byte) 1);
                    assertArrayEquals(expected.digest(new byte[]{1, 2}), ((MessageDigest) digest.clone()).digest(new byte[]{2}));
                    assertArrayEquals(expected.digest(new byte[]{1}), digest.digest());
                    assertEquals(Snapshot.of(MessageDigest.getInstance(digest.getAlgorithm())), Snapshot.of((MessageDigest) site.invoke(null)));
                }
            }
            assertEquals("as it was given", "sha-256", Sites.getSHA256().getAlgorithm());
            for (int length = 0; length < 300; length++) {
                byte[] message = Reference.message(length);
                assertArrayEquals(MessageDigest.getInstance("MD5").digest(message), Sites.hashMD5(message));
                assertArrayEquals(MessageDigest.getInstance("SHA-1").digest(message), Sites.hashSHA1(message));
                assertArrayEquals(MessageDigest.getInstance("SHA-256").digest(message), Sites.hashSHA256(message));
                assertArrayEquals(MessageDigest.getInstance("SHA-512").digest(message), Sites.hashSHA512(message));
            }
            // The results.
            assertAllocated("MD5", 32, () -> Sites.hashMD5(MESSAGE));
            assertAllocated("SHA-1", 40, () -> Sites.hashSHA1(MESSAGE));
            assertAllocated("SHA-256", 48, () -> Sites.hashSHA256(MESSAGE));
            assertAllocated("SHA-512", 80, () -> Sites.hashSHA512(MESSAGE));
        }

        static void nameUUIDs() throws Exception {
            for (int length = 0; length < 300; length++) {
                assertEquals(UUID.nameUUIDFromBytes(Reference.message(length)), Sites.name(Reference.message(length)));
                assertEquals(UUID.nameUUIDFromBytes(Reference.message(length)).getLeastSignificantBits(), Sites.leastBits(Reference.message(length)));
            }
            // RFC 9562, appendix A.2: www.example.com in the name space of DNS.
            byte[] name = "kkkkkkkkkkkkkkkkwww.example.com".getBytes(StandardCharsets.US_ASCII);
            ByteBuffer.wrap(name).putLong(0x6ba7b8109dad11d1L).putLong(0x80b400c04fd430c8L);
            assertEquals("5df41881-3aed-3515-88a7-2f4a814cf09e", Sites.name(name).toString());
            assertAllocated("MD5", 32, () -> Sites.name(MESSAGE));
            assertAllocated("MD5", 0, () -> Sites.leastBits(MESSAGE) == 0);
            byte[] longName = new byte[100_000];
            assertEquals(UUID.nameUUIDFromBytes(longName), Sites.name(longName));
            assertThrows(NullPointerException.class, () -> Sites.name(null));
            compile();
            assertThrows(NullPointerException.class, () -> Sites.name(null));
            assertEquals(UUID.nameUUIDFromBytes(MESSAGE), Sites.name(MESSAGE));
        }

        static void providerIsInserted() throws Exception {
            Provider other = new OtherProvider();
            for (int i = 0; i < 3; i++) {
                assertEquals("SUN", Sites.getMD5().getProvider().getName());
                assertNotEquals(NAME_BY_OTHER, Sites.name(MESSAGE));
                Security.insertProviderAt(other, 1);
                assertSame(OtherMD5.class, Sites.getMD5().getClass());
                assertSame(other, Sites.getMD5().getProvider());
                assertArrayEquals(new byte[16], Sites.hashMD5(MESSAGE));
                assertEquals(NAME_BY_OTHER, Sites.name(MESSAGE));
                assertEquals(1L << 63, Sites.leastBits(MESSAGE));
                compile();
                assertEquals(NAME_BY_OTHER, Sites.name(MESSAGE));
                Security.removeProvider("Other");
                compile();
            }
            assertEquals("SUN", Sites.getMD5().getProvider().getName());
            Security.addProvider(other);
            assertEquals("SUN", Sites.getMD5().getProvider().getName());
        }

        private static void assertAsInterpreted() throws Exception {
            // By reflection, what is called is not a call that is compiled.
            Method getInstance = MessageDigest.class.getMethod("getInstance", String.class);
            Object expected;
            try {
                expected = getInstance.invoke(null, "MD5").getClass();
            } catch (InvocationTargetException e) {
                expected = e.getCause().toString();
            }
            Object actual;
            try {
                actual = Sites.getMD5().getClass();
            } catch (NoSuchAlgorithmException e) {
                actual = e.toString();
            }
            assertEquals(expected, actual);
        }

        static void servicesOfSunAreReplaced() throws Exception {
            Provider sun = Security.getProvider("SUN");
            sun.put("MessageDigest.MD5", OtherMD5.class.getName());
            assertAsInterpreted();
            compile();
            assertAsInterpreted();
            Method putService = Provider.class.getDeclaredMethod("putService", Provider.Service.class);
            putService.setAccessible(true);
            byte[] otherDigest = MessageDigest.getInstance("MD2").digest(MESSAGE);
            putService.invoke(sun, new Provider.Service(sun, "MessageDigest", "MD5", "sun.security.provider.MD2", null, null));
            sun.getServices();
            for (int i = 0; i < 2; i++) {
                assertArrayEquals(otherDigest, Sites.hashMD5(MESSAGE));
                assertArrayEquals(otherDigest, Sites.getMD5().digest(MESSAGE));
                assertEquals(ByteBuffer.wrap(otherDigest).getLong(8) & -1L >>> 2, Sites.leastBits(MESSAGE) & -1L >>> 2);
                compile();
            }
        }

        static void servicesOfSunAreRemoved() throws Exception {
            Security.getProvider("SUN").remove("MessageDigest.MD5");
            assertAsInterpreted();
            Security.getProvider("SUN").clear();
            assertAsInterpreted();
            assertThrows(NoSuchAlgorithmException.class, Sites::getMD5);
            assertThrows(InternalError.class, () -> Sites.name(MESSAGE));
            compile();
            assertThrows(NoSuchAlgorithmException.class, Sites::getMD5);
        }

        static void threadHasItsOwnProviders() throws Exception {
            ProviderList old = Providers.beginThreadProviderList(ProviderList.newList(new OtherProvider()));
            try {
                assertSame(OtherMD5.class, Sites.getMD5().getClass());
                assertEquals(NAME_BY_OTHER, Sites.name(MESSAGE));
                compile();
                assertSame(OtherMD5.class, Sites.getMD5().getClass());
            } finally {
                Providers.endThreadProviderList(old);
            }
            assertEquals("SUN", Sites.getMD5().getProvider().getName());
        }

        static void algorithmIsDisabled() throws Exception {
            for (int i = 0; i < 2; i++) {
                NoSuchAlgorithmException refusal = assertThrows(NoSuchAlgorithmException.class, Sites::getMD5);
                assertEquals("MD5 is disabled", refusal.getMessage());
                assertThrows(InternalError.class, () -> Sites.name(MESSAGE));
                assertArrayEquals(MessageDigest.getInstance("SHA-256").digest(MESSAGE), Sites.hashSHA256(MESSAGE));
                compile();
            }
        }

        static void otherProviderIsPreferred() throws Exception {
            assertAsInterpreted();
            assertTrue("looked up", allocated(Sites::getMD5) > allocated(() -> new byte[64]));
        }

        static void lookUpsAreRecorded() throws Exception {
            Path file = Files.createTempFile(JavaProcess.FOLDER, "recording", ".jfr");
            try (Recording recording = new Recording()) {
                recording.enable("jdk.SecurityProviderService");
                recording.start();
                for (int i = 0; i < TIMES; i++) {
                    Sites.getMD5();
                    Sites.name(MESSAGE);
                }
                recording.stop();
                recording.dump(file);
                long recorded = RecordingFile.readAllEvents(file).stream().filter(event -> event.getString("algorithm").equals("MD5")).count();
                assertTrue(recorded + " look-ups", recorded >= 2 * TIMES);
            } finally {
                Files.delete(file);
            }
        }
    }
}
