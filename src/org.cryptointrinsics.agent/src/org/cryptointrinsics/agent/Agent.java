package org.cryptointrinsics.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.Set;

import jdk.internal.misc.CDS;

/**
 * Starts the plugin when an application's cryptography lasts, of which a thread takes notice. Until then next to nothing is done. What does not fit is told in a line, and the
 * application runs without the plugin.
 */
public final class Agent implements Runnable, Thread.UncaughtExceptionHandler {

    /** Tells {@code doctor} why the plugin is off. */
    private static final String OFF_PROPERTY = "org.cryptointrinsics.off";
    /** Tells {@code status} that a thread waits for work that lasts. */
    private static final String WAITING_PROPERTY = "org.cryptointrinsics.waiting";
    private static final String BUG = "; please report this as a bug";

    // Options of the plugin, which has the rest of them; the older names are those of Graal's options.
    private static final String INTRINSICS_OPTION = "cryptointrinsics";
    private static final String REPORT_OPTION = "cryptointrinsics.report";
    private static final String OLD_INTRINSICS_OPTION = "jdk.graal.CryptoIntrinsics";
    private static final String OLD_REPORT_OPTION = "jdk.graal.CryptoIntrinsicsReport";
    private static final String EAGER_OPTION = "cryptointrinsics.eager";
    /** For tests: as {@code org.cryptointrinsics.linkage.Background} has it. */
    private static final String URGENT_PROPERTY = "org.cryptointrinsics.urgent";
    /** Graal has kernels without the agent. */
    private static final String ENTRIES_OPTION = "jdk.graal.CryptoIntrinsicsEntries";

    /** Long enough not to be noticed, and short against the start of Graal. */
    private static final int GRAAL_INTERVAL_MILLIS = 50;

    /** Kernels come too late for a program that ends so soon, and Graal would take a processor from it. */
    private static final int GRAAL_DELAY_MILLIS = 500;

    /** A program that ends so soon has nothing of kernels. */
    private static final int INTERVAL_MILLIS = 100;

    /** With a single processor, HotSpot's compilers come first: they have more to do for the application. */
    private static final int SINGLE_PROCESSOR_INTERVAL_MILLIS = 1000;

    private static final int LEAST_JDK = 25;

    /** Whoever loads a class may wait for the lock of this class: nothing that loads others is done with it. With this one, the plugin is started. */
    private static final Object STARTING = new Object();
    private static final int FAILURE_PAUSE_MILLIS = 1000;

    private static volatile Agent agent;
    /** An agent that was loaded for a look at classes, by the thread that did so. */
    private static final ThreadLocal<Instrumentation> LATEST = new ThreadLocal<>();
    private static final ThreadLocal<Boolean> IS_LOOKING = new ThreadLocal<>();

    private final Instrumentation instrumentation;
    /** Of classes that are loaded; null if Graal is the JIT. */
    private LoadedClasses loadedClasses;
    private boolean isOfGraal;
    private volatile Module plugin;
    private volatile boolean isSettled;
    private volatile boolean isThreadStarted;
    /** Null if calls are not counted. */
    private volatile LastingWork work;
    private boolean hasAccess;

    private Agent(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Started with the VM: {@code -javaagent}. */
    public static void premain(@SuppressWarnings("unused") String arguments, Instrumentation instrumentation) {
        start(instrumentation, false);
    }

    /** Loaded into a VM that runs, or for a look at classes. */
    public static void agentmain(@SuppressWarnings("unused") String arguments, Instrumentation instrumentation) {
        if (IS_LOOKING.get() != null) {
            LATEST.set(instrumentation);
        } else {
            start(instrumentation, true);
        }
    }

    private static void start(Instrumentation instrumentation, boolean isRunning) {
        if (isAdded(instrumentation)) {
            if (isRunning) {
                startPrecompiled();
                Plugin.startNow(agent.plugin);
            } else if (agent.loadedClasses.areThere()) {
                // They have no calls yet, which could be counted.
                startThread(false);
            }
        } else if (isRunning) {
            // It is there, and may wait.
            plugin();
        }
    }

    /** Whether classes are asked for from now on that are loaded. All programs wait for this: it loads nearly no other class. */
    private static synchronized boolean isAdded(Instrumentation instrumentation) {
        if (agent != null) {
            // It may be given twice.
            return false;
        }
        agent = new Agent(instrumentation);
        if (isTurnedOff()) {
            setOff("by option " + (System.getProperty(INTRINSICS_OPTION) == null ? "CryptoIntrinsics" : INTRINSICS_OPTION));
            return false;
        }
        int jdk = Integer.parseInt(System.getProperty("java.specification.version"));
        if (jdk < LEAST_JDK) {
            tellOff("this is JDK " + jdk + "; run JDK " + LEAST_JDK + " or later");
            return false;
        }
        // In this order: HotSpot would have to load and to verify the other class.
        if (isBesideGraal() && Plugin.isGraalTheJit(instrumentation)) {
            agent.isOfGraal = true;
            startThread(false);
        } else if (System.getProperty(ENTRIES_OPTION, "true").equals("false")) {
            tellOff("by option CryptoIntrinsicsEntries; unless Graal is the JIT, nothing else calls kernels");
        } else {
            agent.loadedClasses = new LoadedClasses(instrumentation);
            instrumentation.addTransformer(agent.loadedClasses, true);
            return true;
        }
        return false;
    }

    static boolean isThreadStarted() {
        return agent.isThreadStarted;
    }

    /**
     * Has a thread wait for work that lasts, or for the first use.
     *
     * @param isCounting whether all classes have calls that are counted
     */
    static synchronized void startThread(boolean isCounting) {
        if (agent.isThreadStarted) {
            return;
        }
        if (isCounting && !isEager()) {
            agent.work = agent.loadedClasses.work();
        }
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        // Nothing of the thread that happens to start it.
        Thread thread = new Thread(group, agent, "cryptointrinsics start", 0, false);
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler(agent);
        thread.setDaemon(true);
        thread.start();
        agent.isThreadStarted = true;
    }

    private static String option(String name, String oldName, String otherwise) {
        String value = System.getProperty(name);
        return value == null ? System.getProperty(oldName, otherwise) : value;
    }

    /** Whether kernels are there from the first use on: who has asked for a report wants to see them. */
    private static boolean isEager() {
        return !System.getProperty(EAGER_OPTION, "false").equals("false") || Boolean.getBoolean(URGENT_PROPERTY) ||
                        !option(REPORT_OPTION, OLD_REPORT_OPTION, "false").equals("false");
    }

    /** Whether nobody needs the plugin: a report says what is off, and Graal, as the JIT, has the plugin without the agent. */
    private static boolean isTurnedOff() {
        return option(INTRINSICS_OPTION, OLD_INTRINSICS_OPTION, "all").equals("off") && option(REPORT_OPTION, OLD_REPORT_OPTION, "false").equals("false") &&
                        !isBesideGraal();
    }

    /** Whether the plugin is. A layer that is asked for a module which it has not got asks others, by lambdas: these would have to be linked. */
    private static boolean isBesideGraal() {
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getName().equals(Plugin.NAME)) {
                return true;
            }
        }
        return false;
    }

    /** Has classes given calls from now on, unless all is off. */
    static synchronized void begin() {
        if (agent.loadedClasses.isBegun()) {
            return;
        }
        try {
            if (!agent.isSettled()) {
                agent.loadedClasses.begin();
            }
        } catch (VirtualMachineError e) {
            // As for want of memory, or of stack. The next class has it begin again.
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            agent.isSettled = true;
            tellOff(e + BUG);
        }
        agent.loadedClasses.setBegun();
    }

    /** Has the plugin asked of each class that is loaded; returns whether it is. */
    static boolean startPrecompiled() {
        begin();
        synchronized (STARTING) {
            if (!agent.isSettled) {
                try {
                    Module found = Plugin.precompiled();
                    Plugin.startPrecompiled(found, agent.instrumentation, agent.loadedClasses);
                    agent.plugin = found;
                } catch (VirtualMachineError e) {
                    throw e;
                } catch (InvocationTargetException e) {
                    if (e.getCause() instanceof VirtualMachineError) {
                        // As for want of memory, or of stack. Whoever is next has it start again.
                        throw (VirtualMachineError) e.getCause();
                    }
                    tellOff(e.getCause() + BUG);
                } catch (ReflectiveOperationException | RuntimeException | Error e) {
                    tellOff(e + BUG);
                }
                agent.isSettled = true;
                LastingWork work = agent.work;
                if (work != null) {
                    work.end();
                    set(WAITING_PROPERTY, "false");
                }
            }
        }
        return agent.plugin != null;
    }

    /** An agent that was loaded after all others. */
    public static Instrumentation latest() {
        IS_LOOKING.set(true);
        try {
            Plugin.load(agent.instrumentation);
            return LATEST.get();
        } finally {
            IS_LOOKING.remove();
            LATEST.remove();
        }
    }

    @Override
    public void run() {
        try {
            if (isOfGraal) {
                awaitUseAndStart();
                return;
            }
            while (!isStartedAfterUse()) {
                Thread.sleep(FAILURE_PAUSE_MILLIS);
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            tellOff(e + BUG);
        }
    }

    /** Whether that could be done: memory may be wanting. */
    private boolean isStartedAfterUse() throws InterruptedException {
        try {
            if (work == null) {
                awaitFirstUse();
            } else {
                set(WAITING_PROPERTY, "true");
                work.await();
            }
            startPrecompiled();
            return true;
        } catch (VirtualMachineError e) {
            return false;
        }
    }

    private void awaitFirstUse() throws InterruptedException {
        Set<String> loaded = loadedClasses.all();
        do {
            Thread.sleep(Runtime.getRuntime().availableProcessors() == 1 ? SINGLE_PROCESSOR_INTERVAL_MILLIS : INTERVAL_MILLIS);
        } while (!isSettled() && !FirstUse.isThere(loaded));
    }

    private void awaitUseAndStart() throws InterruptedException {
        // A short program has nothing of all that follows.
        Thread.sleep(GRAAL_INTERVAL_MILLIS);
        if (isSettled()) {
            return;
        }
        while (!FirstUse.isThere(FirstUse.CLASSES)) {
            Thread.sleep(GRAAL_INTERVAL_MILLIS);
        }
        Thread.sleep(GRAAL_DELAY_MILLIS);
        startPlugin();
    }

    /** Whether the plugin was started, or is off, as while HotSpot notes what it knows of classes: if they were redefined, it could crash, or later who uses its notes. */
    private synchronized boolean isSettled() {
        if (!hasAccess) {
            Plugin.export(instrumentation, Object.class.getModule(), "jdk.internal.misc", Agent.class.getModule());
            hasAccess = true;
        }
        if (!isSettled && CDS.isDumpingArchive()) {
            isSettled = true;
            tellOff("HotSpot makes an AOT cache or a CDS archive, and could crash if classes were changed meanwhile; a program that starts with it has kernels");
        }
        return isSettled;
    }

    /** What cannot even be told. It is not for the application's handler, which may end the program. */
    @Override
    public void uncaughtException(Thread thread, Throwable error) {
    }

    /** The plugin, which is started now if it was not yet, for whatever is used; null if there is no agent, or no plugin. */
    public static Module plugin() {
        Agent started;
        synchronized (Agent.class) {
            started = agent;
        }
        if (started == null) {
            return null;
        }
        if (started.loadedClasses == null) {
            return started.isOfGraal ? started.startPlugin() : null;
        }
        startPrecompiled();
        Plugin.startNow(started.plugin);
        return started.plugin;
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

    private static void tellOff(String reason) {
        System.err.println("[cryptointrinsics] off: " + reason);
        setOff(reason);
    }

    private static void setOff(String reason) {
        set(OFF_PROPERTY, reason);
    }

    private static void set(String property, String value) {
        try {
            System.setProperty(property, value);
        } catch (RuntimeException e) {
            // Of properties of an application's own class.
            return;
        }
    }
}
