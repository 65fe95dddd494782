package org.cryptointrinsics.test.fuzz;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.XECPrivateKey;
import java.security.interfaces.XECPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;

import javax.crypto.KeyAgreement;

import org.cryptointrinsics.test.RepeatableRandom;

/** Key agreement by X25519, and seldom X448 (RFC 7748): with keys of any number, such as of small order, not reduced, too long, of the other curve or of another provider. */
final class AgreementProgram implements Program {

    private static final int BYTES = 32;
    /** What is before the number in a SubjectPublicKeyInfo (RFC 8410, 4). */
    private static final String PUBLIC_KEY = "302a300506032b656e032100";
    private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger[] SPECIAL = {BigInteger.ZERO, BigInteger.ONE, BigInteger.valueOf(9), P.subtract(BigInteger.ONE), P, P.add(BigInteger.ONE),
                    BigInteger.TWO.pow(255).subtract(BigInteger.ONE), BigInteger.TWO.pow(255),
                    // Of order 8.
                    new BigInteger("b8495f16056286fdb1329ceb8d09da6ac49ff1fae35616aeb8413b7c7aebe0", 16),
                    new BigInteger("57119fd0dd4e22d8868e1c58c45c44045bef839c55b1d0b1248c50a3bc959c5f", 16)};

    private Random random;
    private Transcript transcript;

    @Override
    public void play(Random numbers, Transcript notes) {
        random = numbers;
        transcript = notes;
        String name = random.nextInt(10) == 0 ? "X448" : "X25519";
        transcript.note(name);
        try {
            KeyAgreement agreement = KeyAgreement.getInstance(random.nextBoolean() ? "XDH" : name);
            agreement.init(privateKey(name));
            for (int i = random.nextInt(3); i >= 0; i--) {
                playPhase(agreement, publicKey(name));
            }
        } catch (GeneralSecurityException | RuntimeException e) {
            transcript.note(e.toString());
        }
    }

    private void playPhase(KeyAgreement agreement, PublicKey theirs) throws GeneralSecurityException {
        agreement.doPhase(theirs, random.nextInt(10) != 0);
        switch (random.nextInt(3)) {
            case 0 -> transcript.note(agreement.generateSecret());
            case 1 -> transcript.note(agreement.generateSecret("TlsPremasterSecret").getEncoded());
            default -> {
                byte[] shared = new byte[BYTES + random.nextInt(10)];
                try {
                    transcript.note(agreement.generateSecret(shared, random.nextInt(10)));
                } finally {
                    transcript.note(shared);
                }
            }
        }
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private KeyPair keyPair(String name) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
        generator.initialize(new NamedParameterSpec(name), new RepeatableRandom(random.nextInt()));
        KeyPair pair = generator.generateKeyPair();
        transcript.note(pair.getPublic().getEncoded());
        return pair;
    }

    private PrivateKey privateKey(String name) throws GeneralSecurityException {
        byte[] k = bytes(random.nextInt(10) == 0 ? random.nextInt(2 * BYTES) : BYTES);
        return switch (random.nextInt(4)) {
            case 0 -> keyPair(name).getPrivate();
            case 1 -> new OfAnotherProvider.Private(new NamedParameterSpec(name), random.nextInt(4) == 0 ? null : k);
            default -> KeyFactory.getInstance("XDH").generatePrivate(new XECPrivateKeySpec(new NamedParameterSpec(name), k));
        };
    }

    private PublicKey publicKey(String name) throws GeneralSecurityException {
        BigInteger u = random.nextBoolean() ? SPECIAL[random.nextInt(SPECIAL.length)] : new BigInteger(random.nextInt(8) == 0 ? 8 * BYTES + 1 : 8 * BYTES - 1, random);
        return switch (random.nextInt(4)) {
            case 0 -> keyPair(random.nextInt(10) == 0 ? "X448" : name).getPublic();
            case 1 -> new OfAnotherProvider.Public(new NamedParameterSpec(name), random.nextInt(8) == 0 ? u.negate() : u);
            case 2 -> KeyFactory.getInstance("XDH").generatePublic(new XECPublicKeySpec(new NamedParameterSpec(name), u));
            default -> KeyFactory.getInstance("XDH").generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(PUBLIC_KEY + HexFormat.of().formatHex(bytes(BYTES)))));
        };
    }

    /** Keys that are of no class of the JDK, and have no encoding. */
    @SuppressWarnings("serial")
    private abstract static class OfAnotherProvider implements Key {

        private final NamedParameterSpec parameters;

        OfAnotherProvider(NamedParameterSpec parameters) {
            this.parameters = parameters;
        }

        public AlgorithmParameterSpec getParams() {
            return parameters;
        }

        @Override
        public String getAlgorithm() {
            return "XDH";
        }

        @Override
        public String getFormat() {
            return null;
        }

        @Override
        public byte[] getEncoded() {
            return null;
        }

        private static final class Private extends OfAnotherProvider implements XECPrivateKey {

            private final byte[] k;

            /**
             * @param k null if it is not told
             */
            Private(NamedParameterSpec parameters, byte[] k) {
                super(parameters);
                this.k = k;
            }

            @Override
            public Optional<byte[]> getScalar() {
                return Optional.ofNullable(k);
            }
        }

        private static final class Public extends OfAnotherProvider implements XECPublicKey {

            private final BigInteger u;

            Public(NamedParameterSpec parameters, BigInteger u) {
                super(parameters);
                this.u = u;
            }

            @Override
            public BigInteger getU() {
                return u;
            }
        }
    }
}
