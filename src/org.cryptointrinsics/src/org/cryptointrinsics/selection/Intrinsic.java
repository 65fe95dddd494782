package org.cryptointrinsics.selection;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.instruction.CpuFeature;
import org.cryptointrinsics.kernel.Kernel;
import org.cryptointrinsics.linkage.Counters;
import org.cryptointrinsics.linkage.KernelCode;
import org.cryptointrinsics.linkage.KernelMethod;
import org.cryptointrinsics.linkage.OnDemand;
import org.cryptointrinsics.linkage.Shortage;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;
import org.cryptointrinsics.recording.Recording;

/** An intrinsic: on or off, and with which variant. The variant is chosen, compiled and tested when it is first asked for. Thread-safe. */
public abstract class Intrinsic<V extends Variant> {

    private final String name;
    private final Supplier<List<V>> variantSupplier;
    private final Object lockOfVariants = new Object();
    private final Kernel chosen;
    private final Counters counters = new Counters();
    private final Report report;
    private final Supplier<String> mismatch;
    /** Why kernels of the selected variant are off, but for those that were lost. */
    private final Set<String> failures = Collections.synchronizedSet(new LinkedHashSet<>());
    private volatile List<V> variants;
    private volatile String offBecause;
    private volatile V selected;

    /**
     * @param name the algorithm's standard name
     * @param variants makes all variants, the best one first; asked when they are first needed
     * @param chosen the kernel of the only variant that may be used, or null
     * @param offBecause why the intrinsic is off, or null
     * @param mismatch says why the JDK's classes do not suit it, or null; asked when a variant is chosen
     */
    Intrinsic(String name, Supplier<List<V>> variants, Kernel chosen, Report report, String offBecause, Supplier<String> mismatch) {
        this.name = name;
        this.variantSupplier = variants;
        this.chosen = chosen;
        this.report = report;
        this.mismatch = mismatch;
        this.offBecause = offBecause;
        if (offBecause != null) {
            report.off(name, offBecause);
        }
    }

    /** The algorithm's standard name. */
    public final String name() {
        return name;
    }

    /** The size of what the {@link #counters} count as a block. */
    public abstract int blockBytes();

    /** All variants, the best one first, whether they may be used or not. */
    public final List<V> variants() {
        synchronized (lockOfVariants) {
            if (variants == null) {
                variants = List.copyOf(variantSupplier.get());
            }
            return variants;
        }
    }

    /** What the kernels have done. */
    public final Counters counters() {
        return counters;
    }

    /** Whether the JDK's classes suit it. If not, it is off, and this was told. */
    public final synchronized boolean fitsJdk() {
        String unfit = mismatch.get();
        if (unfit != null && offBecause == null) {
            turnOff(unfit);
        }
        return unfit == null;
    }

    /** Its kernels. */
    public abstract Stream<? extends OnDemand<? extends KernelMethod>> kernelMethods();

    /** Whether there is a kernel to call, made and tested. */
    public final boolean isOn() {
        return variant() != null;
    }

    /** Whether it is known to be off; unlike {@link #isOn}, this does not choose a variant. */
    public final boolean isTurnedOff() {
        return offBecause != null;
    }

    /** Why it is off, or null. */
    public final synchronized String offBecause() {
        variant();
        return offBecause;
    }

    private Stream<? extends KernelMethod> made() {
        return kernelMethods().map(OnDemand::made).filter(Objects::nonNull);
    }

    /** Why kernels of the selected variant are off, as far as they were asked for. */
    private List<String> kernelsOff() {
        Stream<String> lost = made().map(KernelMethod::failure).filter(Objects::nonNull).map(Intrinsic::off);
        return Stream.concat(List.copyOf(failures).stream(), lost).distinct().toList();
    }

    private static String off(String failure) {
        return "a kernel is off, " + failure;
    }

    /** Whether there are kernels to call, as far as they were asked for. Unlike {@link #isOn}, this does not choose a variant, and waits for nobody. */
    public final State state() {
        if (offBecause != null || selected == null) {
            return offBecause == null ? State.UNUSED : State.OFF;
        }
        return kernelsOff().isEmpty() || made().anyMatch(kernel -> kernel.failure() == null) ? State.ON : State.OFF;
    }

    /** Why it is off; to be asked only if it is. Waits for nobody. */
    final String reason() {
        return offBecause == null ? String.join("; ", kernelsOff()) : offBecause;
    }

    /**
     * Why those have no kernels that need some. Waits for nobody.
     *
     * @param needsAll whether they need all of them, or else one of each kind, such as digests
     * @return null if they have
     */
    public static String offBecause(Collection<? extends Intrinsic<?>> intrinsics, boolean needsAll) {
        Function<Intrinsic<?>, Object> needed = needsAll ? intrinsic -> intrinsic : Intrinsic::getClass;
        return intrinsics.stream().collect(Collectors.groupingBy(needed, LinkedHashMap::new, Collectors.<Intrinsic<?>> toList())).values().stream().filter(
                        kind -> kind.stream().allMatch(intrinsic -> intrinsic.state() == State.OFF)).map(Intrinsic::reasons).findFirst().orElse(null);
    }

    private static String reasons(List<? extends Intrinsic<?>> allOff) {
        return allOff.stream().collect(Collectors.groupingBy(Intrinsic::reason, LinkedHashMap::new, Collectors.mapping(Intrinsic::name, Collectors.toList()))) //
                        .entrySet().stream().map(reason -> String.join(", ", reason.getValue()) + (reason.getValue().size() == 1 ? " is" : " are") + " off: " + reason.getKey()) //
                        .collect(Collectors.joining("; "));
    }

    /** All that is told of it. No variant is made for that. Waits for nobody. */
    public final IntrinsicInfo info() {
        State state = state();
        V inUse = selected;
        List<V> known = variants == null ? List.of() : variants;
        long blocks = counters.blocks();
        return new IntrinsicInfo(name, state, inUse == null ? null : inUse.name(), state == State.OFF ? reason() : null, kernelsOff(),
                        known.stream().map(Variant::info).toList(), counters.calls(), blocks, blocks * blockBytes(), made().mapToInt(KernelMethod::losses).sum());
    }

    /** The variant that is called, or null if the intrinsic is off. */
    public final synchronized V variant() {
        if (selected == null && offBecause == null) {
            select();
        }
        return selected;
    }

    /** Its name, and that of the variant if one is in use. */
    final String described() {
        V inUse = selected;
        return inUse == null ? name : name + " " + inUse.name();
    }

    /** Makes a method of the selected variant. */
    @FunctionalInterface
    interface Making<V, T> {
        /** Null if there is none. */
        T make(V variant);
    }

    /** Tests a method of the selected variant. */
    @FunctionalInterface
    interface SelfTest<V, T> {
        boolean passes(V variant, T method) throws Exception;
    }

    /**
     * As {@link #onDemand}, of a method that has to pass a self-test; if it fails, that is told.
     *
     * @param use what does not work then
     */
    final <T extends KernelMethod> OnDemand<T> tested(Making<V, T> making, SelfTest<V, T> selfTest, String use) {
        return onDemand(() -> {
            T method = isOn() ? making.make(selected) : null;
            return method != null && passes(() -> selfTest.passes(selected, method), use) ? method : null;
        });
    }

    private boolean passes(Callable<Boolean> selfTest, String use) {
        String failure = Recording.selfTest(name + ' ' + use, selected.name(), () -> Variant.selfTest(selfTest));
        if (failure == null) {
            return true;
        }
        failures.add("off " + use + ", it " + failure);
        report.warn(name + ": off " + use + ", variant " + selected.name() + " " + failure + " there; " + advice(failure));
        report.changed();
        return false;
    }

    private static String advice(String failure) {
        return failure.contains("code cache is full") ? "raise -XX:ReservedCodeCacheSize" : "please report this as a bug";
    }

    /**
     * Has a kernel made when it is first called for.
     *
     * @param method makes it, or returns null if it is off
     * @return null if it is off, or cannot be made, which is told
     */
    final <T extends KernelMethod> OnDemand<T> onDemand(Supplier<T> method) {
        return new OnDemand<>(() -> {
            try {
                T kernel = method.get();
                if (kernel != null) {
                    kernel.countIn(counters);
                    kernel.tell(listener(kernel));
                }
                return kernel;
            } catch (RuntimeException | Error e) {
                // Whoever asks next has it tried once more.
                Shortage.rethrow(e);
                String failure = off("it could not be compiled: " + e);
                failures.add(failure);
                report.warn(name + ": " + failure);
                report.changed();
                return null;
            }
        });
    }

    private KernelCode.Listener listener(KernelMethod kernel) {
        return new KernelCode.Listener() {
            @Override
            public void lost(int times) {
                report.lost(name, times);
            }

            @Override
            public void failureChanged() {
                if (kernel.failure() != null) {
                    report.warn(name + ": " + off(kernel.failure()));
                }
                report.changed();
            }
        };
    }

    private void select() {
        if (!fitsJdk()) {
            return;
        }
        StringBuilder refused = new StringBuilder();
        for (V candidate : variants()) {
            if (chosen != null && !candidate.isOf(chosen)) {
                continue;
            }
            Set<CpuFeature> missing = candidate.missingFeatures();
            if (!missing.isEmpty()) {
                refused.append(", ").append(candidate.name()).append(" needs ").append(missing);
                continue;
            }
            String slowness = candidate.slowness();
            if (slowness != null && chosen == null && variants().size() > 1) {
                refused.append(", ").append(candidate.name()).append(' ').append(slowness);
                continue;
            }
            String failure = Recording.selfTest(name, candidate.name(), candidate::failure);
            if (failure != null) {
                refused.append(", ").append(candidate.name()).append(' ').append(failure);
                report.warn(name + ": variant " + candidate.name() + " is off, it " + failure + "; " + advice(failure));
                continue;
            }
            selected = candidate;
            report.on(name, candidate.name(), refused.toString());
            return;
        }
        turnOff("no variant can be used" + refused);
    }

    private void turnOff(String reason) {
        offBecause = reason;
        report.off(name, reason);
        report.changed();
    }
}
