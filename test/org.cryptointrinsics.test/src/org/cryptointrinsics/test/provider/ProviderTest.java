package org.cryptointrinsics.test.provider;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.cryptointrinsics.test.CallerTier;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Fork;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.Sites;
import org.cryptointrinsics.test.Snapshot;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import com.sun.management.ThreadMXBean;

import sun.security.jca.ProviderList;
import sun.security.jca.Providers;

/**
 * {@code MessageDigest.getInstance} and {@code UUID.nameUUIDFromBytes} are compiled to no look-up and no allocation, and yet heed the providers as they are, which
 * tests change.
 */
@Category(EveryTier.class)
public class ProviderTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int TIMES = 100;
    private static final int MEASUREMENTS = 5;
    private static final byte[] MESSAGE = Reference.message(100);
    /** Version and variant, and nothing else. */
    private static final UUID NAME_BY_OTHER = new UUID(0x3000, 1L << 63);
    /** A file in the folder in which processes are started. */
    private static final String PREFERENCE = "preference.security";

    @Rule public final Fork fork = new Fork(options());

    /** What is compiled are methods of the tests: with Graal, nothing else need be. */
    private static String[] options() {
        List<String> exports = List.of("--add-exports=java.base/sun.security.jca=ALL-UNNAMED");
        return Stream.concat(exports.stream(), CallerTier.TESTED.hasAgent() ? Stream.of() : Stream.of("-XX:TieredStopAtLevel=1")).toArray(String[]::new);
    }

    @BeforeClass
    public static void writePreference() throws IOException {
        Files.writeString(JavaProcess.FOLDER.resolve(PREFERENCE), "jdk.security.provider.preferred=MessageDigest.MD5:SunJCE\n");
    }

    /** Compiles all sites, which have been given {@code name}. */
    static void prepare(String name) throws ReflectiveOperationException {
        Sites.name = name;
        callAll(Sites.class);
        compile();
        // The first names that compiled code is given.
        callAll(Sites.class);
        compile();
    }

    /** So that all that the sites need is resolved. */
    private static void callAll(Class<?> sites) throws ReflectiveOperationException {
        for (Method site : sites.getDeclaredMethods()) {
            site.invoke(null, site.getParameterCount() == 0 ? new Object[0] : new Object[]{MESSAGE});
        }
    }

    private static void compile() {
        compile(Sites.class);
    }

    private static void compile(Class<?> sites) {
        for (Method site : sites.getDeclaredMethods()) {
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

    private static void assertAllocated(String algorithm, long bytes, Call call) throws Exception {
        long allocated = allocated(call);
        // C2 has neither code of its own for getInstance nor Graal's escape analysis.
        if (Jit.intrinsic(algorithm).isOn() && !CallerTier.TESTED.hasAgent()) {
            assertEquals(algorithm, bytes, allocated);
        }
    }

    @Test
    public void digestsOfSun() throws Exception {
        prepare("MD5");
        callAll(Sites.OfOthers.class);
        compile(Sites.OfOthers.class);
        for (Method site : Stream.of(Sites.class, Sites.OfOthers.class).flatMap(sites -> Stream.of(sites.getDeclaredMethods())).toList()) {
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
        assertEquals("as it was given", "sha-256", Sites.OfOthers.getSHA256().getAlgorithm());
        for (int length = 0; length < 300; length++) {
            byte[] message = Reference.message(length);
            assertArrayEquals(MessageDigest.getInstance("MD5").digest(message), Sites.hashMD5(message));
            assertArrayEquals(MessageDigest.getInstance("SHA-1").digest(message), Sites.OfOthers.hashSHA1(message));
            assertArrayEquals(MessageDigest.getInstance("SHA-256").digest(message), Sites.OfOthers.hashSHA256(message));
            assertArrayEquals(MessageDigest.getInstance("SHA-512").digest(message), Sites.OfOthers.hashSHA512(message));
            assertArrayEquals(MessageDigest.getInstance("SHAKE128-256").digest(message), Sites.OfOthers.hashSHAKE128(message));
            assertArrayEquals(MessageDigest.getInstance("SHA3-256").digest(message), (byte[]) Sites.OfOthers.hashSHA3of256(message));
        }
        // The results.
        assertAllocated("MD5", 32, () -> Sites.hashNamed(MESSAGE));
        assertAllocated("MD5", 32, () -> Sites.hashNamedOfSun(MESSAGE));
        assertAllocated("MD5", 32, () -> Sites.hashNamedOfNamed(MESSAGE));
        assertAllocated("MD5", 32, () -> Sites.hashNamedOfProvider(MESSAGE));
        assertAllocated("MD5", 32, () -> Sites.hashMD5(MESSAGE));
        assertAllocated("SHA-1", 40, () -> Sites.OfOthers.hashSHA1(MESSAGE));
        assertAllocated("SHA-256", 48, () -> Sites.OfOthers.hashSHA256(MESSAGE));
        assertAllocated("SHA-512", 80, () -> Sites.OfOthers.hashSHA512(MESSAGE));
        assertAllocated("SHAKE128-256", 48, () -> Sites.OfOthers.hashSHAKE128(MESSAGE));
        assertAllocated("SHA3-256", 48, () -> Sites.OfOthers.hashSHA3of256(MESSAGE));
        assertEquals(Snapshot.of(MessageDigest.getInstance("SHA3-256")), Snapshot.of((MessageDigest) Sites.OfOthers.hashSHA3of256("")));
    }

    @Test
    public void nameUUIDs() throws Exception {
        prepare("MD5");
        for (int length = 0; length < 300; length++) {
            assertEquals(UUID.nameUUIDFromBytes(Reference.message(length)), Sites.name(Reference.message(length)));
            assertEquals(UUID.nameUUIDFromBytes(Reference.message(length)).getLeastSignificantBits(), Sites.leastBits(Reference.message(length)));
        }
        // RFC 9562, appendix A.2: www.example.com in the name space of DNS.
        byte[] name = "kkkkkkkkkkkkkkkkwww.example.com".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer.wrap(name).putLong(0x6ba7b8109dad11d1L).putLong(0x80b400c04fd430c8L);
        assertEquals("5df41881-3aed-3515-88a7-2f4a814cf09e", Sites.name(name).toString());
        assertAllocated("MD5", 32, () -> Sites.name(MESSAGE));
        assertAllocated("MD5", 32, () -> Sites.leastBits(MESSAGE) == 0);
        byte[] longName = new byte[100_000];
        assertEquals(UUID.nameUUIDFromBytes(longName), Sites.name(longName));
        assertThrows(NullPointerException.class, () -> Sites.name(null));
        compile();
        assertEquals(UUID.nameUUIDFromBytes(longName), Sites.name(longName));
        assertThrows(NullPointerException.class, () -> Sites.name(null));
        // By the kernel, and in code that was not left again.
        assertAllocated("MD5", 32, () -> Sites.name(MESSAGE));
        assertEquals(UUID.nameUUIDFromBytes(MESSAGE), Sites.name(MESSAGE));
    }

    @Test
    public void providerIsInserted() throws Exception {
        prepare("MD5");
        Provider other = new OtherProvider();
        for (int i = 0; i < 3; i++) {
            assertEquals("SUN", Sites.getMD5().getProvider().getName());
            assertNotEquals(NAME_BY_OTHER, Sites.name(MESSAGE));
            Security.insertProviderAt(other, 1);
            assertSame(OtherProvider.MD5.class, Sites.getMD5().getClass());
            assertSame(other, Sites.getMD5().getProvider());
            assertArrayEquals(new byte[16], Sites.hashMD5(MESSAGE));
            assertArrayEquals(new byte[16], Sites.hashNamed(MESSAGE));
            assertAsInterpreted();
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

    /** What a call returns or throws, to be compared. */
    private static Object outcome(Call call) throws Exception {
        try {
            MessageDigest digest = (MessageDigest) call.run();
            return List.of(digest.getClass(), digest.getProvider(), digest.getAlgorithm(), ByteBuffer.wrap(digest.digest(MESSAGE)));
        } catch (InvocationTargetException e) {
            return e.getCause().toString();
        } catch (GeneralSecurityException | RuntimeException e) {
            return e.toString();
        }
    }

    /** By reflection, what is called is not a call that is compiled. */
    private static Object interpreted(Class<?> typeOfProvider, Object provider) throws Exception {
        Method getInstance = MessageDigest.class.getMethod("getInstance", String.class, typeOfProvider);
        return outcome(() -> getInstance.invoke(null, Sites.name, provider));
    }

    /** Of the calls with the name of the field, and if that is MD5 with this name as a constant. */
    private static void assertAsInterpreted() throws Exception {
        Method getInstance = MessageDigest.class.getMethod("getInstance", String.class);
        Object expected = outcome(() -> getInstance.invoke(null, Sites.name));
        assertEquals(expected, outcome(Sites::getNamed));
        if ("MD5".equals(Sites.name)) {
            assertEquals(expected, outcome(Sites::getMD5));
        }
        assertEquals(interpreted(String.class, "SUN"), outcome(Sites::getNamedOfSun));
        assertEquals(interpreted(String.class, Sites.nameOfProvider), outcome(Sites::getNamedOfNamed));
        assertEquals(interpreted(Provider.class, Sites.provider), outcome(Sites::getNamedOfProvider));
    }

    @Test
    public void namesAreGiven() throws Exception {
        prepare("MD5");
        long bytes = allocated(Sites::getMD5);
        for (String name : Arrays.asList("MD5", new String("MD5"), "Md5", "SHA", "SHA1", "sha1", "SHA-1", "1.3.14.3.2.26", "sha-256", "SHA256", "SHA-512/256", "MD2",
                        "none", "", null)) {
            Sites.name = name;
            assertAsInterpreted();
            compile();
            assertAsInterpreted();
            compile();
        }
        Sites.name = "MD5";
        for (Call site : List.<Call>of(Sites::getNamed, Sites::getNamedOfSun, Sites::getNamedOfNamed, Sites::getNamedOfProvider)) {
            assertAllocated("MD5", bytes, site);
        }
    }

    /** The first ones are no names that code is compiled for. */
    @Test
    public void unusualNamesAreGiven() throws Exception {
        prepare("md5");
        for (String name : Arrays.asList("md5", "none", null)) {
            Sites.name = name;
            assertAsInterpreted();
        }
        Sites.name = "MD5";
        assertAsInterpreted();
        compile();
        assertAsInterpreted();
        Sites.hashNamed(MESSAGE);
        compile();
        assertAllocated("MD5", 32, () -> Sites.hashNamed(MESSAGE));
    }

    @Test
    public void providersAreGiven() throws Exception {
        prepare("MD5");
        Security.addProvider(new OtherProvider());
        for (String name : Arrays.asList(new String("SUN"), "Other", "SunJCE", "Sun", "none", "", null)) {
            Sites.nameOfProvider = name;
            Sites.provider = Stream.of(Security.getProviders()).filter(provider -> provider.getName().equals(name)).findAny().orElse(null);
            for (String digest : Arrays.asList("MD5", "SHA-256", null)) {
                Sites.name = digest;
                assertAsInterpreted();
                compile();
                assertAsInterpreted();
            }
        }
    }

    @Test
    public void servicesOfSunAreReplaced() throws Exception {
        prepare("MD5");
        Provider sun = Security.getProvider("SUN");
        sun.put("MessageDigest.MD5", OtherProvider.MD5.class.getName());
        assertAsInterpreted();
        compile();
        assertAsInterpreted();
        Method putService = Provider.class.getDeclaredMethod("putService", Provider.Service.class);
        putService.setAccessible(true);
        byte[] otherDigest = MessageDigest.getInstance("MD2").digest(MESSAGE);
        putService.invoke(sun, new Provider.Service(sun, "MessageDigest", "MD5", "sun.security.provider.MD2", null, null));
        sun.getServices();
        for (int i = 0; i < 2; i++) {
            assertAsInterpreted();
            assertArrayEquals(otherDigest, Sites.hashMD5(MESSAGE));
            assertArrayEquals(otherDigest, Sites.hashNamed(MESSAGE));
            assertArrayEquals(otherDigest, Sites.hashNamedOfSun(MESSAGE));
            assertArrayEquals(otherDigest, Sites.hashNamedOfProvider(MESSAGE));
            assertArrayEquals(otherDigest, Sites.getMD5().digest(MESSAGE));
            assertEquals(ByteBuffer.wrap(otherDigest).getLong(8) & -1L >>> 2, Sites.leastBits(MESSAGE) & -1L >>> 2);
            compile();
        }
    }

    @Test
    public void servicesOfSunAreRemoved() throws Exception {
        prepare("MD5");
        Security.getProvider("SUN").remove("MessageDigest.MD5");
        assertAsInterpreted();
        Security.getProvider("SUN").clear();
        assertAsInterpreted();
        assertThrows(NoSuchAlgorithmException.class, Sites::getMD5);
        assertThrows(InternalError.class, () -> Sites.name(MESSAGE));
        compile();
        assertThrows(NoSuchAlgorithmException.class, Sites::getMD5);
    }

    @Test
    public void threadHasItsOwnProviders() throws Exception {
        prepare("MD5");
        ProviderList old = Providers.beginThreadProviderList(ProviderList.newList(new OtherProvider()));
        try {
            assertSame(OtherProvider.MD5.class, Sites.getMD5().getClass());
            assertSame(OtherProvider.MD5.class, Sites.getNamed().getClass());
            assertAsInterpreted();
            assertEquals(NAME_BY_OTHER, Sites.name(MESSAGE));
            compile();
            assertSame(OtherProvider.MD5.class, Sites.getMD5().getClass());
            assertAsInterpreted();
        } finally {
            Providers.endThreadProviderList(old);
        }
        assertEquals("SUN", Sites.getMD5().getProvider().getName());
    }

    @Test
    @Fork.Options("-Djdk.crypto.disabledAlgorithms=MessageDigest.MD5")
    public void algorithmIsDisabled() throws Exception {
        compile();
        compile(Sites.OfOthers.class);
        for (int i = 0; i < 2; i++) {
            NoSuchAlgorithmException refusal = assertThrows(NoSuchAlgorithmException.class, Sites::getMD5);
            assertEquals("MD5 is disabled", refusal.getMessage());
            assertAsInterpreted();
            assertThrows(InternalError.class, () -> Sites.name(MESSAGE));
            assertArrayEquals(MessageDigest.getInstance("SHA-256").digest(MESSAGE), Sites.OfOthers.hashSHA256(MESSAGE));
            compile();
        }
    }

    @Test
    @Fork.Options("-Djava.security.properties=" + PREFERENCE)
    public void otherProviderIsPreferred() throws Exception {
        prepare("MD5");
        assertAsInterpreted();
        assertTrue("looked up", allocated(Sites::getMD5) > allocated(() -> new byte[64]));
        assertTrue("looked up", allocated(Sites::getNamed) > allocated(() -> new byte[64]));
    }
}
