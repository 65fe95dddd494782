package org.cryptointrinsics.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;

/**
 * Starts the plugin when an application first makes a digest or a cipher that it has kernels for. Until then it is a thread that looks now and then, and no class of Graal is
 * loaded. What does not fit is told in a line, and the application runs without the plugin.
 */
public final class Agent implements Runnable, Thread.UncaughtExceptionHandler {

    static final String JDK = "25";

    private static final String JVMCI = "jdk.internal.vm.ci";
    /** Tells {@code doctor} why the plugin is off. */
    private static final String OFF_PROPERTY = "org.cryptointrinsics.off";
    private static final String BUG = "; please report this as a bug";

    /** Options of the plugin, which has the rest of them. */
    private static final String INTRINSICS_OPTION = "jdk.graal.CryptoIntrinsics";
    private static final String REPORT_OPTION = "jdk.graal.CryptoIntrinsicsReport";

    /** Long enough not to be noticed, and short against the start of the plugin. */
    private static final int INTERVAL_MILLIS = 50;

    /** Kernels come too late for a program that ends so soon, and Graal would take a processor from it. */
    private static final int DELAY_MILLIS = 500;

    private static Agent agent;

    private final Instrumentation instrumentation;
    private Module plugin;
    private boolean isSettled;

    private Agent(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Started with the VM: {@code -javaagent}. */
    public static void premain(@SuppressWarnings("unused") String arguments, Instrumentation instrumentation) {
        start(instrumentation);
    }

    /** Loaded into a VM that runs. */
    public static void agentmain(@SuppressWarnings("unused") String arguments, Instrumentation instrumentation) {
        start(instrumentation);
    }

    // All programs wait for this: it loads no other class.
    private static synchronized void start(Instrumentation instrumentation) {
        if (agent != null) {
            // It may be given twice.
            return;
        }
        agent = new Agent(instrumentation);
        if (isTurnedOff()) {
            setOff("by option CryptoIntrinsics");
            return;
        }
        if (!ModuleLayer.boot().findModule(JVMCI).isPresent()) {
            tellOff("JVMCI is not there; run a JDK " + JDK + " that has the module " + JVMCI + ", with -XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI" +
                            " and without -Xint and -XX:TieredStopAtLevel=0");
            return;
        }
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        // Nothing of the thread that happens to start it.
        Thread thread = new Thread(group, agent, "cryptointrinsics", 0, false);
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler(agent);
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether nobody needs the plugin: a report says what is off, and Graal, as the JIT, has the plugin without the agent. */
    private static boolean isTurnedOff() {
        return "off".equals(System.getProperty(INTRINSICS_OPTION)) && "false".equals(System.getProperty(REPORT_OPTION, "false")) &&
                        !ModuleLayer.boot().findModule(Plugin.NAME).isPresent();
    }

    @Override
    public void run() {
        try {
            // A short program has nothing of all that follows.
            Thread.sleep(INTERVAL_MILLIS);
            if (isSettled()) {
                return;
            }
            FirstUse use = new FirstUse(instrumentation);
            while (!use.isThere()) {
                Thread.sleep(INTERVAL_MILLIS);
            }
            Thread.sleep(DELAY_MILLIS);
            startPlugin();
        } catch (InterruptedException | ReflectiveOperationException | RuntimeException | Error e) {
            tellOff(e + BUG);
        }
    }

    /** Whether the plugin was started, or is off, as while HotSpot notes what it knows of classes: if they were redefined, it could crash, or later who uses its notes. */
    private synchronized boolean isSettled() throws ReflectiveOperationException {
        if (!isSettled && Archive.isBeingMade(instrumentation)) {
            isSettled = true;
            tellOff("HotSpot makes an AOT cache or a CDS archive, and could crash if classes were changed meanwhile; a program that starts with it has kernels");
        }
        return isSettled;
    }

    /** What cannot even be told. It is not for the application's handler, which may end the program. */
    @Override
    public void uncaughtException(Thread thread, Throwable error) {
    }

    /** The plugin, which is started if it was not yet; null if there is no agent, or no plugin. */
    public static Module plugin() {
        Agent started;
        synchronized (Agent.class) {
            started = agent;
        }
        return started == null ? null : started.startPlugin();
    }

    private synchronized Module startPlugin() {
        try {
            if (!isSettled()) {
                isSettled = true;
                plugin = Plugin.start(instrumentation);
            }
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            tellOff(cause + BUG);
        } catch (ReflectiveOperationException | RuntimeException | Error e) {
            isSettled = true;
            tellOff(e + BUG);
        }
        return plugin;
    }

    static void tellOff(String reason) {
        System.err.println("[cryptointrinsics] off: " + reason);
        setOff(reason);
    }

    private static void setOff(String reason) {
        try {
            System.setProperty(OFF_PROPERTY, reason);
        } catch (RuntimeException e) {
            // Of properties of an application's own class. It was told.
            return;
        }
    }
}
