package org.cryptointrinsics.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;

import com.sun.management.HotSpotDiagnosticMXBean;

/** What this CPU has, as the operating system and as HotSpot have it. */
public final class Cpu {

    /** Features that HotSpot does not report without AVX-512, though the instructions have VEX encodings that need no AVX-512. */
    private static final Set<CpuFeature> HIDDEN = EnumSet.of(CpuFeature.AVX512_VAES, CpuFeature.AVX512_VPCLMULQDQ);

    private static final HotSpotDiagnosticMXBean VM = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);

    private static final Set<String> FLAGS = Set.of(read("flags").split(" "));

    private Cpu() {
    }

    private static String read(String key) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith(key)).findFirst().orElseThrow().replaceFirst(".*: ", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it is of AMD, or made after a design of AMD. */
    public static boolean isAmd() {
        return Set.of("AuthenticAMD", "HygonGenuine").contains(read("vendor_id"));
    }

    /** What tests can execute: what kernels may use, and what HotSpot hides. */
    public static Set<CpuFeature> executable() {
        Set<CpuFeature> executable = EnumSet.copyOf(Stubs.CONTEXT.cpu());
        HIDDEN.stream().filter(Cpu::isPhysical).forEach(executable::add);
        return executable;
    }

    /** Whether the CPU has all of {@code features} according to the operating system, and HotSpot was not told to do without. */
    public static boolean has(Collection<CpuFeature> features) {
        return features.stream().allMatch(feature -> isPhysical(feature) && isAllowed(feature));
    }

    private static boolean isPhysical(CpuFeature feature) {
        return FLAGS.contains(switch (feature) {
            case SHA -> "sha_ni";
            case CLMUL -> "pclmulqdq";
            case AVX512_IFMA -> "avx512ifma";
            case AVX512_VAES -> "vaes";
            case AVX512_VPCLMULQDQ -> "vpclmulqdq";
            default -> feature.name().toLowerCase(Locale.ROOT);
        });
    }

    /** The level of AVX that HotSpot uses. */
    public static int avx() {
        return Integer.parseInt(VM.getVMOption("UseAVX").getValue());
    }

    /** The size of the widest vectors that HotSpot uses, and Graal compiles. */
    public static int mostVectorBytes() {
        return Integer.parseInt(VM.getVMOption("MaxVectorSize").getValue());
    }

    /** HotSpot sets UseAVX to what the CPU has, or to less on some CPUs. */
    private static boolean isAllowed(CpuFeature feature) {
        int avx = avx();
        return switch (feature) {
            case SHA, SHA512 -> Boolean.parseBoolean(VM.getVMOption("UseSHA").getValue());
            case AVX -> avx >= 1;
            case AVX2 -> avx >= 2;
            default -> avx >= 3 || !isAvx512(feature) || HIDDEN.contains(feature);
        };
    }

    private static boolean isAvx512(CpuFeature feature) {
        return feature.name().startsWith("AVX512");
    }

    public static Set<CpuFeature> withoutAvx512(Set<CpuFeature> features) {
        return only(features, feature -> !isAvx512(feature) || HIDDEN.contains(feature));
    }

    public static Set<CpuFeature> withoutAvx(Set<CpuFeature> features) {
        return only(features, feature -> !feature.name().startsWith("AVX"));
    }

    private static Set<CpuFeature> only(Set<CpuFeature> features, Predicate<CpuFeature> condition) {
        return features.stream().filter(condition).collect(Collectors.toCollection(() -> EnumSet.noneOf(CpuFeature.class)));
    }
}
