package org.cryptointrinsics.test.tls;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Memory;
import org.cryptointrinsics.test.Memory.Region;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Records of data in all kinds of buffers. */
@Category(EveryTier.class)
public class RecordTest extends Records {

    private static final byte UNTOUCHED = 0x55;

    /** Around blocks, vectors and chunks, and around the most that a record has. */
    private int[] lengths() {
        IntStream around = IntStream.of(1000, 4096, 16000, most - 1, most, most + 1, MOST_FRAGMENT, MOST_FRAGMENT + 1);
        return IntStream.concat(around, IntStream.range(1, Reference.FEW ? 80 : 1100)).toArray();
    }

    @Test
    public void everyLength() throws Exception {
        for (int length : lengths()) {
            ByteBuffer data = ByteBuffer.wrap(Reference.message(length));
            byte[] sent = Arrays.copyOf(data.array(), Math.min(length, most));
            int recordBytes = begin + sent.length + end + TAG;
            ByteBuffer record = ByteBuffer.allocate(CAPACITY);
            ByteBuffer received = ByteBuffer.allocate(CAPACITY);
            assertResult(sent.length, recordBytes, byKernel(sent.length, () -> engines.client.wrap(data, record)));
            assertEquals(sent.length, data.position());
            assertEquals(CAPACITY, record.limit());
            assertEquals(recordBytes, record.flip().limit());
            assertResult(recordBytes, sent.length, byTheJdk(() -> engines.server.unwrap(record, received)));
            assertArrayEquals(sent, taken(received));

            assertResult(sent.length, recordBytes, byTheJdk(() -> engines.server.wrap(data.clear(), record.clear())));
            assertResult(recordBytes, sent.length, byKernel(sent.length, () -> engines.client.unwrap(record.flip(), received.clear())));
            assertEquals(recordBytes, record.position());
            assertArrayEquals(sent, taken(received));
            assertArrayEquals("behind the data", new byte[end + 1], Arrays.copyOfRange(received.array(), sent.length, sent.length + end + 1));
        }
    }

    /** As {@link #byKernel}, or by the JDK's own methods, without a kernel. */
    private SSLEngineResult run(boolean isByKernel, int bytes, Call call) throws Exception {
        if (isByKernel) {
            return byKernel(bytes, call);
        }
        Work before = Jit.work(Jit.intrinsics().aesGcm());
        SSLEngineResult result = Jit.bySubstitutions(SUBSTITUTED::contains, call::run);
        assertEquals(before, Jit.work(Jit.intrinsics().aesGcm()));
        return result;
    }

    private static void fill(MemorySegment memory) {
        memory.fill(UNTOUCHED);
    }

    @Test
    public void anyMemory() throws Exception {
        byte[] data = Reference.message(3000);
        int recordBytes = begin + data.length + end + TAG;
        try (Arena arena = Arena.ofConfined()) {
            for (Memory memory : Memory.tested()) {
                for (Memory otherMemory : Reference.FEW ? List.of(Memory.HEAP_SLICE, Memory.DIRECT_SLICE, Memory.MAPPED, Memory.GUARDED) : Memory.tested()) {
                    Region source = memory.allocate(CAPACITY, arena);
                    source.writable().asByteBuffer().put(CAPACITY - data.length, data);
                    ByteBuffer toBeSent = source.buffer().position(CAPACITY - data.length);
                    Region sent = otherMemory.allocate(CAPACITY, arena);
                    fill(sent.writable());
                    ByteBuffer record = sent.buffer().position(3);
                    if (record.isReadOnly()) {
                        assertThrows(ReadOnlyBufferException.class, () -> engines.client.wrap(toBeSent, record));
                        continue;
                    }
                    String told = memory + " to " + otherMemory;
                    boolean isByKernel = !memory.isMapped() && !otherMemory.isMapped();
                    assertResult(data.length, recordBytes, run(isByKernel, data.length, () -> engines.client.wrap(toBeSent, record)));
                    assertUntouched(told, sent.writable(), 0, 3);
                    assertUntouched(told, sent.writable(), 3 + recordBytes, CAPACITY);

                    Region network = memory.allocate(CAPACITY, arena);
                    fill(network.writable());
                    network.writable().asByteBuffer().put(CAPACITY - recordBytes, record, 3, recordBytes);
                    ByteBuffer coming = network.buffer().position(CAPACITY - recordBytes);
                    Region room = otherMemory.allocate(CAPACITY, arena);
                    fill(room.writable());
                    int position = CAPACITY - data.length - end;
                    ByteBuffer received = room.buffer().position(position);
                    assertResult(recordBytes, data.length, run(isByKernel, data.length, () -> engines.server.unwrap(coming, received)));
                    assertEquals(told, ByteBuffer.wrap(data), room.buffer().duplicate().limit(position + data.length).position(position));
                    assertUntouched(told, room.writable(), 0, position);
                    assertUntouched(told, network.writable(), 0, CAPACITY - recordBytes);
                }
            }
        }
    }

    private static void assertUntouched(String told, MemorySegment memory, int from, int to) {
        for (int i = from; i < to; i++) {
            assertEquals(told + ", " + i, UNTOUCHED, memory.get(ValueLayout.JAVA_BYTE, i));
        }
    }

    private static ByteBuffer source(int kind, int length) {
        ByteBuffer heap = ByteBuffer.wrap(Reference.message(length));
        return switch (kind % 3) {
            case 0 -> heap;
            case 1 -> ByteBuffer.allocateDirect(length).put(heap).flip();
            default -> heap.asReadOnlyBuffer();
        };
    }

    @Test
    public void severalBuffers() throws Exception {
        for (int[] lengths : new int[][]{{0, 100}, {100, 0}, {50, 50}, {most, 50}, {most - 1, 50}, {0, 0, 5, 0}, {most + 5, 7}, {1, 2, 3, 4, 5, 6}, {80, 1 << 14}}) {
            ByteBuffer[] sources = IntStream.range(0, lengths.length).mapToObj(i -> source(i, lengths[i])).toArray(ByteBuffer[]::new);
            ByteBuffer[] destinations = {ByteBuffer.allocate(0), ByteBuffer.allocate(70), ByteBuffer.allocate(CAPACITY)};
            ByteBuffer record = ByteBuffer.allocate(CAPACITY);
            int bytes = Math.min(IntStream.of(lengths).sum(), most);
            assertResult(bytes, begin + bytes + end + TAG, byKernel(bytes, () -> engines.client.wrap(sources, record)));
            assertEquals(bytes, Arrays.stream(sources).mapToInt(ByteBuffer::position).sum());
            assertResult(record.position(), bytes, engines.server.unwrap(record.flip(), destinations));
            ByteBuffer expected = ByteBuffer.allocate(CAPACITY);
            for (int length : lengths) {
                expected.put(Reference.message(length), 0, Math.min(length, bytes - expected.position()));
            }
            ByteBuffer received = ByteBuffer.allocate(CAPACITY);
            Arrays.stream(destinations).forEach(destination -> received.put(taken(destination)));
            assertArrayEquals(Arrays.toString(lengths), taken(expected), taken(received));
        }
    }

    /** The JDK copies the data first. */
    @Test
    public void sharedMemory() throws Exception {
        for (int distance : new int[]{0, 1, 4, 5, 6, 100, 900}) {
            ByteBuffer all = ByteBuffer.allocate(3 * CAPACITY).put(CAPACITY, Reference.message(1000));
            ByteBuffer source = all.duplicate().position(CAPACITY).limit(CAPACITY + 1000);
            for (int position : new int[]{CAPACITY - distance, CAPACITY + distance}) {
                ByteBuffer record = ByteBuffer.allocate(CAPACITY);
                ByteBuffer received = ByteBuffer.allocate(CAPACITY);
                engines.client.wrap(source.duplicate(), record);
                byTheJdk(() -> engines.server.unwrap(record.flip(), received));
                assertArrayEquals(Reference.message(1000), taken(received));
                ByteBuffer copy = ByteBuffer.allocate(3 * CAPACITY).put(0, all.array());
                ByteBuffer shared = copy.duplicate().position(position);
                ByteBuffer again = ByteBuffer.allocate(CAPACITY);
                engines.client.wrap(copy.duplicate().position(CAPACITY).limit(CAPACITY + 1000), shared);
                byTheJdk(() -> engines.server.unwrap(copy.duplicate().position(position).limit(shared.position()), again));
                assertArrayEquals(Reference.message(1000), taken(again));
            }
        }
    }

    /** Kernels and the JDK have the same numbers of records. */
    @Test
    public void turns() throws Exception {
        byte[] data = Reference.message(500);
        long number = -1;
        for (int i = 0; i < 40; i++) {
            ByteBuffer record = ByteBuffer.allocate(CAPACITY);
            ByteBuffer received = ByteBuffer.allocate(CAPACITY);
            Call wrap = () -> engines.client.wrap(ByteBuffer.wrap(data), record);
            Call unwrap = () -> engines.server.unwrap(record.flip(), received);
            SSLEngineResult sent = (i & 1) == 0 ? byKernel(data.length, wrap) : byTheJdk(wrap);
            SSLEngineResult taken = (i & 2) == 0 ? byKernel(data.length, unwrap) : byTheJdk(unwrap);
            assertEquals(-1, taken.sequenceNumber());
            assertTrue(i == 0 || sent.sequenceNumber() == number + 1);
            number = sent.sequenceNumber();
            assertArrayEquals(data, taken(received));
        }
    }

    /** One thread sends and one receives, at each end. */
    @Test
    public void bothWaysAtOnce() throws Exception {
        int records = Reference.FEW ? 2000 : 20_000;
        Work before = Jit.work(Jit.intrinsics().aesGcm());
        Jit.bySubstitutions(SUBSTITUTED::contains, () -> {
            sendBothWays(records);
            return null;
        });
        assertEquals(4L * records, Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls());
    }

    private void sendBothWays(int records) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> done = new ArrayList<>();
            for (SSLEngine from : List.of(engines.client, engines.server)) {
                BlockingQueue<ByteBuffer> sent = new ArrayBlockingQueue<>(8);
                done.add(threads.submit(() -> {
                    for (int i = 0; i < records; i++) {
                        ByteBuffer record = ByteBuffer.allocate(CAPACITY);
                        assertEquals(Status.OK, from.wrap(ByteBuffer.wrap(Reference.message(i % 600 + 1)), record).getStatus());
                        sent.put(record.flip());
                    }
                    return null;
                }));
                done.add(threads.submit(() -> {
                    for (int i = 0; i < records; i++) {
                        ByteBuffer received = ByteBuffer.allocate(CAPACITY);
                        assertEquals(Status.OK, engines.other(from).unwrap(sent.take(), received).getStatus());
                        assertArrayEquals(Reference.message(i % 600 + 1), taken(received));
                    }
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get(1, TimeUnit.MINUTES);
            }
        }
    }

    /** ALPN, RFC 7301. */
    @Test
    public void applicationProtocols() throws Exception {
        Engines pair = new Engines(suite, parameters -> parameters.setApplicationProtocols(new String[]{"h2", "http/1.1"}));
        exchange(pair);
        for (SSLEngine engine : List.of(pair.client, pair.server)) {
            ByteBuffer data = ByteBuffer.wrap(Reference.message(100));
            ByteBuffer record = ByteBuffer.allocate(CAPACITY);
            byKernel(100, () -> engine.wrap(data, record));
            ByteBuffer received = ByteBuffer.allocate(CAPACITY);
            byTheJdk(() -> pair.other(engine).unwrap(record.flip(), received));
            assertArrayEquals(data.array(), taken(received));
            assertEquals("h2", engine.getApplicationProtocol());
        }
    }

    @Test
    public void smallPackets() throws Exception {
        Engines pair = new Engines(suite, parameters -> parameters.setMaximumPacketSize(1000));
        exchange(pair);
        ByteBuffer data = ByteBuffer.wrap(Reference.message(5000));
        ByteBuffer received = ByteBuffer.allocate(CAPACITY);
        while (data.hasRemaining()) {
            ByteBuffer record = ByteBuffer.allocate(CAPACITY);
            int bytes = Math.min(data.remaining(), 1000 - begin - end - TAG);
            assertResult(bytes, begin + bytes + end + TAG, byKernel(bytes, () -> pair.client.wrap(data, record)));
            byTheJdk(() -> pair.server.unwrap(record.flip(), received));
        }
        assertArrayEquals(data.array(), taken(received));
    }
}
