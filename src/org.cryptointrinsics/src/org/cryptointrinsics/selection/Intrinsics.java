package org.cryptointrinsics.selection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.FunctionKernel;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.kernel.KernelFunction;
import org.cryptointrinsics.kernel.aes.AesGcmKernel;
import org.cryptointrinsics.kernel.curve25519.Curve25519;
import org.cryptointrinsics.kernel.curve25519.CurveFunction;
import org.cryptointrinsics.kernel.mldsa.MlDsa;
import org.cryptointrinsics.kernel.mldsa.MlDsaFunction;
import org.cryptointrinsics.kernel.mlkem.MlKem;
import org.cryptointrinsics.kernel.mlkem.MlKemFunction;
import org.cryptointrinsics.linkage.KernelSource;

/** All intrinsics. */
public final class Intrinsics {

    private static final List<Intrinsics> PUBLISHED = new CopyOnWriteArrayList<>();

    private final KernelSource source;
    private final Options options;
    private final Report report;
    private final Map<DigestAlgorithm, DigestIntrinsic> digests = new EnumMap<>(DigestAlgorithm.class);
    private final Set<Misfit> told = ConcurrentHashMap.newKeySet();
    private final UntestedMethods untested;
    private final Set<String> methodsOff;
    private final AesGcmIntrinsic aesGcm;
    private final FunctionIntrinsic<MlKemFunction> mlKem;
    private final FunctionIntrinsic<MlDsaFunction> mlDsa;
    private final FunctionIntrinsic<CurveFunction> x25519;

    /**
     * Says why the JDK's classes do not suit what calls the kernels, or null; asked when the first of them is to be called.
     *
     * @param digests those of digests
     * @param aesGcm those of AES-GCM
     * @param mlKem those of ML-KEM
     * @param mlDsa those of ML-DSA
     * @param x25519 those of X25519
     */
    public record Misfits(Supplier<Misfit> digests, Supplier<Misfit> aesGcm, Supplier<Misfit> mlKem, Supplier<Misfit> mlDsa,
                    Supplier<Misfit> x25519) {
    }

    /**
     * @param source where kernels come from
     * @throws OptionException if an option asks for what cannot be done
     */
    public Intrinsics(KernelSource source, Options options, Misfits misfits) {
        this.source = source;
        this.options = options.checked();
        report = Report.open(options.report());
        untested = new UntestedMethods(options.untested(), report);
        methodsOff = options.methodsOff();
        Supplier<String> digestClasses = toldOnce(misfits.digests);
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            String name = algorithm.standardName();
            digests.put(algorithm, new DigestIntrinsic(algorithm, () -> algorithm.variants().stream().map(kernel -> new DigestVariant(algorithm, kernel, source)).toList(),
                            chosen(name), report, offBecause(name, HotSpotIntrinsics.of(algorithm)), digestClasses));
        }
        aesGcm = new AesGcmIntrinsic(() -> AesGcmKernel.variants().stream().map(kernel -> new AesGcmVariant(kernel, source)).toList(), chosen(AesGcmKernel.NAME), report,
                        offBecause(AesGcmKernel.NAME, HotSpotIntrinsics.AES_GCM), toldOnce(misfits.aesGcm));
        mlKem = functions(FunctionIntrinsic.ML_KEM, MlKem.variants(), PolynomialSelfTests::passesForMlKem, HotSpotIntrinsics.ML_KEM, misfits.mlKem);
        mlDsa = functions(FunctionIntrinsic.ML_DSA, MlDsa.variants(), PolynomialSelfTests::passesForMlDsa, HotSpotIntrinsics.ML_DSA, misfits.mlDsa);
        x25519 = functions(FunctionIntrinsic.X25519, Curve25519.variants(), CurveSelfTests::passesForX25519, HotSpotIntrinsics.NONE, misfits.x25519);
        if (report.isOn()) {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(this::reportCounters));
            } catch (IllegalStateException e) {
                // The VM ends already.
                return;
            }
        }
    }

    private <F extends Enum<F> & KernelFunction> FunctionIntrinsic<F> functions(String name, List<? extends FunctionKernel<F>> kernels,
                    FunctionVariant.SelfTest<F> selfTest, HotSpotIntrinsics ofHotSpot, Supplier<Misfit> misfit) {
        return new FunctionIntrinsic<>(name, kernels.getFirst(), () -> kernels.stream().map(kernel -> new FunctionVariant<>(name, kernel, selfTest, source)).toList(),
                        chosen(name), report, offBecause(name, ofHotSpot), toldOnce(misfit));
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
            report.warn(misfit.off() + misfit.reason() + "; take a version of the agent for this JDK, or leave it out");
        }
    }

    /**
     * Makes these known, when everything is ready for them.
     *
     * @param areCalled whether they are those whose kernels Java code calls, although there may be others already
     */
    public void publish(boolean areCalled) {
        PUBLISHED.add(areCalled ? 0 : PUBLISHED.size(), this);
    }

    /** All that were published: those of every instance of Graal, one in most cases. */
    public static List<Intrinsics> published() {
        return List.copyOf(PUBLISHED);
    }

    /** Those whose kernels Java code calls, whatever it is compiled by; null before they are published. */
    public static Intrinsics first() {
        return PUBLISHED.isEmpty() ? null : PUBLISHED.getFirst();
    }

    /** The kernel that an option asks for, or null. */
    private Kernel chosen(String name) {
        Kernel chosen = options.variants().get(name);
        Set<CpuFeature> missing = chosen == null ? Set.of() : source.missing(name, chosen);
        if (!missing.isEmpty()) {
            throw new OptionException("variant '" + chosen.variant() + "' of " + name + " in option " + options.variant().name() +
                            " needs " + missing + ", which this CPU lacks or an option turned off");
        }
        return chosen;
    }

    private String offBecause(String name, HotSpotIntrinsics ofHotSpot) {
        return options.names().contains(name) ? ofHotSpot.offBecause() : options.turnedOff();
    }

    private void reportCounters() {
        for (Intrinsic<?> intrinsic : all()) {
            report.counted(intrinsic.name(), intrinsic.counters());
        }
    }

    /** Where kernels come from. */
    public KernelSource source() {
        return source;
    }

    public Report report() {
        return report;
    }

    /** What becomes of kernels that stand for methods which nobody has read. */
    public UntestedMethods untested() {
        return untested;
    }

    /** Why a method is left to the JDK, whatever kernels there are for it, by its name in {@link Options#methods}; or null. */
    public String offBecause(String method) {
        return methodsOff.contains(method) ? options.turnedOff() : null;
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

    public FunctionIntrinsic<MlKemFunction> mlKem() {
        return mlKem;
    }

    public FunctionIntrinsic<MlDsaFunction> mlDsa() {
        return mlDsa;
    }

    public FunctionIntrinsic<CurveFunction> x25519() {
        return x25519;
    }

    /** Those for digests, and the others. */
    public List<Intrinsic<?>> all() {
        List<Intrinsic<?>> all = new ArrayList<>(digests.values());
        all.addAll(List.of(aesGcm, mlKem, mlDsa, x25519));
        return all;
    }
}
