package org.cryptointrinsics.tool.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * What is measured: a line of the table.
 *
 * @param name what is computed; its results are the same for all data
 * @param data where they lie, or how many they are
 * @param intrinsic whose kernels do it
 */
record WorkItem(Kind kind, String name, String data, String intrinsic) {

    static final String ARRAY = "byte[]";
    static final String MAPPED = "mapped";
    /** Those of files: one of each class of the JDK, since more would take long. */
    private static final List<String> DIGESTS = List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256");
    private static final String AES_GCM = "AES-GCM";

    /** All lines. */
    static final List<WorkItem> ALL = all();

    /** What is measured alike, and is drawn in one plot. */
    enum Kind {
        FILES("Digests of files, 64 KiB at a time", "hashed", 1), //
        MESSAGES("AES-128-GCM, encryption with a new IV each", "encrypted", 1),
        /** Each byte is encrypted and decrypted. */
        RECORDS("TLS 1.3 through SSLEngine, sent and received", "encrypted", 2),
        /** A block of MD5 has 64 B. */
        UUIDS("UUIDs of names", "hashed", 4);

        private final String title;
        private final String done;
        private final int kernelBytes;

        /**
         * @param done what kernels have done with the data
         * @param kernelBytes how many bytes kernels work on for each byte of the data
         */
        Kind(String title, String done, int kernelBytes) {
            this.title = title;
            this.done = done;
            this.kernelBytes = kernelBytes;
        }

        String title() {
            return title;
        }

        String done() {
            return done;
        }

        int kernelBytes() {
            return kernelBytes;
        }

        String unit() {
            return this == UUIDS ? "million/s" : "MB/s";
        }

        /** Digits after the point of what is in {@link #unit}. */
        int decimals() {
            return this == UUIDS ? 2 : 0;
        }

        /** In {@link #unit}. */
        double rate(Measurement measurement) {
            return (this == UUIDS ? measurement.operations() : measurement.bytes()) * 1e3 / measurement.nanos();
        }
    }

    private static List<WorkItem> all() {
        List<WorkItem> all = new ArrayList<>();
        for (String digest : DIGESTS) {
            all.add(new WorkItem(Kind.FILES, digest, ARRAY, digest));
            all.add(new WorkItem(Kind.FILES, digest, MAPPED, digest));
        }
        all.add(new WorkItem(Kind.MESSAGES, "AES-128-GCM", "16 KiB, direct", AES_GCM));
        all.add(new WorkItem(Kind.RECORDS, "TLS 1.3", "16,000 B, direct", AES_GCM));
        all.add(new WorkItem(Kind.UUIDS, "UUID.nameUUIDFromBytes", "16 B", "MD5"));
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        return name + ", " + data;
    }
}
