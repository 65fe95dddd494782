package org.cryptointrinsics.tool;

import java.util.concurrent.TimeUnit;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows that something goes on for about a known time: a bar on a terminal, otherwise a line for each phase. */
final class Progress implements AutoCloseable {

    private final long start = System.nanoTime();
    private final int seconds;
    private final ProgressBar bar;
    private String phase = "";

    Progress(int seconds) {
        this.seconds = seconds;
        // The launcher knows whether the standard error stream is a terminal.
        bar = Boolean.getBoolean("cryptointrinsics.terminal") ? bar(seconds) : null;
    }

    private static ProgressBar bar(int seconds) {
        return new ProgressBarBuilder().setTaskName("demo").setInitialMax(seconds).setUnit(" s", 1).setStyle(ProgressBarStyle.ASCII).hideEta().build();
    }

    void enter(String name) {
        phase = name;
        if (bar == null) {
            System.err.println(name + " ...");
        }
        step();
    }

    void step() {
        if (bar != null) {
            bar.setExtraMessage(phase);
            bar.stepTo(Math.min((long) elapsed(), seconds));
        }
    }

    /** Seconds since the start. */
    double elapsed() {
        return (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
