package org.cryptointrinsics.recording;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.EntryInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.IntrinsicInfo;
import org.cryptointrinsics.management.CryptoIntrinsicsMXBean.State;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/** Tells flight recordings what the plugin does. Costs next to nothing while nobody records. Thread-safe. */
public final class Recording {

    /** Modules may be left out of a runtime image. */
    private static final boolean HAS_JFR = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private static volatile Supplier<List<IntrinsicInfo>> allIntrinsics = List::of;
    private static volatile Supplier<List<EntryInfo>> allEntries = List::of;

    private Recording() {
    }

    /** Whether anybody has recorded so far. An event's class alone, if it were initialized, would have all of JFR's metadata read. */
    private static boolean isThere() {
        return HAS_JFR && FlightRecorder.isInitialized();
    }

    /**
     * A call that may be replaced was compiled.
     *
     * @param intrinsics says of which it may need one
     * @param reason why it was not replaced, or null
     */
    public static void intrinsic(Supplier<String> intrinsics, String method, String caller, int bytecodeIndex, String reason) {
        if (isThere()) {
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
        if (!isThere()) {
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

    /** What each part of a recording is told. */
    public static void ask(Supplier<List<IntrinsicInfo>> ofIntrinsics, Supplier<List<EntryInfo>> ofEntries) {
        allIntrinsics = ofIntrinsics;
        allEntries = ofEntries;
    }

    /** There is something to tell: each part of a recording tells it, since that is mostly found before there is one. */
    public static void begin() {
        Periodic.begin();
    }

    /** HotSpot has thrown the code of a kernel away, for the {@code times}th time. */
    public static void lost(String intrinsic, int times) {
        if (isThere()) {
            LostEvent event = new LostEvent();
            if (event.shouldCommit()) {
                event.intrinsic = intrinsic;
                event.times = times;
                event.commit();
            }
        }
    }

    private static void tellDisabled() {
        for (IntrinsicInfo intrinsic : allIntrinsics.get()) {
            for (String reason : intrinsic.state() == State.OFF ? List.of(intrinsic.reason()) : intrinsic.kernelsOff()) {
                DisabledEvent event = new DisabledEvent();
                event.intrinsic = intrinsic.name();
                event.reason = reason;
                event.commit();
            }
        }
    }

    private static void tellEntries() {
        Map<String, String> variants = new HashMap<>();
        allIntrinsics.get().forEach(intrinsic -> variants.put(intrinsic.name(), intrinsic.variant() == null ? intrinsic.name() : intrinsic.name() + " " + intrinsic.variant()));
        for (EntryInfo entry : allEntries.get()) {
            EntryEvent event = new EntryEvent();
            event.intrinsics = entry.intrinsics().stream().map(variants::get).collect(Collectors.joining(", "));
            event.method = entry.method();
            event.entered = entry.entered();
            event.reason = entry.reason();
            event.commit();
        }
    }

    private static void tellCounts() {
        for (IntrinsicInfo intrinsic : allIntrinsics.get()) {
            CountedEvent event = new CountedEvent();
            event.intrinsic = intrinsic.name();
            event.calls = intrinsic.calls();
            event.blocks = intrinsic.blocks();
            event.bytes = intrinsic.bytes();
            event.commit();
        }
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
                FlightRecorder.addPeriodicEvent(CountedEvent.class, Recording::tellCounts);
            });
        }
    }
}
