package org.cryptointrinsics.selection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.lattice.PolynomialFunction;
import org.cryptointrinsics.kernel.lattice.PolynomialKernel;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.linkage.CompiledAes;
import org.cryptointrinsics.linkage.CompiledHash;
import org.cryptointrinsics.linkage.CompiledHmac;
import org.cryptointrinsics.linkage.CompiledKernel;
import org.cryptointrinsics.linkage.HiddenFeatures;
import org.cryptointrinsics.selection.AesGcmIntrinsic.Use;

import jdk.graal.compiler.core.common.spi.ForeignCallsProvider;
import jdk.internal.misc.VM;
import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** All intrinsics of one instance of Graal. */
public final class Intrinsics {

    private static final Map<ForeignCallsProvider, Intrinsics> INSTANCES = new ConcurrentHashMap<>();

    // HotSpot's names of its own intrinsics.
    private static final List<String> ML_KEM_OF_VM = List.of("_kyberNtt", "_kyberInverseNtt", "_kyberNttMult", "_kyberAddPoly_2", "_kyberAddPoly_3", "_kyber12To16",
                    "_kyberBarrettReduce");
    private static final List<String> ML_DSA_OF_VM = List.of("_dilithiumAlmostNtt", "_dilithiumAlmostInverseNtt", "_dilithiumNttMult", "_dilithiumMontMulByConstant",
                    "_dilithiumDecomposePoly");

    private static volatile Intrinsics first;

    private final CompilerContext context;
    private final Report report;
    private final Map<DigestAlgorithm, DigestIntrinsic> digests = new EnumMap<>(DigestAlgorithm.class);
    private final Set<Misfit> told = ConcurrentHashMap.newKeySet();
    private AesGcmIntrinsic aesGcm;
    private PolynomialIntrinsic<MlKemFunction> mlKem;
    private PolynomialIntrinsic<MlDsaFunction> mlDsa;
    private Set<CPUFeature> cpu;

    private Intrinsics(CompilerContext context, Report report) {
        this.context = context;
        this.report = report;
    }

    /**
     * The intrinsics of a back end of Graal, to be called while it is initialized. Truffle has back ends of its own, after that of the JIT: all have the same.
     *
     * @param available what Graal knows of the CPU
     * @param digestMisfit says why the JDK's classes for digests do not suit what calls the kernels, or null; asked when the first of them is to be called
     * @param aesGcmMisfit the same of its classes for AES-GCM
     * @param mlKemMisfit of that for ML-KEM
     * @param mlDsaMisfit of that for ML-DSA
     * @throws OptionException if an option asks for what cannot be done
     */
    public static Intrinsics initialize(CompilerContext available, Supplier<Misfit> digestMisfit, Supplier<Misfit> aesGcmMisfit, Supplier<Misfit> mlKemMisfit,
                    Supplier<Misfit> mlDsaMisfit) {
        for (Intrinsics other : published()) {
            if (other.context.foreignCalls().getRuntime() == available.foreignCalls().getRuntime()) {
                return other;
            }
        }
        Report report = Report.open(CryptoIntrinsicsOptions.CryptoIntrinsicsReport.getValue(available.options()));
        Set<CPUFeature> cpu = EnumSet.copyOf(available.cpu());
        if (isTurnedOff("UseSHA")) {
            cpu.removeAll(Set.of(CPUFeature.SHA, CPUFeature.SHA512));
        }
        CompilerContext context = new CompilerContext(available.providers(), available.foreignCalls(), available.options(), cpu);
        Intrinsics intrinsics = new Intrinsics(context, report);
        Supplier<String> digestClasses = intrinsics.toldOnce(digestMisfit);
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            intrinsics.digests.put(algorithm, intrinsics.link(algorithm, digestClasses));
        }
        intrinsics.aesGcm = intrinsics.linkAesGcm(intrinsics.toldOnce(aesGcmMisfit));
        intrinsics.mlKem = intrinsics.link(PolynomialIntrinsic.ML_KEM, MlKem.variants(), PolynomialSelfTests::passesForMlKem, "UseKyberIntrinsics",
                        ML_KEM_OF_VM, intrinsics.toldOnce(mlKemMisfit));
        intrinsics.mlDsa = intrinsics.link(PolynomialIntrinsic.ML_DSA, MlDsa.variants(), PolynomialSelfTests::passesForMlDsa, "UseDilithiumIntrinsics",
                        ML_DSA_OF_VM, intrinsics.toldOnce(mlDsaMisfit));
        if (report.isOn()) {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(intrinsics::reportCounters));
            } catch (IllegalStateException e) {
                // The VM ends already.
                return intrinsics;
            }
        }
        return intrinsics;
    }

    /** Asks what does not suit when that is first needed, and tells it. */
    private Supplier<String> toldOnce(Supplier<Misfit> mismatch) {
        return new Supplier<>() {

            private boolean isAsked;
            private Misfit answer;

            @Override
            public synchronized String get() {
                if (!isAsked) {
                    isAsked = true;
                    answer = mismatch.get();
                    if (answer != null) {
                        tell(answer);
                    }
                }
                return answer == null ? null : answer.reason();
            }
        };
    }

    /** Says, once, what is off as classes of the JDK do not suit it. */
    public void tell(Misfit misfit) {
        if (told.add(misfit)) {
            report.warn(misfit.off() + misfit.reason() + "; take a version of the plugin for this JDK, or leave it out");
        }
    }

    /** Makes these {@link #of} a back end, when everything is ready for them. */
    public void publish(ForeignCallsProvider foreignCalls) {
        synchronized (INSTANCES) {
            first = first == null ? this : first;
        }
        INSTANCES.put(foreignCalls, this);
    }

    /** Those of every instance of Graal, one in most cases. */
    public static Collection<Intrinsics> published() {
        return Set.copyOf(INSTANCES.values());
    }

    /** Those whose kernels Java code calls, whatever it is compiled by; null before they are published. */
    public static Intrinsics first() {
        return first;
    }

    /** The intrinsics of the instance of Graal of whose back ends {@code foreignCalls} belongs to one, or null if they are off altogether. */
    public static Intrinsics of(ForeignCallsProvider foreignCalls) {
        return INSTANCES.get(foreignCalls);
    }

    /** The variants are not needed before there is a call. */
    private DigestIntrinsic link(DigestAlgorithm algorithm, Supplier<String> mismatch) {
        return new DigestIntrinsic(algorithm, () -> variants(algorithm), chosen(algorithm.standardName(), context.cpu()), report,
                        offBecause(algorithm.standardName(), List.of(algorithm.vmFlag()), List.of(algorithm.vmIntrinsic())), mismatch);
    }

    /** As {@link #link}. */
    private AesGcmIntrinsic linkAesGcm(Supplier<String> mismatch) {
        Set<CPUFeature> possible = EnumSet.copyOf(context.cpu());
        possible.addAll(HiddenFeatures.possible(context.cpu()));
        return new AesGcmIntrinsic(this::aesGcmVariants, chosen(AesGcmKernel.NAME, possible), report,
                        offBecause(AesGcmKernel.NAME, List.of("UseAES", "UseAESIntrinsics", "UseGHASHIntrinsics"),
                                        List.of("_galoisCounterMode_AESCrypt", "_counterMode_AESCrypt", "_ghash_processBlocks")),
                        mismatch);
    }

    /** As {@link #link}. */
    private <F extends Enum<F> & PolynomialFunction> PolynomialIntrinsic<F> link(String name, List<? extends PolynomialKernel<F>> kernels,
                    PolynomialVariant.SelfTest<F> selfTest, String vmFlag, List<String> vmIntrinsics, Supplier<String> mismatch) {
        return new PolynomialIntrinsic<>(name, kernels.getFirst(), () -> kernels.stream().map(kernel -> new PolynomialVariant<>(kernel, selfTest, context)).toList(),
                        chosen(name, context.cpu()), report, offBecause(name, List.of(vmFlag), vmIntrinsics), mismatch);
    }

    private List<AesGcmVariant> aesGcmVariants() {
        CompilerContext all = new CompilerContext(context.providers(), context.foreignCalls(), context.options(), cpu());
        List<AesGcmVariant> variants = new ArrayList<>();
        for (AesGcmKernel kernel : AesGcmKernel.variants()) {
            Map<Use, CompiledAes> stubs = new EnumMap<>(Use.class);
            for (Use use : Use.values()) {
                stubs.put(use, use.compile(kernel, all));
            }
            variants.add(new AesGcmVariant(stubs));
        }
        return variants;
    }

    /**
     * The kernel that an option asks for, or null.
     *
     * @param cpu the features that it may use
     */
    private Kernel chosen(String name, Set<CPUFeature> cpu) {
        Kernel chosen = CryptoIntrinsicsOptions.variants(context.options()).get(name);
        if (chosen != null) {
            Set<CPUFeature> missing = Requirements.of(chosen, cpu).missing();
            if (!missing.isEmpty()) {
                throw new OptionException("variant '" + chosen.variant() + "' of " + name + " in option CryptoIntrinsicsVariant " +
                                "needs " + missing + ", which this CPU lacks or an option turned off");
            }
        }
        return chosen;
    }

    private List<DigestVariant> variants(DigestAlgorithm algorithm) {
        List<DigestVariant> variants = new ArrayList<>();
        for (DigestKernel kernel : algorithm.variants()) {
            String name = algorithm.name() + "_" + kernel.getClass().getSimpleName();
            variants.add(new DigestVariant(algorithm, new CompiledKernel(kernel, name, context),
                            new CompiledHash(algorithm, kernel, name + "_hash", context),
                            new CompiledHmac(algorithm, kernel, name + "_hmac", context)));
        }
        return variants;
    }

    /**
     * @param vmFlags HotSpot's flags that turn its own intrinsics for this on or off
     * @param vmIntrinsics HotSpot's names of these
     */
    private String offBecause(String name, List<String> vmFlags, List<String> vmIntrinsics) {
        if (!CryptoIntrinsicsOptions.names(context.options()).contains(name)) {
            return CryptoIntrinsicsOptions.TURNED_OFF;
        }
        for (String vmFlag : vmFlags) {
            if (isTurnedOff(vmFlag)) {
                return "by option -XX:-" + vmFlag;
            }
        }
        for (String argument : VM.getRuntimeArguments()) {
            List<String> parts = List.of(argument.split("[=,]"));
            for (String vmIntrinsic : vmIntrinsics) {
                String control = switch (parts.getFirst()) {
                    case "-XX:DisableIntrinsic" -> vmIntrinsic;
                    case "-XX:ControlIntrinsic" -> "-" + vmIntrinsic;
                    default -> null;
                };
                if (control != null && parts.contains(control)) {
                    return "by option " + argument;
                }
            }
        }
        return null;
    }

    /** Whether the command line says so. The flag itself does not tell: HotSpot also turns it off where it has no intrinsic of its own. */
    private static boolean isTurnedOff(String vmFlag) {
        boolean off = false;
        for (String argument : VM.getRuntimeArguments()) {
            if (argument.equals("-XX:-" + vmFlag)) {
                off = true;
            } else if (argument.equals("-XX:+" + vmFlag)) {
                off = false;
            }
        }
        return off;
    }

    private void reportCounters() {
        for (Intrinsic<?> intrinsic : all()) {
            report.counted(intrinsic.name(), intrinsic.counters());
        }
    }

    /** The features that kernels may use. */
    public synchronized Set<CPUFeature> cpu() {
        if (cpu == null) {
            cpu = EnumSet.copyOf(context.cpu());
            cpu.addAll(HiddenFeatures.of(context));
        }
        return cpu;
    }

    /** What digests are compiled with. */
    public CompilerContext context() {
        return context;
    }

    public Report report() {
        return report;
    }

    public DigestIntrinsic of(DigestAlgorithm algorithm) {
        return digests.get(algorithm);
    }

    public Collection<DigestIntrinsic> digests() {
        return digests.values();
    }

    public AesGcmIntrinsic aesGcm() {
        return aesGcm;
    }

    public PolynomialIntrinsic<MlKemFunction> mlKem() {
        return mlKem;
    }

    public PolynomialIntrinsic<MlDsaFunction> mlDsa() {
        return mlDsa;
    }

    /** Those for digests, and the others. */
    public List<Intrinsic<?>> all() {
        List<Intrinsic<?>> all = new ArrayList<>(digests.values());
        all.addAll(List.of(aesGcm, mlKem, mlDsa));
        return all;
    }
}
