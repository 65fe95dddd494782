package org.cryptointrinsics.instruction;

/** A feature of a CPU that instructions need, or by which CPUs differ. Names are those of JVMCI. */
public enum CpuFeature {
    CX8,
    CMOV,
    SSE,
    SSE2,
    SSE3,
    SSSE3,
    SSE4A,
    SSE4_1,
    SSE4_2,
    POPCNT,
    AES,
    CLMUL,
    SHA,
    SHA512,
    BMI1,
    BMI2,
    AVX,
    AVX2,
    AVX512F,
    AVX512DQ,
    AVX512CD,
    AVX512BW,
    AVX512_IFMA,
    AVX512VL,
    /** VAES, without AVX-512 as well. */
    AVX512_VAES,
    /** VPCLMULQDQ, without AVX-512 as well. */
    AVX512_VPCLMULQDQ
}
