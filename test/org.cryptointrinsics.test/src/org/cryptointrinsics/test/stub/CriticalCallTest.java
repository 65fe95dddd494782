package org.cryptointrinsics.test.stub;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

import org.cryptointrinsics.instruction.Size;
import org.cryptointrinsics.kernel.DigestAlgorithm;
import org.cryptointrinsics.linkage.CompiledKernel;
import org.cryptointrinsics.linkage.CompressMethod;
import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Pages;
import org.cryptointrinsics.test.Stubs;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.internal.misc.Unsafe;
import jdk.vm.ci.code.InstalledCode;

/**
 * A kernel without JVMCI, as docs/beyond-jvmci.md has it: the code of a stub, which could have been compiled when the plugin was built, is copied to memory of its own and called
 * through the foreign-function API, with arrays. Prints what that takes.
 */
@Category(EveryTier.class)
@SuppressWarnings("restricted")
public class CriticalCallTest {

    private static final CompiledKernel KERNEL = Stubs.compile(Jit.intrinsics().of(DigestAlgorithm.SHA_256).variant().kernel().kernel());
    private static final CompressMethod METHOD = KERNEL.method(Size.DWORD);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int BLOCK = 64;
    private static final int[] BLOCKS = {1, 16, 256};
    private static final int ROUNDS = 40;
    private static final int BLOCKS_OF_A_ROUND = 1 << 14;

    /** Keeps RBX, RBP and R12 to R15, as functions of C do and stubs do not; ends with a call. */
    private static final int[] BEGIN = {0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57, 0x48, 0x83, 0xEC, 0x08, 0xE8, 0, 0, 0, 0};
    private static final int[] END = {0x48, 0x83, 0xC4, 0x08, 0x41, 0x5F, 0x41, 0x5E, 0x41, 0x5D, 0x41, 0x5C, 0x5D, 0x5B, 0xC3};
    private static final MethodHandle HANDLE = copy(KERNEL.code());

    private static MethodHandle copy(InstalledCode stub) {
        // The constants lie before the code, which finds them by their distance, and are aligned as it expects.
        long from = stub.getAddress() / Pages.SIZE * Pages.SIZE;
        long length = stub.getStart() + stub.getCode().length - from;
        long rounded = (length + BEGIN.length + END.length + Pages.SIZE - 1) / Pages.SIZE * Pages.SIZE;
        MemorySegment memory = Pages.executable(rounded, Arena.global());
        Unsafe.getUnsafe().copyMemory(stub.getAddress(), memory.address() + stub.getAddress() - from, stub.getStart() + stub.getCode().length - stub.getAddress());
        int at = Math.toIntExact(length);
        for (int[] part : new int[][]{BEGIN, END}) {
            for (int value : part) {
                memory.set(ValueLayout.JAVA_BYTE, at++, (byte) value);
            }
        }
        int call = Math.toIntExact(length) + BEGIN.length;
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, call - Integer.BYTES, (int) (stub.getStart() - from) - call);
        // C's first argument is in RDI, where the stub has none: its own are C's second, third and fourth.
        FunctionDescriptor type = FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
        return Linker.nativeLinker().downcallHandle(memory.asSlice(length), type, Linker.Option.critical(true));
    }

    private static void call(int[] state, byte[] data, int blocks) throws Throwable {
        HANDLE.invokeExact(0L, MemorySegment.ofArray(state), MemorySegment.ofArray(data), blocks);
    }

    private static boolean callMethod(int[] state, byte[] data, int blocks) {
        return METHOD.compress(state, data, Unsafe.ARRAY_BYTE_BASE_OFFSET, blocks, null);
    }

    @Test
    public void resultsAreTheSame() throws Throwable {
        Random random = new Random(1);
        for (int blocks : BLOCKS) {
            byte[] data = new byte[blocks * BLOCK];
            random.nextBytes(data);
            int[] expected = random.ints(8).toArray();
            int[] actual = expected.clone();
            double[] asMethod = new double[ROUNDS];
            double[] asFunction = new double[ROUNDS];
            int times = BLOCKS_OF_A_ROUND / blocks;
            for (int round = 0; round < ROUNDS; round++) {
                long begin = THREADS.getCurrentThreadCpuTime();
                for (int i = 0; i < times; i++) {
                    assertTrue(callMethod(expected, data, blocks));
                }
                long middle = THREADS.getCurrentThreadCpuTime();
                for (int i = 0; i < times; i++) {
                    call(actual, data, blocks);
                }
                long end = THREADS.getCurrentThreadCpuTime();
                asMethod[round] = (double) (middle - begin) / times;
                asFunction[round] = (double) (end - middle) / times;
                assertArrayEquals(expected, actual);
            }
            System.out.printf(Locale.ROOT, "SHA-256, %d B: %.1f ns as a method, %.1f ns as a function%n", data.length, median(asMethod), median(asFunction));
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
