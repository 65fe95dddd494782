package org.cryptointrinsics.test.bytecode;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLEngine;

import org.cryptointrinsics.bytecode.JdkMethods;
import org.cryptointrinsics.bytecode.MethodName;
import org.cryptointrinsics.replacements.ResolvedMethods;
import org.cryptointrinsics.substitution.SubstitutedMethod;
import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.Reference;
import org.cryptointrinsics.test.tls.Engines;
import org.junit.Test;

import jdk.vm.ci.meta.MetaAccessProvider;
import jdk.vm.ci.runtime.JVMCI;

/**
 * The methods of which the plugin sees to it that nobody has changed them are all that the JDK executes in place of what is compiled: an agent that has all methods of the
 * JDK's cryptography tell when they are called says which those are.
 */
public class SkippedMethodsTest {

    private static final String SEPARATOR = "\t";

    @Test
    public void allThatIsExecutedIsKnown() throws Exception {
        Path jar = JavaProcess.FOLDER.resolve("tracing-agent.jar");
        CountingAgent.writeJar(jar);
        String printed = JavaProcess.runPlain(List.of("-javaagent:" + jar + "=" + CountingAgent.ALL), Main.class);
        Map<String, Set<String>> executed = printed.lines().filter(line -> line.contains(SEPARATOR)).map(line -> line.split(SEPARATOR)).collect(
                        Collectors.groupingBy(line -> line[0], Collectors.mapping(line -> line[1], Collectors.toCollection(TreeSet::new))));
        assertEquals("methods that are replaced, and executed there: " + executed.keySet(), CallCounts.REPLACED, executed.keySet());
        MetaAccessProvider metaAccess = JVMCI.getRuntime().getHostJVMCIBackend().getMetaAccess();
        Map<String, Set<String>> unknown = new HashMap<>();
        for (Map.Entry<String, Set<String>> entry : executed.entrySet()) {
            int name = entry.getKey().lastIndexOf('.');
            int descriptor = entry.getKey().indexOf('(');
            MethodName root = new MethodName(entry.getKey().substring(0, name).replace('.', '/'), entry.getKey().substring(name + 1, descriptor),
                            entry.getKey().substring(descriptor));
            JdkMethods.Methods known = SubstitutedMethod.JDK.reached(new ResolvedMethods(metaAccess), List.of(root));
            assertNull(known.changed());
            Set<String> left = new TreeSet<>(entry.getValue());
            known.methods().forEach(method -> left.remove(method.name().className().replace('/', '.') + "." + method.name().name() + method.name().descriptor()));
            if (!left.isEmpty()) {
                unknown.put(entry.getKey(), left);
            }
        }
        assertEquals(Map.of(), unknown);
        assertFalse(executed.toString(), executed.values().stream().anyMatch(Set::isEmpty));
    }

    /** What is executed in a process of its own. */
    public static final class Main {

        private static final int LENGTH = 3000;
        private static final int FORMS = 5;
        private static final byte[] MESSAGE = Reference.message(LENGTH);

        private Main() {
        }

        public static void main(String[] arguments) throws Exception {
            Cipher encryption = Cipher.getInstance("AES/GCM/NoPadding");
            Cipher decryption = Cipher.getInstance("AES/GCM/NoPadding");
            Cipher counterMode = Cipher.getInstance("AES/CTR/NoPadding");
            counterMode.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new IvParameterSpec(new byte[16]));
            List<Mac> macs = new ArrayList<>();
            for (String algorithm : new String[]{"HmacMD5", "HmacSHA1", "HmacSHA256", "HmacSHA512", "HmacSHA3-256"}) {
                Mac mac = Mac.getInstance(algorithm);
                mac.init(new SecretKeySpec(new byte[20], algorithm));
                macs.add(mac);
            }
            // The first time classes are initialized, and providers chosen.
            hash();
            authenticate(macs);
            encrypt(1, encryption, decryption, counterMode);
            List<Engines> connections = List.of(new Engines("TLS_AES_128_GCM_SHA256"), new Engines("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"));
            send(connections);
            CallCounts.begin();
            hash();
            authenticate(macs);
            encrypt(2, encryption, decryption, counterMode);
            send(connections);
            Map<String, Integer> calls = CallCounts.end();
            assertTrue(calls.toString(), calls.size() > 100);
            calls.keySet().stream().filter(call -> call.contains(SEPARATOR)).forEach(System.out::println);
        }

        private static void hash() throws Exception {
            ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH).put(0, MESSAGE);
            for (String algorithm : Reference.DIGESTS) {
                MessageDigest digest = MessageDigest.getInstance(algorithm);
                digest.digest(MESSAGE);
                digest.update(direct.duplicate());
                digest.update(MESSAGE);
                digest.digest();
                digest.reset();
                MessageDigest.getInstance(algorithm, "SUN");
                MessageDigest.getInstance(algorithm, digest.getProvider());
            }
            UUID.nameUUIDFromBytes(MESSAGE);
            MessageDigest.isEqual(MESSAGE, MESSAGE.clone());
        }

        private static void send(List<Engines> connections) throws Exception {
            for (Engines engines : connections) {
                for (SSLEngine from : List.of(engines.client, engines.server)) {
                    ByteBuffer record = ByteBuffer.allocate(1 << 16);
                    from.wrap(ByteBuffer.wrap(MESSAGE), record);
                    engines.other(from).unwrap(record.flip(), ByteBuffer.allocate(1 << 16));
                }
            }
        }

        private static void authenticate(List<Mac> macs) throws Exception {
            for (Mac mac : macs) {
                mac.doFinal(MESSAGE);
                mac.update(MESSAGE);
                mac.doFinal(new byte[LENGTH], 0);
            }
        }

        private static void encrypt(int use, Cipher encryption, Cipher decryption, Cipher counterMode) throws Exception {
            for (int i = 0; i < FORMS; i++) {
                for (boolean hasAad : new boolean[]{false, true}) {
                    byte[] iv = {(byte) i, hasAad ? (byte) 1 : 0, (byte) use, 0, 0, 0, 0, 0, 0, 0, 0, 0};
                    encryption.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(MESSAGE, 0, 16, "AES"), new GCMParameterSpec(128, iv));
                    decryption.init(Cipher.DECRYPT_MODE, new SecretKeySpec(MESSAGE, 0, 16, "AES"), new GCMParameterSpec(128, iv), null);
                    if (hasAad) {
                        encryption.updateAAD(MESSAGE, 0, 20);
                        decryption.updateAAD(MESSAGE, 0, 20);
                    }
                    crypt(i, decryption, crypt(i, encryption, MESSAGE));
                }
            }
            counterMode.update(MESSAGE);
        }

        private static byte[] crypt(int form, Cipher cipher, byte[] input) throws Exception {
            byte[] output = new byte[cipher.getOutputSize(input.length)];
            ByteBuffer direct = ByteBuffer.allocateDirect(output.length);
            switch (form) {
                case 0 -> cipher.doFinal(ByteBuffer.allocateDirect(input.length).put(0, input), direct);
                case 1 -> cipher.doFinal(input, 0, input.length, output);
                case 2 -> cipher.doFinal(input, 0, input.length, output, 0);
                case 3 -> {
                    return cipher.doFinal(input, 0, input.length);
                }
                default -> {
                    return cipher.doFinal(input);
                }
            }
            if (form == 0) {
                direct.get(0, output);
            }
            return output;
        }
    }
}
