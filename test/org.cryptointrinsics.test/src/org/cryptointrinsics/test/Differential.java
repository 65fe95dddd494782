package org.cryptointrinsics.test;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

import org.cryptointrinsics.selection.Intrinsic;
import org.cryptointrinsics.test.Jit.Work;

/**
 * Differential tests of tiers. Two objects of the JDK are given the same calls: of the one they are made by the interpreter, of the other in any tier. What a call
 * comes to, and what the object remembers then, must be the same. What kernels did is counted.
 *
 * @param <S> call sites
 */
public class Differential<S> {

    /** After so many pairs, a tier begins anew: what HotSpot has counted is forgotten before it finds methods of the JDK hot. */
    private static final int MOST_AT_ONCE = 100;
    private static final Work NONE = new Work(0, 0);

    private final Tier<S> interpreter;
    private Work interpreted = NONE;
    private Work compiled = NONE;
    private long expected;

    public Differential(Tier<S> interpreter) {
        this.interpreter = interpreter;
    }

    /** What executes calls. */
    @FunctionalInterface
    public interface Tier<S> {
        /** Sees to it that methods are compiled as they should be, and returns the call sites. */
        S begin() throws Exception;
    }

    /** Something done with an object. What it returns is compared, arrays by what they hold. */
    @FunctionalInterface
    public interface Call<S, T> {
        Object make(S sites, T object) throws Exception;
    }

    /** Two objects that are given the same calls. */
    public abstract static class Pair<S, T> {

        protected final Random random;
        private final Intrinsic<?> intrinsic;
        private final List<List<Step<S, T>>> runs = new ArrayList<>();
        private T expected;
        private T actual;

        protected Pair(Intrinsic<?> intrinsic, Random random, T expected, T actual) {
            this.intrinsic = intrinsic;
            this.random = random;
            this.expected = expected;
            this.actual = actual;
        }

        /** Has calls made in {@code tier}, by {@link #add}. */
        protected abstract void choose(Tier<S> tier) throws Exception;

        /** All that {@code object} remembers for the next call. */
        protected abstract Object state(T object);

        /** What a call returned. */
        protected void end(@SuppressWarnings("unused") Object result) {
        }

        /** The object of the interpreter. */
        protected final T expected() {
            return expected;
        }

        /** Has each tier go on with what the other one left. */
        protected final void exchange() {
            T other = expected;
            expected = actual;
            actual = other;
        }

        /**
         * Adds a call.
         *
         * @param told what it is
         * @param blocks what kernels do of it if they can
         */
        protected final void add(String told, long blocks, Call<S, T> call) {
            runs.getLast().add(new Step<>(told, blocks, call, new Object[2]));
        }

        protected final byte[] bytes(int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }

        private void choose(List<? extends Tier<S>> tiers) throws Exception {
            runs.clear();
            for (Tier<S> tier : tiers) {
                runs.add(new ArrayList<>());
                choose(tier);
            }
        }

        private void make(Differential<S> differential, int run, Tier<S> tier, S sites, boolean isExpected) throws Exception {
            for (Step<S, T> step : runs.get(run)) {
                try {
                    T object = isExpected ? expected : actual;
                    Work before = Jit.work(intrinsic);
                    Callable<Object> call = () -> step.call.make(sites, object);
                    Object result = tier == differential.interpreter ? Jit.byTheJdk(call) : call.call();
                    differential.count(tier, intrinsic, step.blocks, Jit.work(intrinsic).minus(before));
                    Object[] outcome = {result, state(object)};
                    if (isExpected) {
                        assertArrayEquals(outcome, step.outcome);
                        end(result);
                    } else {
                        System.arraycopy(outcome, 0, step.outcome, 0, outcome.length);
                    }
                } catch (AssertionError e) {
                    throw new AssertionError(step.told, e);
                }
            }
        }
    }

    private record Step<S, T>(String told, long blocks, Call<S, T> call, Object[] outcome) {
    }

    /** Has {@code pairs} make their calls in {@code tiers}, one after another, and then all of them in the interpreter. */
    public final void play(List<? extends Pair<S, ?>> pairs, List<? extends Tier<S>> tiers) throws Exception {
        for (Pair<S, ?> pair : pairs) {
            pair.choose(tiers);
        }
        for (int run = 0; run < tiers.size(); run++) {
            play(pairs, run, tiers.get(run), false);
        }
        for (int run = 0; run < tiers.size(); run++) {
            play(pairs, run, interpreter, true);
        }
    }

    private void play(List<? extends Pair<S, ?>> pairs, int run, Tier<S> tier, boolean isExpected) throws Exception {
        S sites = null;
        int count = 0;
        for (Pair<S, ?> pair : pairs) {
            if (!pair.runs.get(run).isEmpty()) {
                sites = count++ % MOST_AT_ONCE == 0 ? tier.begin() : sites;
                pair.make(this, run, tier, sites, isExpected);
            }
        }
    }

    /** Counts the blocks that kernels did of a call, in which there were as many as {@code blocks}. */
    protected void count(Tier<S> tier, @SuppressWarnings("unused") Intrinsic<?> intrinsic, long blocks, Work work) {
        if (tier == interpreter) {
            interpreted = interpreted.plus(work);
        } else {
            expected += blocks;
            compiled = compiled.plus(work);
        }
    }

    /** What kernels did in the tiers. Asserts that they did nothing for the interpreter. */
    public final Work compiled() {
        assertEquals("by the interpreter", NONE, interpreted);
        return compiled;
    }

    /** Asserts that kernels did at least this part of the blocks that they could do. */
    public final void assertByKernels(double least) {
        long blocks = compiled().blocks();
        assertTrue(blocks + " blocks by kernels, of " + expected + " and more", expected > 0 && blocks >= least * expected);
    }
}
