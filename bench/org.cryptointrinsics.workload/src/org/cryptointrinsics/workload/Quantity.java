package org.cryptointrinsics.workload;

/**
 * What is measured. A GB is 10^9 bytes of the application's data, which are encrypted and decrypted once each, or hashed once.
 */
enum Quantity {
    MEGABYTES("MB/s", 1, true),
    MEGABYTES_PRODUCED("produced MB/s", 1, true),
    MEGABYTES_CONSUMED("consumed MB/s", 1, true),
    RECORDS("records/s", 0, true),
    REQUESTS("requests/s", 0, true),
    UUIDS("UUID/s", 0, true),
    LATENCY_99("p99, ms", 2, false),
    /** Of the bytes, those that crossed the network: of the set-up, whoever runs it. */
    REMOTE("remote, %", 0, true),
    /** Of the CPU time of threads that may execute Java code, system calls included. */
    TLS("TLS, %", 0, false),
    CPU("CPU s/GB", 2, false),
    /** Of {@code byte[]}, by the JDK's classes for cryptography or by what replaces them. */
    CRYPTO_ARRAYS("crypto byte[] MB/GB", 2, false),
    ARRAYS("byte[] MB/GB", 1, false),
    /** Grows with the throughput. */
    ARRAYS_PER_MINUTE("byte[] GB/min", 2, false),
    /** Of objects of any class. */
    ALLOCATED("allocated MB/GB", 1, false),
    ALLOCATED_PER_REQUEST("allocated B/request", 0, false),
    ALLOCATED_PER_UUID("allocated B/UUID", 1, false);

    final String title;
    final int decimals;
    final boolean isBetterIfMore;

    Quantity(String title, int decimals, boolean isBetterIfMore) {
        this.title = title;
        this.decimals = decimals;
        this.isBetterIfMore = isBetterIfMore;
    }

    /** Whether one may be better than another by it. */
    boolean tells() {
        return this != REMOTE && this != ARRAYS_PER_MINUTE;
    }
}
