package org.cryptointrinsics.recording;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/** Tells flight recordings what the plugin does. Costs next to nothing while nobody records. Thread-safe. */
public final class Recording {

    /** Modules may be left out of a runtime image. */
    private static final boolean HAS_JFR = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    /** Names of intrinsics and reasons. */
    private static final Map<String, String> DISABLED = new ConcurrentHashMap<>();

    /** By methods. */
    private static final Map<String, Entry> ENTRIES = new ConcurrentHashMap<>();

    private record Entry(Supplier<String> intrinsics, String reason) {
    }

    private Recording() {
    }

    /**
     * A call that may be replaced was compiled.
     *
     * @param intrinsics says of which it may need one
     * @param reason why it was not replaced, or null
     */
    public static void intrinsic(Supplier<String> intrinsics, String method, String caller, int bytecodeIndex, String reason) {
        if (HAS_JFR) {
            IntrinsicEvent event = new IntrinsicEvent();
            if (event.shouldCommit()) {
                event.intrinsics = intrinsics.get();
                event.method = method;
                event.caller = caller;
                event.bytecodeIndex = bytecodeIndex;
                event.applied = reason == null;
                event.reason = reason;
                event.commit();
            }
        }
    }

    /** Makes a test of a variant, which says how it failed, or null; returns that. */
    public static String selfTest(String intrinsic, String variant, Supplier<String> test) {
        if (!HAS_JFR) {
            return test.get();
        }
        SelfTestEvent event = new SelfTestEvent();
        event.begin();
        String failure = test.get();
        if (event.shouldCommit()) {
            event.intrinsic = intrinsic;
            event.variant = variant;
            event.passed = failure == null;
            event.failure = failure;
            event.commit();
        }
        return failure;
    }

    /** An intrinsic was found to be off. Each part of a recording tells it: it is mostly found before there is one. */
    public static void disabled(String intrinsic, String reason) {
        DISABLED.put(intrinsic, reason);
        Periodic.begin();
    }

    /**
     * A method of the JDK was found to call kernels, whoever calls it, or not to. It is told as what is {@link #disabled}.
     *
     * @param intrinsics says whose, whenever it is told
     * @param reason why it does not, or null
     */
    public static void entry(Supplier<String> intrinsics, String method, String reason) {
        ENTRIES.put(method, new Entry(intrinsics, reason));
        Periodic.begin();
    }

    private static void tellEntries() {
        ENTRIES.forEach((method, entry) -> {
            EntryEvent event = new EntryEvent();
            event.intrinsics = entry.intrinsics.get();
            event.method = method;
            event.entered = entry.reason == null;
            event.reason = entry.reason;
            event.commit();
        });
    }

    /** HotSpot has thrown the code of a kernel away, for the {@code times}th time. */
    public static void lost(String intrinsic, int times) {
        if (HAS_JFR) {
            LostEvent event = new LostEvent();
            if (event.shouldCommit()) {
                event.intrinsic = intrinsic;
                event.times = times;
                event.commit();
            }
        }
    }

    private static void tellDisabled() {
        DISABLED.forEach((intrinsic, reason) -> {
            DisabledEvent event = new DisabledEvent();
            event.intrinsic = intrinsic;
            event.reason = reason;
            event.commit();
        });
    }

    /** To be done once there is something to tell. While there is no recording, that takes two of JFR's classes. */
    private static final class Periodic {

        static {
            if (HAS_JFR) {
                // Not in a thread that compiles: whoever has the locks needed for that may wait for a compilation.
                start(Listener::add);
            }
        }

        private Periodic() {
        }

        static void begin() {
        }

        static void start(Runnable task) {
            Thread.ofPlatform().daemon().name("cryptointrinsics recording").start(task);
        }
    }

    /** Not loaded unless there is JFR. */
    private static final class Listener implements FlightRecorderListener {

        static void add() {
            FlightRecorder.addListener(new Listener());
        }

        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            // Whoever calls this makes the recorder, and has its locks.
            Periodic.start(() -> {
                FlightRecorder.addPeriodicEvent(DisabledEvent.class, Recording::tellDisabled);
                FlightRecorder.addPeriodicEvent(EntryEvent.class, Recording::tellEntries);
            });
        }
    }
}
