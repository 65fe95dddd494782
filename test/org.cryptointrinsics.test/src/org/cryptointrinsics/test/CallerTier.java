package org.cryptointrinsics.test;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Executable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import jdk.internal.misc.Unsafe;
import jdk.test.whitebox.WhiteBox;

/** What executes the calls under test, and the JDK's methods that lead from there to kernels. */
public enum CallerTier {

    /** The JIT, which has the plugin. */
    GRAAL(4),
    /** As the others that follow, where C2 is the JIT, and the agent gives kernels to every caller. */
    INTERPRETER(0),
    C1(1),
    C2(4);

    /** That of this VM. */
    public static final CallerTier TESTED = valueOf(System.getProperty("cryptointrinsics.test.tier", GRAAL.name()));

    private static final String WHITE_BOX = "jdk/test/whitebox/WhiteBox";
    private static final int ENTRY = -1;
    private static final int MOST_COMPILATIONS = 3;

    static {
        if (TESTED.hasAgent()) {
            defineWhiteBox();
        }
    }

    private final int level;

    CallerTier(int level) {
        this.level = level;
    }

    private static void defineWhiteBox() {
        try (InputStream in = CallerTier.class.getResourceAsStream("/" + WHITE_BOX + ".class")) {
            byte[] code = in.readAllBytes();
            Unsafe.getUnsafe().defineClass(WHITE_BOX, code, 0, code.length, null, null);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The level of its code in HotSpot; 0 is none. */
    int level() {
        return level;
    }

    /** Whether kernels are called by the JDK's methods themselves. */
    public boolean hasAgent() {
        return this != GRAAL;
    }

    /** The level of the code that the method has. */
    int levelOf(Executable method) {
        return hasAgent() ? WhiteBox.getMethodCompilationLevel0(method, false) : GraalJit.levelOf(method);
    }

    /** Whether the method is executed by this tier. */
    boolean executes(Executable method) {
        return levelOf(method) == level;
    }

    /** Has HotSpot neither compile the method nor inline it, unless that is asked for. */
    void leaveToInterpreter(Executable method) {
        if (!hasAgent()) {
            GraalJit.leaveToInterpreter(method);
            return;
        }
        WhiteBox.testSetDontInlineMethod0(method, true);
        for (CallerTier compiler : List.of(C1, C2)) {
            WhiteBox.makeMethodNotCompilable0(method, compiler.level, false);
        }
    }

    /** Throws away all code of methods, and what HotSpot knows of their calls. */
    void deoptimize(List<? extends Executable> methods) {
        if (!hasAgent()) {
            GraalJit.deoptimize(methods);
            return;
        }
        for (Executable method : methods) {
            WhiteBox.deoptimizeMethod0(method, false);
            WhiteBox.clearMethodState0(method);
        }
    }

    /** Has HotSpot execute the method by this tier. */
    void prepare(Executable method) {
        if (!hasAgent()) {
            GraalJit.compile(method);
            return;
        }
        // A compilation may fail, as if it loses a race against the loading of a class; and one that HotSpot had begun may end later.
        for (int i = 0; i < MOST_COMPILATIONS && !executes(method); i++) {
            if (level == 0) {
                deoptimize(List.of(method));
                leaveToInterpreter(method);
            } else {
                WhiteBox.clearMethodState0(method);
                WhiteBox.enqueueMethodForCompilation0(method, level, ENTRY);
            }
            while (WhiteBox.isMethodQueuedForCompilation0(method)) {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            }
        }
        assertTrue(method + " is not executed by " + this, executes(method));
    }
}
