package org.cryptointrinsics.tool.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.cryptointrinsics.tool.Failure;

/** The key and the certificate of the server of a {@link TlsConnection}, in a key store that is deleted when all have read it. */
final class ServerKey implements AutoCloseable {

    /** It guards nothing. */
    static final String PASSWORD = "password";

    private final Path folder;
    private final Path store;

    /** Makes them by keytool. */
    ServerKey() throws IOException, InterruptedException, Failure {
        folder = Files.createTempDirectory("cryptointrinsics");
        store = folder.resolve("server.p12");
        Path printed = folder.resolve("printed");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(keytool, "-genkeypair", "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD, "-alias", "server",
                        "-dname", "CN=localhost", "-keyalg", "EC").redirectErrorStream(true).redirectOutput(printed.toFile()).start();
        if (process.waitFor() != 0) {
            String told = Files.readString(printed).strip();
            close();
            throw new Failure("keytool makes no key for TLS:" + System.lineSeparator() + told);
        }
    }

    Path store() {
        return store;
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
