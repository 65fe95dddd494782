package org.cryptointrinsics.test;

import java.lang.reflect.Executable;
import java.util.List;

import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/**
 * Repeats a test that fails after HotSpot has thrown away code that it counts on: it may do that at any time, as for want of space, and the next call is then the interpreter's.
 * No other failure is repeated.
 */
public final class CodeLoss implements TestRule {

    private static final int MOST_REPETITIONS = 2;

    @Override
    public Statement apply(Statement test, Description description) {
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                for (int i = 0; i < MOST_REPETITIONS; i++) {
                    int before = Jit.callsWithoutCode();
                    try {
                        test.evaluate();
                        return;
                    } catch (AssertionError e) {
                        List<Executable> lost = Jit.lost();
                        if (lost.isEmpty() && Jit.callsWithoutCode() == before) {
                            throw e;
                        }
                        System.out.println(description + " is repeated after \"" + e.getMessage() + "\": of kernels or of " + lost + " the code was thrown away");
                    }
                }
                test.evaluate();
            }
        };
    }
}
