package org.cryptointrinsics.test.substitution;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.KEM;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.substitution.JdkMembers;
import org.cryptointrinsics.substitution.cipher.AesFamily;
import org.cryptointrinsics.substitution.curve.XecFamily;
import org.cryptointrinsics.substitution.digest.DigestFamily;
import org.cryptointrinsics.substitution.lattice.MlDsaFamily;
import org.cryptointrinsics.substitution.lattice.MlKemFamily;
import org.cryptointrinsics.substitution.tls.RecordFamily;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.entry.C2;
import org.cryptointrinsics.test.tls.Engines;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/**
 * Where the JDK lacks one of the members that substitutions use, one line tells that, and which intrinsics are off; programs run. Of each class, every third member is tried, which
 * takes minutes; with the property {@code cryptointrinsics.members=all}, each.
 */
@RunWith(Parameterized.class)
public class JdkMembersTest {

    static {
        // Before that, the plugin has no access to the JDK.
        Jit.intrinsics();
    }

    /** How the line begins. */
    private static final Map<JdkMembers, String> OFF = Map.of(DigestFamily.MEMBERS, "digests: off, ", AesFamily.MEMBERS, "AES-GCM: off, ", RecordFamily.MEMBERS,
                    "records of TLS: off, ", MlKemFamily.MEMBERS, "ML-KEM: off, ", MlDsaFamily.MEMBERS, "ML-DSA: off, ",
                    XecFamily.MEMBERS, "X25519: off, ", JdkMembers.SHARED, "off: ");

    /** What is compiled of the program. */
    private static final Map<JdkMembers, String[]> CALLS = Map.of(DigestFamily.MEMBERS, new String[]{"digest"}, AesFamily.MEMBERS, new String[]{"crypt"}, //
                    JdkMembers.SHARED, new String[]{"digest", "authenticate", "crypt"});

    /** What calls kernels only with the agent. */
    private static final Set<JdkMembers> BY_THE_AGENT = Set.of(RecordFamily.MEMBERS, MlKemFamily.MEMBERS, MlDsaFamily.MEMBERS, XecFamily.MEMBERS);

    private static final String END = "all is right";
    private static final int TRIED_OF_A_CLASS = System.getProperty("cryptointrinsics.members", "").equals("all") ? 1 : 3;

    private static final Map<Member, Run> RUNS = new HashMap<>();

    private final Member member;
    private final JdkMembers group;

    /** That of a JDK without one member, or two. */
    private record Run(Future<String> printed, int missing) {
    }

    public JdkMembersTest(@SuppressWarnings("unused") String name, Member member, JdkMembers group) {
        this.member = member;
        this.group = group;
    }

    /** All that this JDK has, but for what other modules may use, which it has to keep. */
    @Parameters(name = "{0}")
    public static List<Object[]> members() {
        Jit.intrinsics().all().forEach(Intrinsic::fitsJdk);
        assertNull(RecordFamily.INSTANCE.misfit());
        Map<String, Object[]> members = new TreeMap<>();
        // Of what several use, it is told that all are off.
        for (JdkMembers group : List.of(RecordFamily.MEMBERS, MlKemFamily.MEMBERS, MlDsaFamily.MEMBERS, XecFamily.MEMBERS, DigestFamily.MEMBERS, AesFamily.MEMBERS,
                        JdkMembers.SHARED)) {
            group.found().stream().filter(member -> !OtherJdk.isExported(member)).forEach(member -> members.put(described(member), new Object[]{described(member), member, group}));
        }
        Map<Class<?>, Integer> seen = new HashMap<>();
        return members.values().stream().filter(parameters -> (seen.merge(((Member) parameters[1]).getDeclaringClass(), 1, Integer::sum) - 1) % TRIED_OF_A_CLASS == 0).toList();
    }

    private static String described(Member member) {
        return member.getDeclaringClass().getName() + "." + OtherJdk.name(member);
    }

    @BeforeClass
    public static void begin() throws IOException, InterruptedException {
        String store = "-D" + Engines.STORE + "=" + Engines.makeStore();
        Map<Member, JdkMembers> groups = new LinkedHashMap<>();
        members().forEach(parameters -> groups.put((Member) parameters[1], (JdkMembers) parameters[2]));
        Map<Member, Path> jdks = OtherJdk.without(groups.keySet());
        List<Member> left = new ArrayList<>(groups.keySet());
        while (!left.isEmpty()) {
            // There are many of them. Two can be missing at once, which two lines tell, if they are of two groups, and in different classes.
            Member first = left.removeFirst();
            List<Member> missing = new ArrayList<>(List.of(first));
            for (Member other : left) {
                if (missing.size() == 1 && areIndependent(groups.get(first), groups.get(other)) && haveNothingInCommon(jdks.get(first), jdks.get(other))) {
                    missing.add(other);
                }
            }
            left.removeAll(missing);
            String patch = "--patch-module=java.base=" + missing.stream().map(jdks::get).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            List<String> options = new ArrayList<>(List.of(patch, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", store));
            Future<String> printed;
            if (BY_THE_AGENT.contains(groups.get(first))) {
                printed = JavaProcess.begin(() -> C2.run(options, WithAgent.class).printed());
            } else {
                String[] calls = missing.stream().flatMap(member -> Stream.of(CALLS.get(groups.get(member)))).toArray(String[]::new);
                printed = JavaProcess.begin(() -> JavaProcess.runLikeThis(options, Program.class, calls));
            }
            missing.forEach(member -> RUNS.put(member, new Run(printed, missing.size())));
        }
    }

    private static boolean areIndependent(JdkMembers group, JdkMembers other) {
        Set<JdkMembers> both = new HashSet<>(List.of(group, other));
        return both.size() == 2 && (both.equals(Set.of(DigestFamily.MEMBERS, AesFamily.MEMBERS)) || both.contains(RecordFamily.MEMBERS) && BY_THE_AGENT.containsAll(both));
    }

    private static boolean haveNothingInCommon(Path folder, Path other) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).noneMatch(file -> Files.exists(other.resolve(folder.relativize(file).toString())));
        }
    }

    @Test
    public void oneLineTellsWhatIsMissing() throws Exception {
        String printed = RUNS.get(member).printed.get();
        List<String> lines = printed.lines().toList();
        assertEquals(printed, 1 + RUNS.get(member).missing, lines.size());
        String kind = member.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        String begin = "[cryptointrinsics] " + OFF.get(group) + "in this JDK, " + member.getDeclaringClass().getName() + " has no " + kind + " ";
        Pattern name = Pattern.compile("\\b" + Pattern.quote(name(member)) + "\\b");
        assertTrue(printed, lines.stream().anyMatch(line -> line.startsWith(begin) && name.matcher(line.substring(begin.length())).find()));
        assertEquals(printed, BY_THE_AGENT.contains(group) ? END : Program.outcome(), lines.getLast());
    }

    private static String name(Member member) {
        if (member instanceof Constructor<?> constructor) {
            Class<?>[] parameters = constructor.getParameterTypes();
            return parameters.length == 0 ? "without parameters" : "for " + parameters[0].getSimpleName().replace("[]", "");
        }
        return member.getName();
    }

    /** Sends records, makes keys, encapsulates secrets and signs until calls of kernels have been put into the JDK's methods. */
    public static final class WithAgent {

        private static final int BYTES = 10_000;
        private static final int X25519_BYTES = 32;
        private static final int TIMES_AFTERWARDS = 10;

        private WithAgent() {
        }

        public static void main(String[] arguments) throws Exception {
            C2.awaitCalls();
            Engines engines = new Engines("TLS_AES_128_GCM_SHA256");
            for (int i = 0; i < TIMES_AFTERWARDS; i += C2.areCallsThere() ? 1 : 0) {
                sendRecord(engines);
                encapsulate();
                sign();
                agree();
            }
            System.out.println(END);
        }

        private static void sendRecord(Engines engines) throws Exception {
            ByteBuffer record = ByteBuffer.allocate(1 << 16);
            ByteBuffer received = ByteBuffer.allocate(1 << 16);
            engines.client.wrap(ByteBuffer.wrap(Reference.message(BYTES)), record);
            engines.server.unwrap(record.flip(), received);
            assertEquals(ByteBuffer.wrap(Reference.message(BYTES)), received.flip());
        }

        private static void encapsulate() throws Exception {
            KeyPair keys = KeyPairGenerator.getInstance("ML-KEM-512").generateKeyPair();
            KEM.Encapsulated encapsulated = KEM.getInstance("ML-KEM").newEncapsulator(keys.getPublic()).encapsulate();
            assertEquals(encapsulated.key(), KEM.getInstance("ML-KEM").newDecapsulator(keys.getPrivate()).decapsulate(encapsulated.encapsulation()));
        }

        private static void sign() throws Exception {
            KeyPair keys = KeyPairGenerator.getInstance("ML-DSA-44").generateKeyPair();
            Signature signature = Signature.getInstance("ML-DSA-44");
            signature.initSign(keys.getPrivate());
            byte[] signed = signature.sign();
            signature.initVerify(keys.getPublic());
            assertTrue(signature.verify(signed));
        }

        private static void agree() throws Exception {
            KeyPair keys = KeyPairGenerator.getInstance("X25519").generateKeyPair();
            KeyAgreement agreement = KeyAgreement.getInstance("X25519");
            agreement.init(keys.getPrivate());
            agreement.doPhase(keys.getPublic(), true);
            assertEquals(X25519_BYTES, agreement.generateSecret().length);
        }
    }

    /** Digests and encrypts, first in the interpreter, and then with calls that Graal has compiled. */
    public static final class Program {

        private static final byte[] MESSAGE = Reference.message(1000);

        private Program() {
        }

        /** @param arguments the calls that are compiled */
        public static void main(String[] arguments) throws Exception {
            String interpreted = outcome();
            for (String call : arguments) {
                Jit.methods(Program.class, call).forEach(Jit::compile);
            }
            String compiled = outcome();
            assertEquals(interpreted, compiled);
            System.out.println(compiled);
        }

        static String outcome() throws Exception {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (String name : Reference.ONE_OF_EACH) {
                all.write(digest(name, ByteBuffer.allocateDirect(MESSAGE.length).put(MESSAGE).flip()));
            }
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(MESSAGE, 0, 20, "HmacSHA256"));
            all.write(authenticate(mac));
            SecretKeySpec key = new SecretKeySpec(MESSAGE, 0, 16, "AES");
            Cipher encryption = Cipher.getInstance("AES/GCM/NoPadding");
            Cipher decryption = Cipher.getInstance("AES/GCM/NoPadding");
            for (int i = 0; i < 3; i++) {
                ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE.length).put(MESSAGE).flip();
                ByteBuffer encrypted = ByteBuffer.allocateDirect(MESSAGE.length + 16);
                ByteBuffer decrypted = ByteBuffer.allocate(MESSAGE.length);
                GCMParameterSpec parameters = new GCMParameterSpec(128, MESSAGE, i, 12);
                crypt(encryption, Cipher.ENCRYPT_MODE, key, parameters, message, encrypted);
                crypt(decryption, Cipher.DECRYPT_MODE, key, parameters, encrypted.flip(), decrypted);
                assertArrayEquals(MESSAGE, decrypted.array());
                byte[] tag = new byte[16];
                encrypted.get(MESSAGE.length, tag);
                all.write(tag);
            }
            Cipher counterMode = Cipher.getInstance("AES/CTR/NoPadding");
            counterMode.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(MESSAGE, 0, 16));
            all.write(counterMode.doFinal(MESSAGE), 0, 16);
            return HexFormat.of().formatHex(all.toByteArray());
        }

        private static byte[] digest(String name, ByteBuffer message) throws Exception {
            MessageDigest digest = MessageDigest.getInstance(name);
            digest.update(message);
            return digest.digest(UUID.nameUUIDFromBytes(MESSAGE).toString().getBytes());
        }

        private static byte[] authenticate(Mac mac) {
            return mac.doFinal(MESSAGE);
        }

        private static void crypt(Cipher cipher, int mode, SecretKeySpec key, GCMParameterSpec parameters, ByteBuffer input, ByteBuffer output) throws Exception {
            cipher.init(mode, key, parameters);
            cipher.updateAAD(MESSAGE, 0, 13);
            cipher.doFinal(input, output);
        }
    }
}
