package org.cryptointrinsics.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.cryptointrinsics.graph.CompiledHash;
import org.cryptointrinsics.graph.CompiledHmac;
import org.cryptointrinsics.graph.CompiledKernel;
import org.cryptointrinsics.graph.CompilerContext;
import org.cryptointrinsics.graph.Counters;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.kernel.DigestKernel;
import org.cryptointrinsics.kernel.Requirements;
import org.cryptointrinsics.selection.DigestIntrinsic.Calls;

import jdk.graal.compiler.core.common.spi.ForeignCallsProvider;
import jdk.graal.compiler.hotspot.HotSpotForeignCallLinkage;
import jdk.graal.compiler.hotspot.meta.HotSpotForeignCallDescriptor;
import jdk.internal.misc.VM;
import jdk.vm.ci.amd64.AMD64.CPUFeature;

/** All intrinsics of one instance of Graal. */
public final class Intrinsics {

    private static final Map<ForeignCallsProvider, Intrinsics> INSTANCES = new ConcurrentHashMap<>();

    private final CompilerContext context;
    private final Report report;
    private final Supplier<String> jdkMisfit;
    private boolean jdkChecked;
    private String misfit;
    private final Map<DigestAlgorithm, DigestIntrinsic> digests = new EnumMap<>(DigestAlgorithm.class);

    private Intrinsics(CompilerContext context, Report report, Supplier<String> jdkMisfit) {
        this.context = context;
        this.report = report;
        this.jdkMisfit = jdkMisfit;
    }

    /**
     * Links the calls of an instance of Graal. To be called while it is initialized, when it does not compile yet.
     *
     * @param available what Graal knows of the CPU
     * @param jdkMisfit says why the JDK's classes do not suit what calls the kernels, or null; asked when the first of them is to be called
     * @throws IllegalArgumentException if an option asks for what cannot be done
     */
    public static Intrinsics initialize(CompilerContext available, Supplier<String> jdkMisfit) {
        Report report = Report.open(CryptoIntrinsicsOptions.CryptoIntrinsicsReport.getValue(available.options()));
        Set<CPUFeature> cpu = EnumSet.copyOf(available.cpu());
        if (isTurnedOff("UseSHA")) {
            cpu.removeAll(Set.of(CPUFeature.SHA, CPUFeature.SHA512));
        }
        CompilerContext context = new CompilerContext(available.providers(), available.foreignCalls(), available.options(), cpu);
        Intrinsics intrinsics = new Intrinsics(context, report, jdkMisfit);
        for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            intrinsics.digests.put(algorithm, intrinsics.link(algorithm));
        }
        if (report.isOn()) {
            Runtime.getRuntime().addShutdownHook(new Thread(intrinsics::reportCounters));
        }
        return intrinsics;
    }

    /** Makes these {@link #of} their instance of Graal, when everything is ready for them. */
    public void publish() {
        INSTANCES.put(context.foreignCalls(), this);
    }

    /** The intrinsics of the instance of Graal that {@code foreignCalls} belongs to, or null if they are off altogether. */
    public static Intrinsics of(ForeignCallsProvider foreignCalls) {
        return INSTANCES.get(foreignCalls);
    }

    /** Graal's table of foreign calls is not synchronized: to be done before the first compilation. The variants are not needed before there is a call. */
    private DigestIntrinsic link(DigestAlgorithm algorithm) {
        Calls calls = new Calls(call(Calls.compress(algorithm)), call(Calls.hash(algorithm)), call(Calls.hmac(algorithm)));
        Counters counters = report.isOn() ? new Counters() : null;
        DigestKernel chosen = CryptoIntrinsicsOptions.variants(context.options()).get(algorithm);
        if (chosen != null) {
            Set<CPUFeature> missing = Requirements.of(chosen, context.cpu()).missing();
            if (!missing.isEmpty()) {
                throw new IllegalArgumentException("variant '" + chosen.variant() + "' of " + algorithm.standardName() + " in option CryptoIntrinsicsVariant " +
                                "needs " + missing + ", which this CPU lacks or an option turned off");
            }
        }
        return new DigestIntrinsic(algorithm, () -> variants(algorithm, counters), chosen, calls, counters, report, offBecause(algorithm), this::misfit);
    }

    private HotSpotForeignCallLinkage call(HotSpotForeignCallDescriptor descriptor) {
        return context.foreignCalls().register(context.link(descriptor));
    }

    private List<Variant> variants(DigestAlgorithm algorithm, Counters counters) {
        List<Variant> variants = new ArrayList<>();
        for (DigestKernel kernel : algorithm.variants()) {
            String name = algorithm.name() + "_" + kernel.getClass().getSimpleName();
            variants.add(new Variant(algorithm, new CompiledKernel(kernel, name, counters, context),
                            new CompiledHash(algorithm, kernel, name + "_hash", counters, context),
                            new CompiledHmac(algorithm, kernel, name + "_hmac", counters, context)));
        }
        return variants;
    }

    private String offBecause(DigestAlgorithm algorithm) {
        if (!CryptoIntrinsicsOptions.algorithms(context.options()).contains(algorithm)) {
            return "by option CryptoIntrinsics";
        }
        if (isTurnedOff(algorithm.vmFlag())) {
            return "by option -XX:-" + algorithm.vmFlag();
        }
        for (String argument : VM.getRuntimeArguments()) {
            String[] parts = argument.split("[=,]");
            String control = switch (parts[0]) {
                case "-XX:DisableIntrinsic" -> algorithm.vmIntrinsic();
                case "-XX:ControlIntrinsic" -> "-" + algorithm.vmIntrinsic();
                default -> null;
            };
            if (Arrays.asList(parts).contains(control)) {
                return "by option " + argument;
            }
        }
        return null;
    }

    /** Whether the JDK's classes suit what calls the kernels. If not, this was told, and all intrinsics are off. */
    public boolean fitJdk() {
        return misfit() == null;
    }

    private synchronized String misfit() {
        if (!jdkChecked) {
            jdkChecked = true;
            misfit = jdkMisfit.get();
            if (misfit != null) {
                report.warn("off: " + misfit + "; take a version of the plugin for this JDK, or leave it away");
            }
        }
        return misfit;
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
        for (DigestIntrinsic digest : digests.values()) {
            report.add(digest.algorithm().standardName() + ": " + digest.counters().calls() + " calls, " + digest.counters().blocks() + " blocks");
        }
    }

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
}
