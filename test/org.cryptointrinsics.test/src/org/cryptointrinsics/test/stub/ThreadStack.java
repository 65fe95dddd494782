package org.cryptointrinsics.test.stub;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import org.cryptointrinsics.test.Pages;

/** The memory of the stack of a thread, in which calls that have returned may have left something. */
@SuppressWarnings("restricted")
final class ThreadStack {

    private static final int FRAMES = 1000;
    /** At least the size of {@code pthread_attr_t} of the GNU C library. */
    private static final int ATTRIBUTES_BYTES = 256;

    private static final int STACK_BYTES = 2 << 20;

    private final byte[] memory;

    private ThreadStack(byte[] memory) {
        this.memory = memory;
    }

    /**
     * That of a thread after {@code action}, which was called so far down that what came later did not overwrite what it left. The thread is new: what tests know
     * of secrets was never on its stack.
     */
    static ThreadStack after(Runnable action) throws Throwable {
        FutureTask<ThreadStack> task = new FutureTask<>(() -> {
            farDown(FRAMES, action);
            return new ThreadStack(read());
        });
        new Thread(null, task, "stack", STACK_BYTES).start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static void farDown(int frames, Runnable action) {
        if (frames == 0) {
            action.run();
        } else {
            farDown(frames - 1, action);
        }
    }

    /** Whether {@code pattern} was somewhere in it, also beyond the top of the stack. */
    boolean contains(byte[] pattern) {
        // Latin-1 stands for bytes.
        return new String(memory, StandardCharsets.ISO_8859_1).contains(new String(pattern, StandardCharsets.ISO_8859_1));
    }

    private static byte[] read() throws Exception {
        MemorySegment stack = find();
        byte[] memory = new byte[(int) stack.byteSize()];
        try (RandomAccessFile file = new RandomAccessFile("/proc/self/mem", "r")) {
            for (int i = 0; i < memory.length; i += Pages.SIZE) {
                file.seek(stack.address() + i);
                readPage(file, memory, i);
            }
        }
        return memory;
    }

    private static void readPage(RandomAccessFile file, byte[] memory, int offset) {
        try {
            file.readFully(memory, offset, Pages.SIZE);
        } catch (IOException e) {
            // A guard page, or one that was never used.
        }
    }

    private static MemorySegment find() throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(ATTRIBUTES_BYTES, Long.BYTES);
            MemorySegment address = arena.allocate(ValueLayout.ADDRESS);
            MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
            MemorySegment self = (MemorySegment) call("pthread_self", FunctionDescriptor.of(ValueLayout.ADDRESS));
            FunctionDescriptor ofTwo = FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            call("pthread_getattr_np", ofTwo, self, attributes);
            call("pthread_attr_getstack", ofTwo.appendArgumentLayouts(ValueLayout.ADDRESS), attributes, address, size);
            call("pthread_attr_destroy", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS), attributes);
            return address.get(ValueLayout.ADDRESS, 0).reinterpret(size.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    private static Object call(String function, FunctionDescriptor descriptor, Object... arguments) throws Exception {
        Linker linker = Linker.nativeLinker();
        try {
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(function), descriptor).invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new ExecutionException(e);
        }
    }
}
