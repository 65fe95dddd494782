package org.cryptointrinsics.precompiled;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.linkage.NativeCalls;
import org.cryptointrinsics.linkage.VmFlags;

import jdk.internal.misc.Unsafe;

/** What the CPU says of itself (Intel SDM volume 2, CPUID and XGETBV), and what HotSpot's flags leave of that. */
public final class Cpu {

    /**
     * {@code push rbx; mov eax, esi; mov ecx, edx; cpuid; mov [rdi], eax; mov [rdi+4], ebx; mov [rdi+8], ecx; mov [rdi+12], edx; pop rbx; ret}, and, behind it,
     * {@code xor ecx, ecx; xgetbv; ret}.
     */
    private static final byte[] CODE = HexFormat.of().parseHex("5389f089d10fa28907895f04894f0889570c5bc3" + "31c90f01d0c3");
    private static final int XGETBV_BEGIN = 20;

    private static final MethodHandle CPUID = NativeCalls.link(MethodType.methodType(int.class, long.class, Object.class, long.class, int.class, int.class));
    private static final MethodHandle XGETBV = NativeCalls.link(MethodType.methodType(int.class, long.class));

    private static final int EAX = 0;
    private static final int EBX = 1;
    private static final int ECX = 2;
    private static final int EDX = 3;
    private static final int EXTENDED = 0x8000_0000;

    private static final int OSXSAVE = 27;
    private static final int STATE_OF_AVX = 0b110;
    private static final int STATE_OF_AVX512 = 0b1110_0110;

    private static final Set<CpuFeature> OF_AVX512 = EnumSet.range(CpuFeature.AVX512F, CpuFeature.AVX512VL);
    private static final Set<CpuFeature> OF_AVX2 = EnumSet.of(CpuFeature.AVX2, CpuFeature.SHA512, CpuFeature.AVX512_VAES, CpuFeature.AVX512_VPCLMULQDQ);

    /** Those that HotSpot has a flag for. */
    private static final Map<String, Set<CpuFeature>> FLAGS = Map.of("UseSHA", EnumSet.of(CpuFeature.SHA, CpuFeature.SHA512), //
                    "UseAES", EnumSet.of(CpuFeature.AES, CpuFeature.AVX512_VAES), //
                    "UseCLMUL", EnumSet.of(CpuFeature.CLMUL, CpuFeature.AVX512_VPCLMULQDQ), //
                    "UseBMI1Instructions", EnumSet.of(CpuFeature.BMI1), //
                    "UseBMI2Instructions", EnumSet.of(CpuFeature.BMI2));

    private final long code = CodeMemory.map(CODE);
    private final Set<CpuFeature> features = EnumSet.noneOf(CpuFeature.class);

    private Cpu() {
        int leaves = cpuid(0, 0)[EAX];
        int[] basic = cpuid(1, 0);
        add(basic[EDX], Map.of(8, CpuFeature.CX8, 15, CpuFeature.CMOV, 25, CpuFeature.SSE, 26, CpuFeature.SSE2));
        add(basic[ECX], Map.of(0, CpuFeature.SSE3, 1, CpuFeature.CLMUL, 9, CpuFeature.SSSE3, 19, CpuFeature.SSE4_1, 20, CpuFeature.SSE4_2, 23, CpuFeature.POPCNT, //
                        25, CpuFeature.AES, 28, CpuFeature.AVX));
        if (leaves >= 7) {
            int[] structured = cpuid(7, 0);
            add(structured[EBX], Map.of(3, CpuFeature.BMI1, 5, CpuFeature.AVX2, 8, CpuFeature.BMI2, 16, CpuFeature.AVX512F, 17, CpuFeature.AVX512DQ, //
                            21, CpuFeature.AVX512_IFMA, 28, CpuFeature.AVX512CD, 29, CpuFeature.SHA, 30, CpuFeature.AVX512BW, 31, CpuFeature.AVX512VL));
            add(structured[ECX], Map.of(9, CpuFeature.AVX512_VAES, 10, CpuFeature.AVX512_VPCLMULQDQ));
            if (structured[EAX] >= 1) {
                add(cpuid(7, 1)[EAX], Map.of(0, CpuFeature.SHA512));
            }
        }
        // Numbers of leaves have no sign.
        if (Integer.compareUnsigned(cpuid(EXTENDED, 0)[EAX], EXTENDED + 1) >= 0) {
            add(cpuid(EXTENDED + 1, 0)[ECX], Map.of(6, CpuFeature.SSE4A));
        }
        // What the system keeps of registers when it switches between threads.
        int kept = has(basic[ECX], OSXSAVE) ? xgetbv() : 0;
        limit((kept & STATE_OF_AVX) != STATE_OF_AVX ? 0 : (kept & STATE_OF_AVX512) != STATE_OF_AVX512 ? 2 : 3);
        limit(VmFlags.number("UseAVX", isSkylake(basic[EAX]) ? 2 : 3));
        int sse = VmFlags.number("UseSSE", 4);
        if (sse < 4) {
            limit(0);
            features.removeAll(EnumSet.of(CpuFeature.SSE4_1, CpuFeature.SSE4_2, CpuFeature.POPCNT));
        }
        if (sse < 3) {
            features.removeAll(EnumSet.of(CpuFeature.SSE3, CpuFeature.SSSE3));
        }
        FLAGS.forEach((flag, ofFlag) -> {
            if (VmFlags.isTurnedOff(flag)) {
                features.removeAll(ofFlag);
            }
        });
    }

    /**
     * The features that code may use in this process.
     *
     * @throws IllegalStateException if the system does not let code be executed
     */
    public static Set<CpuFeature> features() {
        return new Cpu().features;
    }

    private static boolean has(int register, int bit) {
        return (register >>> bit & 1) != 0;
    }

    private void add(int register, Map<Integer, CpuFeature> bits) {
        bits.forEach((bit, feature) -> {
            if (has(register, bit)) {
                features.add(feature);
            }
        });
    }

    /**
     * @param avx as HotSpot's flag {@code UseAVX}. VAES and VPCLMULQDQ have VEX encodings, too.
     */
    private void limit(int avx) {
        if (avx < 3) {
            features.removeAll(OF_AVX512);
        }
        if (avx < 2) {
            features.removeAll(OF_AVX2);
        }
        if (avx < 1) {
            features.remove(CpuFeature.AVX);
        }
    }

    /** Whether it is one of those that become slower if they use AVX-512, for which HotSpot does not. */
    private static boolean isSkylake(int signature) {
        int family = signature >> 8 & 0xF;
        int model = signature >> 12 & 0xF0 | signature >> 4 & 0xF;
        int stepping = signature & 0xF;
        return family == 6 && model == 0x55 && stepping < 5;
    }

    /** The registers EAX, EBX, ECX and EDX. */
    private int[] cpuid(int leaf, int subleaf) {
        int[] registers = new int[4];
        try {
            @SuppressWarnings("unused")
            int ignored = (int) CPUID.invokeExact(code, (Object) registers, Unsafe.ARRAY_INT_BASE_OFFSET, leaf, subleaf);
            return registers;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The low half of XCR0. */
    private int xgetbv() {
        try {
            return (int) XGETBV.invokeExact(code + XGETBV_BEGIN);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
