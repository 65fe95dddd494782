package org.cryptointrinsics.selection;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.cryptointrinsics.bytecode.KnownJdks;
import org.cryptointrinsics.bytecode.MethodName;

/**
 * What becomes of kernels that stand for methods of this JDK which nobody has read: they are off, since a method may correct what was wrong, or somebody takes responsibility.
 * Thread-safe.
 */
public final class UntestedMethods {

    private static final int MOST_NAMES = 4;

    private final boolean areTrusted;
    private final String option;
    private final Report report;
    private final AtomicBoolean isTold = new AtomicBoolean();

    UntestedMethods(Options.Setting option, Report report) {
        areTrusted = option.isOn();
        this.option = option.name();
        this.report = report;
    }

    /** Whether kernels are called in place of such methods. */
    public boolean areTrusted() {
        return areTrusted;
    }

    /**
     * Why no kernel is called in place of a method, or that one is although nobody has read what it stands for. The first time that kernels are off, everybody is told so.
     *
     * @param method for the report
     * @param untested what was not read; not empty
     */
    public String tell(String method, List<MethodName> untested) {
        String reason = names(untested) + (untested.size() == 1 ? " is" : " are") + " not known";
        if (areTrusted) {
            report.untested(method, reason);
            return reason + ": by option " + option;
        }
        if (isTold.compareAndSet(false, true)) {
            report.warn("this JDK, " + KnownJdks.nameOfThis() + ", has methods that are not known, such as " + described(untested.getFirst()) + ": " +
                            "what stands for them is off, as \"cryptointrinsics status\" tells, so that no correction is skipped; " +
                            "take a version of the agent for this JDK, or set option " + option + " to on and take responsibility");
        }
        return reason;
    }

    private static String names(List<MethodName> methods) {
        Stream<String> names = methods.stream().limit(MOST_NAMES).map(UntestedMethods::described);
        int more = methods.size() - MOST_NAMES;
        return Stream.concat(names, more > 0 ? Stream.of(more + " more") : Stream.of()).collect(Collectors.joining(", ", "in this JDK, ", ""));
    }

    private static String described(MethodName method) {
        return method.className().replace('/', '.') + "." + method.name();
    }
}
