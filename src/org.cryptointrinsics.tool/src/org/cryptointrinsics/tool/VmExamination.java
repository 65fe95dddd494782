package org.cryptointrinsics.tool;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.management.MBeanServerConnection;

import com.sun.management.HotSpotDiagnosticMXBean;

/** Whether a VM is one in which kernels can be used: JDK, CPU, JIT, collector, agents. */
final class VmExamination {

    private static final int LEAST_JDK = 25;
    /** As macOS calls it, too. */
    private static final Set<String> X86_64 = Set.of("amd64", "x86_64");
    private static final String AGENT = "cryptointrinsics-agent.jar";
    /** Of the agent with Graal, which waits for the first use, or of the plugin that has started. */
    private static final String THREAD = "cryptointrinsics";
    private static final String OPTIONS = "java -javaagent:cryptointrinsics-agent.jar -jar app.jar";

    private final RuntimeMXBean runtime;
    private final ThreadMXBean threads;
    private final List<GarbageCollectorMXBean> collectors;
    /** Null where the VM is another one. */
    private final HotSpotDiagnosticMXBean hotSpot;

    VmExamination(MBeanServerConnection connection) throws IOException {
        runtime = ManagementFactory.getPlatformMXBean(connection, RuntimeMXBean.class);
        threads = ManagementFactory.getPlatformMXBean(connection, ThreadMXBean.class);
        collectors = ManagementFactory.getPlatformMXBeans(connection, GarbageCollectorMXBean.class);
        hotSpot = ManagementFactory.getPlatformMXBean(connection, HotSpotDiagnosticMXBean.class);
    }

    /** Adds each finding as soon as it is known. */
    void addTo(List<Finding> findings) {
        Map<String, String> properties = runtime.getSystemProperties();
        findings.add(jdk(properties.get("java.specification.version"), properties.get("java.version"), properties.get("java.vendor")));
        findings.add(system(properties.get("os.name"), properties.get("os.arch")));
        findings.add(jit());
        findings.add(collector());
        others().stream().map(agent -> Finding.note("There is another agent: " + agent,
                        "What it puts into methods of the JDK is executed. Methods that it changes may have no kernels: they are told of below.")).forEach(findings::add);
    }

    private static Finding jdk(String feature, String version, String vendor) {
        // Versions of old JDKs have another form.
        if (feature.startsWith("1.") || Integer.parseInt(feature) < LEAST_JDK) {
            return Finding.problem("It is JDK " + version + ".", "Take JDK " + LEAST_JDK + " or later.");
        }
        return Finding.fits("JDK " + version + " of " + vendor);
    }

    private static Finding system(String name, String architecture) {
        if (!X86_64.contains(architecture)) {
            return Finding.problem("The CPU is no x86-64 but " + architecture + ".", "There are no kernels for it. Leave the agent out.");
        }
        return name.equals("Linux") ? Finding.fits(name + " on x86-64") : Finding.problem("The system is " + name + ".",
                        "There are no kernels for it but on Linux. Leave the agent out.");
    }

    private boolean isSet(String option) {
        try {
            return hotSpot != null && Boolean.parseBoolean(hotSpot.getVMOption(option).getValue());
        } catch (IllegalArgumentException e) {
            // A VM without JVMCI does not have it.
            return false;
        }
    }

    private Finding jit() {
        return Finding.fits(isSet("UseJVMCICompiler") ? "Graal is the JIT" : "C2 is the JIT");
    }

    private Finding collector() {
        String names = collectors.stream().map(GarbageCollectorMXBean::getName).collect(Collectors.joining(", "));
        return Finding.fits("Collector: " + names);
    }

    private List<String> others() {
        return runtime.getInputArguments().stream().filter(argument -> argument.startsWith("-javaagent:") && !argument.contains(AGENT)).toList();
    }

    /** Where the plugin has not started. */
    Finding absence() {
        // Options do not name an agent that was loaded later, but its thread is there.
        boolean isAwaited = runtime.getInputArguments().stream().anyMatch(argument -> argument.contains(AGENT)) ||
                        Stream.of(threads.getThreadInfo(threads.getAllThreadIds())).anyMatch(thread -> thread != null && thread.getThreadName().equals(THREAD));
        return isAwaited ? Finding.note("The agent is there, and was not needed yet: until a few seconds ago, no digest and no cipher was made.", "Ask again later.")
                        : Finding.problem("The agent is not there.", "Start it with the options: " + OPTIONS);
    }
}
