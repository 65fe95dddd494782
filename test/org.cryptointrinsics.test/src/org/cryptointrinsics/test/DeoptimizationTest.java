package org.cryptointrinsics.test;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.junit.Before;
import org.junit.Test;

/** Compiled code may be thrown away at any time. The interpreter goes on with what kernels have begun. */
public class DeoptimizationTest {

    private static final int LENGTH = Reference.LARGE_LENGTHS.getLast();
    private static final int BLOCK = 64;
    /** With kernels alone, there is a call for more than that. */
    private static final int SHORTEST_CHUNK = 1 << 14;
    /** Without them, there is a call for each block, or, if the rest is compiled, for each array of this size to which the JDK copies. */
    private static final int COPIED = 4096;

    private static final long NANOS = 500_000_000L;
    private static final long MOST_NANOS = 60_000_000_000L;
    private static final int FEWEST_DIVIDED = 1;
    /** Long enough to digest some messages. */
    private static final int PAUSE_MILLIS = 3;

    private final List<Method> arrays = new ArrayList<>();
    private final List<Method> buffers = new ArrayList<>();
    /** The plugin compiles them itself. */
    private final List<Method> kernels = new ArrayList<>();

    @Before
    public void compile() throws Exception {
        Calls.prepare();
        Class<?> base = Class.forName("sun.security.provider.DigestBase");
        arrays.add(base.getDeclaredMethod("engineUpdate", byte[].class, int.class, int.class));
        arrays.addAll(Jit.methods(base, "implCompressMultiBlock"));
        // All of it may have been inlined there.
        arrays.add(Calls.class.getDeclaredMethod("update", MessageDigest.class, byte[].class));
        buffers.add(Calls.class.getDeclaredMethod("update", MessageDigest.class, ByteBuffer.class));
        for (String kernel : new String[]{"md5", "sha256"}) {
            kernels.addAll(Jit.methods(Class.forName("org.cryptointrinsics.substitution.OffHeap"), kernel));
        }
    }

    @Test
    public void withinAnArray() throws Exception {
        digestWhileCodeIsThrownAway(arrays, List.of(), digest -> Calls.update(digest, Reference.message()));
    }

    @Test
    public void withinReadOnlyMemory() throws Exception {
        ByteBuffer readOnly = ByteBuffer.wrap(Reference.message()).asReadOnlyBuffer();
        digestWhileCodeIsThrownAway(Stream.concat(buffers.stream(), arrays.stream()).toList(), List.of(), digest -> Calls.update(digest, readOnly.duplicate()));
    }

    @Test
    public void withinDirectMemory() throws Exception {
        ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH).put(Reference.message()).flip();
        digestWhileCodeIsThrownAway(buffers, kernels, digest -> Calls.update(digest, direct.duplicate()));
    }

    private interface Update {
        void of(MessageDigest digest);
    }

    /** Digests until work was often enough divided between kernels and the JDK's own code. */
    private static void digestWhileCodeIsThrownAway(List<Method> methods, List<Method> kernels, Update update) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Future<?> throwingAway = executor.submit(() -> {
                while (!done.get()) {
                    methods.forEach(Jit::compile);
                    Thread.sleep(PAUSE_MILLIS);
                    kernels.forEach(Jit::deoptimize);
                    methods.forEach(Jit::deoptimize);
                }
                return null;
            });
            try {
                for (String algorithm : Reference.DIGESTS) {
                    digest(algorithm, update);
                }
            } finally {
                done.set(true);
                throwingAway.get();
            }
        }
    }

    private static void digest(String algorithm, Update update) throws Exception {
        long start = System.nanoTime();
        int divided = 0;
        while (System.nanoTime() - start < NANOS || divided < FEWEST_DIVIDED) {
            assertTrue("divided " + divided + " times", System.nanoTime() - start < MOST_NANOS);
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            Jit.Work work = Jit.work(algorithm, () -> update.of(digest));
            long calls = work.calls();
            assertEquals(Reference.snapshot(algorithm, LENGTH), Snapshot.of(digest).toString());
            assertEquals(Reference.digest(algorithm, LENGTH), HexFormat.of().formatHex(digest.digest()));
            // The JDK's own code may be interpreted, and then calls no kernel at all.
            boolean someBlocks = work.blocks() > 0 && work.blocks() < LENGTH / BLOCK;
            if (someBlocks || calls > LENGTH / SHORTEST_CHUNK && calls < LENGTH / BLOCK && calls != (LENGTH + COPIED - 1) / COPIED) {
                divided++;
            }
        }
    }
}
