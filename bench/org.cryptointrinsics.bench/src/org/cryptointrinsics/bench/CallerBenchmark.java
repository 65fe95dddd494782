package org.cryptointrinsics.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Whole messages, with a caller that C2 does not compile. What it calls is compiled as ever.
 */
public class CallerBenchmark extends Message {

    private static final int TAG_BITS = 128;
    private static final int IV_BYTES = 12;

    private SecretKey secret;
    private Cipher cipher;
    private MessageDigest digest;
    private ByteBuffer output;
    private long messages;

    /** The options of a VM whose compilers, those that are named, do not compile the caller. */
    static List<String> exclude(String... compilers) throws IOException {
        Path directives = Files.createTempFile("cryptointrinsics", ".json");
        directives.toFile().deleteOnExit();
        Files.writeString(directives, "[{match: \"" + CallerBenchmark.class.getName().replace('.', '/') + ".*\"" +
                        Stream.of(compilers).map(compiler -> ", " + compiler + ": {Exclude: true}").collect(Collectors.joining()) + "}]\n");
        return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:CompilerDirectivesFile=" + directives);
    }

    @Override
    void open(Work work) throws GeneralSecurityException {
        if (Algorithm.of(algorithm).kind == Algorithm.Kind.GCM) {
            secret = new SecretKeySpec(Arrays.copyOf(key, Algorithm.of(algorithm).keyBytes()), "AES");
            cipher = Cipher.getInstance(CipherMessage.TRANSFORMATION);
        } else {
            digest = MessageDigest.getInstance(algorithm);
        }
        messages = 0;
    }

    @Override
    void makeMessage(int bytes) throws GeneralSecurityException {
        super.makeMessage(bytes);
        output = allocateDirect(bytes + TAG_BITS / Byte.SIZE);
    }

    @Override
    Object run(Work work) throws GeneralSecurityException {
        return switch (work) {
            case FROM_INTERPRETER -> fromInterpreter();
            case FROM_C1 -> fromC1();
            default -> throw lacks(work);
        };
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public Object fromInterpreter() throws GeneralSecurityException {
        return call();
    }

    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public Object fromC1() throws GeneralSecurityException {
        return call();
    }

    private Object call() throws GeneralSecurityException {
        if (digest != null) {
            digest.update(direct.rewind());
            return digest.digest();
        }
        cipher.init(Cipher.ENCRYPT_MODE, secret, new GCMParameterSpec(TAG_BITS, nextIv()));
        cipher.doFinal(direct.rewind(), output.clear());
        return output.flip();
    }

    private byte[] nextIv() {
        byte[] iv = new byte[IV_BYTES];
        ByteBuffer.wrap(iv).putLong(messages++);
        return iv;
    }
}
