package org.cryptointrinsics.tool;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.VariantInfo;
import org.cryptointrinsics.selection.Report;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

/** Asks the plugin in another VM of the same user. */
final class RunningVm {

    /** As the agent sets it. */
    private static final String WAITING_PROPERTY = "org.cryptointrinsics.waiting";
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long PAUSE_NANOS = 50_000_000L;

    private RunningVm() {
    }

    /** What a VM is asked. */
    @FunctionalInterface
    interface Question {
        void ask(MBeanServerConnection connection) throws IOException;
    }

    static void ask(long pid, Question question) throws Failure {
        try {
            JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(attach(pid)));
            try {
                question.ask(connector.getMBeanServerConnection());
            } finally {
                close(connector);
            }
        } catch (IOException e) {
            throw noAnswer(pid, e);
        } catch (UndeclaredThrowableException e) {
            // Methods of beans declare no IOException.
            throw noAnswer(pid, e);
        }
    }

    private static void close(JMXConnector connector) {
        try {
            connector.close();
        } catch (IOException e) {
            // As where the process has ended. It has answered, or that it did not is told.
            return;
        }
    }

    private static Failure noAnswer(long pid, Throwable e) {
        // Those of RMI tell their causes, too, in more lines.
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new Failure("process " + pid + " does not answer: " + cause);
    }

    /** The plugin in a VM; null if it is not there, or not yet. */
    static CryptoIntrinsicsMXBean plugin(MBeanServerConnection connection) throws IOException {
        try {
            ObjectName name = new ObjectName(CryptoIntrinsicsMXBean.OBJECT_NAME);
            return connection.isRegistered(name) ? JMX.newMXBeanProxy(connection, name, CryptoIntrinsicsMXBean.class) : null;
        } catch (MalformedObjectNameException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isWaiting(MBeanServerConnection connection) throws IOException {
        return Boolean.parseBoolean(ManagementFactory.getPlatformMXBean(connection, RuntimeMXBean.class).getSystemProperties().get(WAITING_PROPERTY));
    }

    /** Why the plugin is off in a VM as a whole, or null. */
    static String offBecause(MBeanServerConnection connection) throws IOException {
        return ManagementFactory.getPlatformMXBean(connection, RuntimeMXBean.class).getSystemProperties().get(Report.OFF_PROPERTY);
    }

    /**
     * Prints the state of all intrinsics, and what kernels have done.
     *
     * @return whether they have done something
     */
    static boolean print(long pid, PrintStream out) throws Failure {
        boolean[] isUsed = new boolean[1];
        String[] absence = new String[1];
        ask(pid, connection -> {
            String reason = offBecause(connection);
            CryptoIntrinsicsMXBean plugin = plugin(connection);
            if (reason != null || plugin == null) {
                absence[0] = reason == null ? absence(pid, isWaiting(connection)) : "in process " + pid + ", kernels are off: " + reason;
            } else {
                isUsed[0] = print(plugin, out);
            }
        });
        if (absence[0] != null) {
            throw new Failure(absence[0]);
        }
        return isUsed[0];
    }

    private static String absence(long pid, boolean isWaiting) {
        return isWaiting ? "in process " + pid + ", the agent waits for cryptography that lasts; attach it, or start it with -Dcryptointrinsics.eager=true, to have kernels at once"
                        : "the agent is not in process " + pid + ", or has not been started yet";
    }

    /** Waits until the plugin of a VM answers, or is off: where beans are in use already, it makes its own known in the background. */
    static void await(long pid) throws Failure {
        long start = System.nanoTime();
        boolean[] isKnown = new boolean[1];
        while (!isKnown[0] && System.nanoTime() - start < LONGEST_NANOS) {
            ask(pid, connection -> isKnown[0] = plugin(connection) != null || offBecause(connection) != null);
            if (!isKnown[0]) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static String attach(long pid) throws Failure {
        try {
            VirtualMachine vm = VirtualMachine.attach(String.valueOf(pid));
            try {
                return vm.startLocalManagementAgent();
            } finally {
                vm.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            throw new Failure("process " + pid + " cannot be asked: " + e.getMessage());
        }
    }

    /** Loads the agent into a VM, which begins at once with what was used there. A VM has it once. */
    static void load(long pid, Path agent) throws Failure {
        try {
            VirtualMachine vm = VirtualMachine.attach(String.valueOf(pid));
            try {
                vm.loadAgent(agent.toAbsolutePath().toString());
            } finally {
                vm.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            throw new Failure("process " + pid + " cannot be attached to: " + e.getMessage());
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new Failure("process " + pid + " does not take the agent: " + e.getMessage() + "; start it without -XX:-EnableDynamicAgentLoading, or with -javaagent:" + agent);
        }
    }

    private static boolean print(CryptoIntrinsicsMXBean plugin, PrintStream out) {
        List<IntrinsicInfo> intrinsics = plugin.getIntrinsics();
        List<String> used = intrinsics.stream().filter(intrinsic -> intrinsic.calls() != 0).map(IntrinsicInfo::name).toList();
        out.println("Graal     " + plugin.getGraalVersion());
        out.println("Used      " + (used.isEmpty() ? "no kernel yet" : "kernels of " + String.join(", ", used)));
        out.println();
        Table table = new Table(3, "Intrinsic", "State", "Variant", "Self-tests passed", "Calls", "Blocks", "Bytes", "Code lost");
        for (IntrinsicInfo intrinsic : intrinsics) {
            String state = switch (intrinsic.state()) {
                case ON -> "on";
                case OFF -> "off";
                case UNUSED -> "not used yet";
            };
            long tested = intrinsic.variants().stream().filter(VariantInfo::tested).count();
            long passed = intrinsic.variants().stream().filter(variant -> variant.tested() && variant.failure() == null).count();
            table.add(intrinsic.name(), state, intrinsic.variant() == null ? "" : intrinsic.variant(), passed + " of " + tested, String.valueOf(intrinsic.calls()),
                            String.valueOf(intrinsic.blocks()), String.valueOf(intrinsic.bytes()), String.valueOf(intrinsic.losses()));
        }
        out.print(table);
        StatusCommand.printOff(intrinsics, out);
        StatusCommand.printEntries(plugin.getEntries(), out);
        return !used.isEmpty();
    }
}
