package org.cryptointrinsics.kernel;

import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.instruction.Instruction;
import org.cryptointrinsics.instruction.ScalarInstruction;
import org.cryptointrinsics.instruction.Scheme;
import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.instruction.VectorInstruction;
import org.cryptointrinsics.instruction.Width;

/**
 * What a kernel needs of a CPU, inferred from the instructions it uses: a machine that runs the kernel once and only takes notes. To it, a vector is its
 * width and an integer its size.
 */
public final class Requirements implements Machine {

    /** The only address; nothing is loaded from it. */
    private static final Address ANYWHERE = new Address() {
    };

    private static final Count ANY_COUNT = new Count() {
    };

    private record OfWidth(Width width) implements Vector {
    }

    private record OfSize(Size size) implements Int {
    }

    private record NeededInstruction(VectorInstruction instruction, Width width) {
    }

    private final Set<CpuFeature> cpu;
    private final EnumSet<CpuFeature> missing = EnumSet.noneOf(CpuFeature.class);
    private final Set<NeededInstruction> uses = new LinkedHashSet<>();

    private Requirements(Set<CpuFeature> cpu) {
        this.cpu = cpu;
    }

    /**
     * Notes what {@code kernel} needs beyond what {@code cpu} has.
     */
    public static Requirements of(Kernel kernel, Set<CpuFeature> cpu) {
        Requirements requirements = new Requirements(cpu);
        kernel.execute(requirements, ANYWHERE, ANY_COUNT);
        return requirements;
    }

    /** The features that the CPU lacks, empty if the kernel runs on it. */
    public Set<CpuFeature> missing() {
        return missing;
    }

    /**
     * Whether the kernel has vector instructions, and every one can be encoded in EVEX on this CPU, so that there are 32 vector registers.
     */
    public boolean allEvex() {
        return !uses.isEmpty() && uses.stream().allMatch(use -> supports(use.instruction, Scheme.EVEX, use.width));
    }

    /** Whether the kernel uses a vector instruction that has the legacy encoding only. */
    public boolean mixesLegacy() {
        return uses.stream().anyMatch(use -> !supports(use.instruction, Scheme.VEX, use.width) && !supports(use.instruction, Scheme.EVEX, use.width));
    }

    /** Whether the kernel uses more than the low 128 bits of a vector register. */
    public boolean usesUpperHalves() {
        return uses.stream().anyMatch(use -> use.width != Width.XMM);
    }

    private boolean supports(VectorInstruction instruction, Scheme scheme, Width width) {
        Set<CpuFeature> features = instruction.features(scheme, width);
        return features != null && cpu.containsAll(features);
    }

    /**
     * The scheme in which {@code instruction} is to be encoded on a CPU.
     *
     * @param allEvex whether the kernel is encoded in EVEX throughout
     * @throws IllegalArgumentException if the CPU does not have the instruction at that width
     */
    public static Scheme scheme(VectorInstruction instruction, Width width, Set<CpuFeature> cpu, boolean allEvex) {
        for (Scheme scheme : allEvex ? List.of(Scheme.EVEX) : List.of(Scheme.VEX, Scheme.LEGACY, Scheme.EVEX)) {
            Set<CpuFeature> features = instruction.features(scheme, width);
            if (features != null && cpu.containsAll(features)) {
                return scheme;
            }
        }
        throw new IllegalArgumentException("this CPU has no " + instruction + " for " + width);
    }

    private Vector use(VectorInstruction instruction, Width width) {
        Vector result = new OfWidth(width);
        boolean isNew = uses.add(new NeededInstruction(instruction, width));
        if (!isNew || Stream.of(Scheme.values()).anyMatch(scheme -> supports(instruction, scheme, width))) {
            return result;
        }
        for (Scheme scheme : Scheme.values()) {
            Set<CpuFeature> features = instruction.features(scheme, width);
            if (features != null) {
                missing.addAll(features);
                missing.removeAll(cpu);
                return result;
            }
        }
        throw new IllegalArgumentException("there is no " + instruction + " for " + width);
    }

    private static Width width(Vector vector) {
        return ((OfWidth) vector).width;
    }

    private static <T extends Value> T only(Instruction instruction, T[] sources) {
        if (sources.length != instruction.form().sources() || !Stream.of(sources).allMatch(sources[0]::equals)) {
            throw new IllegalArgumentException(instruction + " takes " + instruction.form().sources() + " sources, all alike, not " + List.of(sources));
        }
        return sources[0];
    }

    @Override
    public Vector apply(VectorInstruction instruction, int immediate, Vector... sources) {
        return use(instruction, width(only(instruction, sources)));
    }

    @Override
    public Int apply(ScalarInstruction instruction, int immediate, Int... sources) {
        if (instruction.feature() != null && !cpu.contains(instruction.feature())) {
            missing.add(instruction.feature());
        }
        return only(instruction, sources);
    }

    @Override
    public Vector constant(byte[] bytes) {
        return use(VectorInstruction.MOVDQU, Width.ofBytes(bytes.length));
    }

    @Override
    public Int constant(int value) {
        return new OfSize(Size.DWORD);
    }

    @Override
    public Count count(int times) {
        return ANY_COUNT;
    }

    @Override
    public Vector load(Width width, Address base, int displacement) {
        return use(VectorInstruction.MOVDQU, width);
    }

    @Override
    public Int load(Size size, Address base, int displacement) {
        return new OfSize(size);
    }

    @Override
    public Vector memory(Width width, Address base, int displacement) {
        return load(width, base, displacement);
    }

    @Override
    public Int memory(Size size, Address base, int displacement) {
        return load(size, base, displacement);
    }

    @Override
    public Vector loadDword(Address base, int displacement) {
        return use(VectorInstruction.MOVD, Width.XMM);
    }

    @Override
    public Vector loadQword(Address base, int displacement) {
        return use(VectorInstruction.MOVQ, Width.XMM);
    }

    @Override
    public Vector loadByQwords(Width width, Address base, int displacement) {
        Vector low = loadLow(Width.XMM, base, displacement);
        return width == Width.XMM ? low : use(VectorInstruction.VPERM2I128, width);
    }

    @Override
    public Vector loadLow(Width width, Address base, int displacement) {
        loadQword(base, displacement);
        use(VectorInstruction.MOVHPS, Width.XMM);
        return new OfWidth(width);
    }

    @Override
    public Vector loadBroadcast(Width width, Address base, int displacement) {
        return width == Width.XMM ? load(width, base, displacement) : use(VectorInstruction.VBROADCASTI32X4, width);
    }

    @Override
    public Vector loadQwordBroadcast(Width width, Address base, int displacement) {
        return use(VectorInstruction.VPBROADCASTQ, width);
    }

    @Override
    public void storeVector(Address base, int displacement, Vector value) {
        use(VectorInstruction.MOVDQU_STORE, width(value));
    }

    @Override
    public void storeLow(Address base, int displacement, Vector value) {
        use(VectorInstruction.MOVDQU_STORE, Width.XMM);
    }

    @Override
    public void storeDword(Address base, int displacement, Vector value) {
        use(VectorInstruction.MOVD_STORE, width(value));
    }

    @Override
    public void storeQword(Address base, int displacement, Vector value) {
        use(VectorInstruction.MOVQ_STORE, width(value));
    }

    @Override
    public void storeInteger(Address base, int displacement, Int value) {
    }

    @Override
    public void prefetcht0(Address base, int displacement) {
    }

    @Override
    public Address scratch(int bytes) {
        // To clear it.
        use(VectorInstruction.MOVDQU, Width.XMM);
        use(VectorInstruction.MOVDQU_STORE, Width.XMM);
        return ANYWHERE;
    }

    @Override
    public Address table(long... constants) {
        return ANYWHERE;
    }

    @Override
    public <T extends Value> List<T> repeat(Count count, List<Address> data, int stride, List<T> variables, BiFunction<List<Address>, List<T>, List<T>> body) {
        return body.apply(data, variables);
    }
}
