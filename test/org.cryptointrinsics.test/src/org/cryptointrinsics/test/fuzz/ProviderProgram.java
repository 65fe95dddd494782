package org.cryptointrinsics.test.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DrbgParameters;
import java.security.DrbgParameters.Capability;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.NamedParameterSpec;
import java.util.Enumeration;
import java.util.List;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import javax.crypto.KEM;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.cryptointrinsics.test.JavaProcess;
import org.cryptointrinsics.test.RepeatableRandom;

import jdk.security.jarsigner.JarSigner;

import sun.security.provider.DRBG;
import sun.security.provider.MoreDrbgParameters;

/** What the JDK makes of digests, MACs and ciphers: random numbers, keys of passwords, key stores, signed jars, TLS, and keys and signatures of lattices. */
final class ProviderProgram implements Program {

    private static final char[] PASSWORD = "password".toCharArray();
    private static final String ALIAS = "fuzz";
    private static final String[] PRFS = {"SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512/256"};
    private static final String[] DIGESTS = {"SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/256"};
    private static final String[] EXTENDABLE_OUTPUT = {"ML-KEM-512", "ML-KEM-768", "ML-KEM-1024", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87", "Ed448"};
    private static final int STRENGTH = 112;

    private final KeyStore keys;
    private Random random;
    private Transcript transcript;

    ProviderProgram() throws Exception {
        keys = keys();
        TlsPair.prepare();
    }

    /** A key and a certificate for it. */
    private static KeyStore keys() throws Exception {
        Path folder = Files.createTempDirectory(JavaProcess.FOLDER, "keys");
        Path file = folder.resolve("keys.p12");
        try {
            Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore", file.toString(),
                            "-storepass", new String(PASSWORD), "-alias", ALIAS, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=localhost", "-validity", "3650") //
                                            .redirectErrorStream(true).start();
            String printed = new String(keytool.getInputStream().readAllBytes());
            if (keytool.waitFor() != 0) {
                throw new IOException(printed);
            }
            return KeyStore.getInstance(file.toFile(), PASSWORD);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    @Override
    public void play(Random numbers, Transcript notes) throws Exception {
        random = numbers;
        transcript = notes;
        switch (random.nextInt(10)) {
            case 0 -> playKeyStore();
            case 1 -> playJar();
            case 2, 3 -> playPasswords();
            case 4, 5 -> playRandomNumbers();
            case 6 -> playExtendableOutput();
            default -> new TlsPair(keys, PASSWORD, random, transcript).play();
        }
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Without the entropy of the system. */
    @SuppressWarnings("serial")
    private static final class Drbg extends SecureRandom {

        Drbg(MoreDrbgParameters parameters) {
            super(new DRBG(parameters), null);
        }
    }

    private void playRandomNumbers() {
        Random entropy = new Random(random.nextLong());
        String mechanism = new String[]{"Hash_DRBG", "HMAC_DRBG", "CTR_DRBG"}[random.nextInt(3)];
        String algorithm = mechanism.equals("CTR_DRBG") ? "AES-128" : DIGESTS[random.nextInt(DIGESTS.length)];
        Drbg drbg = new Drbg(new MoreDrbgParameters((minEntropy, minLength, maxLength, isPredictionResistant) -> {
            byte[] bytes = new byte[minLength];
            entropy.nextBytes(bytes);
            return bytes;
        }, mechanism, algorithm, bytes(32), true, DrbgParameters.instantiation(STRENGTH, Capability.PR_AND_RESEED, bytes(random.nextInt(50)))));
        transcript.note(mechanism + " " + algorithm);
        for (int i = random.nextInt(6); i >= 0; i--) {
            byte[] numbers = new byte[random.nextInt(3000)];
            switch (random.nextInt(4)) {
                case 0 -> drbg.nextBytes(numbers, DrbgParameters.nextBytes(STRENGTH, random.nextBoolean(), bytes(random.nextInt(40))));
                case 1 -> drbg.setSeed(bytes(1 + random.nextInt(40)));
                case 2 -> drbg.reseed(DrbgParameters.reseed(false, bytes(20)));
                default -> drbg.nextBytes(numbers);
            }
            transcript.note(numbers);
        }
    }

    /** Most of what these do is SHAKE128 and SHAKE256. Some is changed on its way. */
    private void playExtendableOutput() throws GeneralSecurityException {
        SecureRandom numbers = new RepeatableRandom(random.nextInt());
        String name = EXTENDABLE_OUTPUT[random.nextInt(EXTENDABLE_OUTPUT.length)];
        transcript.note(name);
        KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
        generator.initialize(new NamedParameterSpec(name), numbers);
        KeyPair pair = generator.generateKeyPair();
        transcript.note(pair.getPublic().getEncoded());
        boolean isChanged = random.nextBoolean();
        if (name.startsWith("ML-KEM")) {
            KEM kem = KEM.getInstance(name);
            KEM.Encapsulated encapsulated = kem.newEncapsulator(pair.getPublic(), numbers).encapsulate();
            byte[] ciphertext = encapsulated.encapsulation();
            transcript.note(ciphertext);
            transcript.note(encapsulated.key().getEncoded());
            ciphertext[random.nextInt(ciphertext.length)] ^= (byte) (isChanged ? 1 : 0);
            transcript.note(kem.newDecapsulator(pair.getPrivate()).decapsulate(ciphertext).getEncoded());
            return;
        }
        Signature signature = Signature.getInstance(name);
        signature.initSign(pair.getPrivate(), numbers);
        byte[] message = bytes(1 + random.nextInt(1000));
        signature.update(message);
        byte[] signed = signature.sign();
        transcript.note(signed);
        message[random.nextInt(message.length)] ^= (byte) (isChanged ? 1 : 0);
        signature.initVerify(pair.getPublic());
        signature.update(message);
        transcript.note(String.valueOf(signature.verify(signed)));
    }

    private void playPasswords() throws GeneralSecurityException {
        String prf = PRFS[random.nextInt(PRFS.length)];
        char[] password = new char[random.nextInt(80)];
        for (int i = 0; i < password.length; i++) {
            password[i] = (char) (random.nextInt(10) == 0 ? 0x3b1 : ' ' + random.nextInt(90));
        }
        transcript.note("PBKDF2 " + prf);
        try {
            PBEKeySpec parameters = new PBEKeySpec(password, bytes(random.nextInt(40)), random.nextInt(1500), random.nextInt(1000));
            transcript.note(SecretKeyFactory.getInstance("PBKDF2WithHmac" + prf).generateSecret(parameters).getEncoded());
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            transcript.note(e.toString());
        }
    }

    /** Also with a wrong password. */
    private void playKeyStore() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        KeyStore.ProtectionParameter protection = new KeyStore.PasswordProtection(PASSWORD);
        byte[] secret = bytes(16);
        store.setEntry("secret", new KeyStore.SecretKeyEntry(new SecretKeySpec(secret, "AES")), protection);
        store.setEntry(ALIAS, keys.getEntry(ALIAS, protection), protection);
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        store.store(stored, PASSWORD);
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        char[] password = random.nextInt(3) == 0 ? "another".toCharArray() : PASSWORD;
        try {
            loaded.load(new ByteArrayInputStream(stored.toByteArray()), password);
            transcript.note(loaded.getKey("secret", PASSWORD).getEncoded());
            transcript.note(String.valueOf(loaded.getKey(ALIAS, PASSWORD).equals(keys.getKey(ALIAS, PASSWORD))));
        } catch (IOException e) {
            transcript.note(e.toString());
        }
    }

    /** Some are changed after they were signed. */
    private void playJar() throws Exception {
        Path unsigned = Files.createTempFile(JavaProcess.FOLDER, "unsigned", ".jar");
        Path signed = Files.createTempFile(JavaProcess.FOLDER, "signed", ".jar");
        try {
            try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(unsigned))) {
                for (int i = 0; i < 3; i++) {
                    jar.putNextEntry(new ZipEntry("entry" + i));
                    jar.write(bytes(random.nextInt(20_000)));
                }
            }
            Certificate certificate = keys.getCertificate(ALIAS);
            JarSigner signer = new JarSigner.Builder((PrivateKey) keys.getKey(ALIAS, PASSWORD), CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate))) //
                            .digestAlgorithm(DIGESTS[1 + random.nextInt(3)]).build();
            try (ZipFile jar = new ZipFile(unsigned.toFile()); var out = Files.newOutputStream(signed)) {
                signer.sign(jar, out);
            }
            if (random.nextBoolean()) {
                change(signed, "entry" + random.nextInt(3));
            }
            verify(signed);
        } finally {
            Files.delete(unsigned);
            Files.delete(signed);
        }
    }

    private static void change(Path signed, String name) throws IOException {
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        try (ZipInputStream from = new ZipInputStream(Files.newInputStream(signed)); ZipOutputStream to = new ZipOutputStream(changed)) {
            for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                to.write(from.readAllBytes());
                if (entry.getName().equals(name)) {
                    to.write(1);
                }
            }
        }
        Files.write(signed, changed.toByteArray());
    }

    private void verify(Path signed) throws IOException {
        try (JarFile jar = new JarFile(signed.toFile(), true)) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().startsWith("entry")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        transcript.note(in.readAllBytes());
                        transcript.note(entry.getCertificates() == null ? "not signed" : "signed");
                    } catch (SecurityException e) {
                        transcript.note(e.toString().replace(signed.toString(), ""));
                    }
                }
            }
        }
    }
}
