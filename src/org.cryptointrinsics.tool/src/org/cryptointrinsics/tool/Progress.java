package org.cryptointrinsics.tool;

import java.util.concurrent.TimeUnit;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far something is: a bar on a terminal, otherwise a line for each phase. */
public final class Progress implements AutoCloseable {

    private final long start = System.nanoTime();
    private final int end;
    private final ProgressBar bar;
    private String phase = "";

    /**
     * @param end the last step
     * @param unit of steps
     */
    public Progress(String task, int end, String unit) {
        this.end = end;
        // The launcher knows whether the standard error stream is a terminal.
        bar = Boolean.getBoolean("cryptointrinsics.terminal") ? bar(task, end, unit) : null;
    }

    private static ProgressBar bar(String task, int end, String unit) {
        return new ProgressBarBuilder().setTaskName(task).setInitialMax(end).setUnit(" " + unit, 1).setStyle(ProgressBarStyle.ASCII).hideEta().build();
    }

    public void enter(String name) {
        if (bar == null && !name.equals(phase)) {
            System.err.println(name + " ...");
        }
        phase = name;
    }

    public void stepTo(long step) {
        if (bar != null) {
            bar.setExtraMessage(phase);
            bar.stepTo(Math.min(step, end));
        }
    }

    /** Where a step is a second. */
    public void stepToNow() {
        stepTo((long) elapsed());
    }

    /** Seconds since the start. */
    public double elapsed() {
        return (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
