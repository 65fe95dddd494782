package org.cryptointrinsics.bench;

import org.openjdk.jmh.Main;

/**
 * Runs the benchmarks and prints their table.
 */
public final class Report {

    private Report() {
    }

    public static void main(String[] args) throws Exception {
        Main.main(args);
    }
}
