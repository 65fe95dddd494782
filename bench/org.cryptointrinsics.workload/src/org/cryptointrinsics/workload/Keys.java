package org.cryptointrinsics.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A key with a certificate of its own for this machine, made by the JDK's keytool, in a PKCS #12 file that is key store and trust store at once.
 */
final class Keys {

    /** It protects nothing: the key is made for one run. */
    static final String PASSWORD = "loopback";
    private static final long SECONDS = 600;

    private Keys() {
    }

    /** Makes the file unless it exists. */
    static Path in(Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("keys.p12");
        if (!Files.exists(file)) {
            Path log = folder.resolve("keytool.log");
            Process keytool = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias", "loopback",
                            "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1", "-validity", "2",
                            "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", PASSWORD)).redirectErrorStream(true).redirectOutput(log.toFile()).start();
            if (!keytool.waitFor(SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IOException("keytool did not make " + file + "; see " + log);
            }
        }
        return file;
    }
}
