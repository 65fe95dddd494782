package org.cryptointrinsics.bench;

/**
 * Kinds of CPUs of which it is known what they can do at most.
 */
public enum Microarchitecture {
    ZEN_1_AND_2,
    ZEN_3_AND_4,
    ZEN_5,
    /** With AVX-512, without VAES: Cascade Lake, too. */
    SKYLAKE_X,
    /** With VAES: from Ice Lake on. */
    SUNNY_COVE,
    OTHER;

    private static final int AMD_ZEN_1_AND_2 = 23;
    private static final int AMD_ZEN_3_AND_4 = 25;
    private static final int AMD_ZEN_5 = 26;
    private static final int INTEL_CORE = 6;

    /** What this machine has, without what options hide. */
    static Microarchitecture current() {
        return switch (Environment.cpuFamily()) {
            case AMD_ZEN_1_AND_2 -> ZEN_1_AND_2;
            case AMD_ZEN_3_AND_4 -> ZEN_3_AND_4;
            case AMD_ZEN_5 -> ZEN_5;
            case INTEL_CORE -> !Environment.hasAvx512() ? OTHER : Environment.hasFlag("vaes") ? SUNNY_COVE : SKYLAKE_X;
            default -> OTHER;
        };
    }
}
