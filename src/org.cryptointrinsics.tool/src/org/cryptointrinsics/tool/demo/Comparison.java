package org.cryptointrinsics.tool.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.cryptointrinsics.tool.Failure;
import org.cryptointrinsics.tool.Progress;

/** Has contenders do the same work in turns, and compares their results. */
final class Comparison implements AutoCloseable {

    /** Bytes given to a digest at a time, as by a program that reads files. */
    private static final int UPDATE = 64 << 10;
    /** Enough for some tens of milliseconds. */
    private static final int MESSAGES = 30_000;
    /** What gets compiled soon: many calls. */
    private static final Pass WARM_UP = new Pass(16 << 20, 1 << 10, 1000);
    /** When all contenders are warm, as part of the time. */
    private static final double WARM = 0.6;
    /** Time of processors that a process may take to warm up if it needs more than that, as part of the time. */
    private static final double MOST_WARM_UP = 1;
    /** The same until the kernels have done their part, once the figures are taken: code may be thrown away and compiled again. */
    private static final double MOST = 2;
    private static final int LEAST_ROUNDS = 3;
    /** Part of the data that kernels must have worked on. The rest is for code that was thrown away and compiled again. */
    private static final double LEAST_BY_KERNELS = 0.9;

    private final Tree tree;
    private final int seconds;
    private final ResultCheck results;
    private final List<Worker> workers = new ArrayList<>();
    private final List<ResultRow> rows = WorkItem.ALL.stream().map(ResultRow::new).toList();
    private String graal;
    private Progress progress;

    Comparison(Tree tree, int seconds) {
        this.tree = tree;
        this.seconds = seconds;
        results = new ResultCheck(tree);
    }

    /** Starts the processes and measures. */
    void run(List<JvmConfig> contenders) throws IOException, InterruptedException, Failure {
        try (Progress bar = new Progress("demo", seconds, "s")) {
            progress = bar;
            progress.enter("starting");
            start(contenders);
            double started = progress.elapsed();
            int all = contenders.stream().mapToInt(JvmConfig::warmUp).sum();
            int until = 0;
            for (Worker worker : workers) {
                progress.enter("warming up " + worker.contender());
                until += worker.contender().warmUp();
                warmUp(worker, started + (WARM * seconds - started) * until / all);
            }
            progress.enter("measuring");
            for (int round = 0; goesOn(round); round++) {
                for (Worker worker : workers) {
                    List<Measurement> measurements = pass(worker, full());
                    for (int i = 0; i < rows.size(); i++) {
                        rows.get(i).add(worker.contender(), measurements.get(i));
                    }
                }
            }
            progress.stepToNow();
        }
    }

    private void start(List<JvmConfig> contenders) throws IOException, InterruptedException, Failure {
        // Once they can begin, they have read it.
        try (ServerKey key = new ServerKey()) {
            for (JvmConfig contender : contenders) {
                workers.add(new Worker(contender, tree, key));
            }
            for (Worker worker : workers) {
                graal = worker.awaitStart();
                progress.stepToNow();
            }
        }
    }

    /** The version of Graal. */
    String graal() {
        return graal;
    }

    /** In the order of {@link WorkItem#ALL}. */
    List<ResultRow> rows() {
        return rows;
    }

    /** How many digests were compared. */
    long digests() {
        return results.digests();
    }

    /** What the processes have printed on their standard error streams. */
    String warnings() throws IOException {
        StringBuilder warnings = new StringBuilder();
        for (Worker worker : workers) {
            String errors = worker.errors();
            warnings.append(errors).append(errors.isEmpty() ? "" : System.lineSeparator());
        }
        return warnings.toString();
    }

    /** Results may be right because the JDK's own code computed them. */
    void checkKernels() throws Failure {
        for (Worker worker : workers) {
            for (ResultRow row : rows) {
                if (!areKernelsIn(worker, row)) {
                    WorkItem work = row.work();
                    throw new Failure(String.format(Locale.ROOT, "the kernels %s only %.0f%% of the data for %s. This was %s. Is the machine busy? Try --seconds %d.",
                                    work.kind().done(), 100 * row.byKernels(worker.contender()), work, worker.contender(), 2 * seconds));
                }
            }
        }
    }

    private static boolean areKernelsIn(Worker worker, ResultRow row) {
        return !worker.contender().hasPlugin() || row.byKernels(worker.contender()) >= LEAST_BY_KERNELS;
    }

    private boolean goesOn(int round) {
        return round < LEAST_ROUNDS || progress.elapsed() < seconds || workers.stream().anyMatch(
                        worker -> worker.processorSeconds() < MOST * seconds && !rows.stream().allMatch(row -> areKernelsIn(worker, row)));
    }

    private Pass full() {
        return new Pass(tree.bytes(), UPDATE, MESSAGES);
    }

    /** Lets the JIT do its work: many short calls first. Goes on if it has not done it in time because the machine is busy. */
    private void warmUp(Worker worker, double end) throws IOException, Failure {
        double start = progress.elapsed();
        do {
            pass(worker, WARM_UP);
        } while (progress.elapsed() < (start + end) / 2);
        boolean isWarm;
        do {
            List<Measurement> measurements = pass(worker, full());
            isWarm = Measurement.areWarm(measurements) && measurements.stream().allMatch(measurement -> isInPlace(worker.contender(), measurement));
        } while (progress.elapsed() < end || !isWarm && worker.processorSeconds() < MOST_WARM_UP * seconds);
    }

    /** Whether, if this is with the plugin, the kernels did all and nothing was copied. */
    private static boolean isInPlace(JvmConfig contender, Measurement measurement) {
        return !contender.hasPlugin() || measurement.byKernels() >= 1 && (measurement.work().kind() != WorkItem.Kind.FILES || measurement.allocated() == 0);
    }

    private List<Measurement> pass(Worker worker, Pass pass) throws IOException, Failure {
        List<Measurement> measurements = worker.run(pass, progress::stepToNow);
        for (Measurement measurement : measurements) {
            results.check(worker.contender(), pass, measurement);
        }
        return measurements;
    }

    @Override
    public void close() throws IOException {
        for (Worker worker : workers) {
            worker.close();
        }
    }
}
