package org.cryptointrinsics.test.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.cryptointrinsics.test.Binutils;
import org.cryptointrinsics.test.JavaProcess;

/** The program {@code openssl}, which at its end of a connection sends back what it receives. */
final class Openssl implements AutoCloseable {

    private static final int TIMEOUT_SECONDS = 30;

    private final Process process;

    private Openssl(Process process) {
        this.process = process;
    }

    /** Skips the test where it is not installed. */
    static void require() {
        try {
            start(JavaProcess.FOLDER, "version").close();
        } catch (IOException e) {
            Binutils.skip("openssl is not installed (Debian: openssl)");
        }
    }

    /** Runs it to its end. */
    static void run(Path folder, String... arguments) throws IOException, InterruptedException {
        try (Openssl openssl = start(folder, arguments)) {
            openssl.await();
        }
    }

    /** Starts it as a client or as a server. */
    static Openssl echo(Path folder, String... arguments) throws IOException {
        Openssl openssl = start(folder, arguments);
        Thread echo = new Thread(openssl::echo, "echo");
        echo.setDaemon(true);
        echo.start();
        return openssl;
    }

    private static Openssl start(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        return new Openssl(new ProcessBuilder(command).directory(folder.toFile()).redirectError(Redirect.INHERIT).start());
    }

    private void echo() {
        byte[] buffer = new byte[TlsConnection.RECORD];
        try (InputStream in = process.getInputStream(); OutputStream out = process.getOutputStream()) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                out.write(buffer, 0, length);
                out.flush();
            }
        } catch (IOException e) {
            // It has ended: the connection has, too.
        }
    }

    /** Waits for its end. */
    void await() throws IOException, InterruptedException {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("openssl does not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException("exit code " + process.exitValue() + " of openssl");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
