package org.cryptointrinsics.test.tls;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;

import org.cryptointrinsics.test.EveryTier;
import org.cryptointrinsics.test.Jit;
import org.cryptointrinsics.test.Jit.Work;
import org.cryptointrinsics.test.Reference;
import org.junit.Test;
import org.junit.experimental.categories.Category;

import jdk.internal.misc.Unsafe;

/** What comes of records that are wrong, or no data, and of connections that have other things to do: as in the JDK. */
@Category(EveryTier.class)
public class RecordStateTest extends Records {

    private static final Unsafe U = Unsafe.getUnsafe();

    /** Of an outcome, and of what the engine does next. */
    private static List<Object> outcome(SSLEngine engine, Call call, ByteBuffer... buffers) {
        List<Object> told = new ArrayList<>();
        try {
            SSLEngineResult result = call.run();
            told.addAll(List.of(result.getStatus(), result.getHandshakeStatus(), result.bytesConsumed(), result.bytesProduced(), result.sequenceNumber()));
        } catch (Exception e) {
            told.addAll(List.of(e.toString(), String.valueOf(e.getCause())));
        }
        told.addAll(List.of(engine.getHandshakeStatus(), engine.isInboundDone(), engine.isOutboundDone()));
        Stream.of(buffers).forEach(buffer -> told.add(buffer.toString()));
        return told;
    }

    /** What does not get as far as a record. */
    @Test
    public void noRecord() throws Exception {
        ByteBuffer data = ByteBuffer.wrap(Reference.message(100));
        ByteBuffer room = ByteBuffer.allocate(CAPACITY);
        ByteBuffer little = ByteBuffer.allocate(1000);
        ByteBuffer record = ByteBuffer.allocate(CAPACITY);
        engines.server.wrap(data, record);
        ByteBuffer[] buffers = {data.rewind(), room};
        record.flip();
        SSLEngine engine = engines.client;
        Call[] calls = {
                        () -> engine.wrap(data, little),
                        () -> engine.wrap(ByteBuffer.allocate(0), room),
                        () -> engine.wrap((ByteBuffer) null, room),
                        () -> engine.wrap(data, null),
                        () -> engine.wrap(data, room.asReadOnlyBuffer()),
                        () -> engine.wrap(new ByteBuffer[]{data, null}, room),
                        () -> engine.wrap(buffers, 1, 2, room),
                        () -> engine.wrap(buffers, -1, 1, room),
                        () -> engine.wrap(buffers, 0, 0, room),
                        () -> engine.unwrap(ByteBuffer.allocate(0), room),
                        () -> engine.unwrap(null, room),
                        () -> engine.unwrap(record, (ByteBuffer) null),
                        () -> engine.unwrap(record, room.asReadOnlyBuffer()),
                        () -> engine.unwrap(record, new ByteBuffer[]{room, room.asReadOnlyBuffer()}),
                        () -> engine.unwrap(record, ByteBuffer.allocate(99)),
                        () -> engine.unwrap(record, buffers, 2, 1),
                        () -> engine.unwrap(record.slice(0, record.limit() - 1), room),
                        () -> engine.unwrap(record.slice(0, HEADER), room),
                        () -> engine.unwrap(record.slice(0, HEADER - 1), room)};
        for (int i = 0; i < calls.length; i++) {
            Call call = calls[i];
            List<Object> expected = Jit.byTheJdk(() -> outcome(engine, call, data, room, little, record));
            assertEquals("call " + i, expected, outcome(engine, call, data, room, little, record));
        }
        assertResult(record.remaining(), 100, byKernel(100, () -> engine.unwrap(record, room)));
    }

    private static List<Object> unwrapped(SSLEngine engine, ByteBuffer record, ByteBuffer received) {
        return outcome(engine, () -> engine.unwrap(record, received), record, received);
    }

    /** Exceptions are those of the JDK, and nothing of the data is to be seen. */
    @Test
    public void wrongRecords() throws Exception {
        for (int position : new int[]{0, 1, 2, 3, 4, HEADER, begin, begin + 50, begin + 99 + end, begin + 100 + end, begin + 99 + end + TAG}) {
            List<List<Object>> outcomes = new ArrayList<>();
            for (boolean isByTheJdk : new boolean[]{true, false}) {
                Engines pair = new Engines(suite);
                exchange(pair);
                ByteBuffer record = ByteBuffer.allocate(CAPACITY);
                pair.client.wrap(ByteBuffer.wrap(Reference.message(100)), record);
                record.flip().put(position, (byte) (record.get(position) ^ 1));
                ByteBuffer received = ByteBuffer.allocate(CAPACITY);
                Work before = Jit.work(Jit.intrinsics().aesGcm());
                outcomes.add(Jit.bySubstitutions(name -> !isByTheJdk && SUBSTITUTED.contains(name), () -> unwrapped(pair.server, record, received)));
                // One that is told to be longer has not come yet; one that is shorter has a wrong tag.
                boolean isByKernel = !isByTheJdk && (position >= HEADER || position == HEADER - 1 && record.get(position) % 2 == 0);
                assertEquals("byte " + position, isByKernel, Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls() > 0);
                // The JDK takes other versions for right that there are.
                boolean isRight = position == 2;
                assertEquals("byte " + position, isRight, outcomes.getLast().getFirst() == Status.OK);
                assertTrue("byte " + position, isRight || Arrays.equals(new byte[CAPACITY], received.array()));
            }
            assertEquals("byte " + position, outcomes.get(0), outcomes.get(1));
        }
    }

    /** What is encrypted is not always data. */
    @Test
    public void otherContent() throws Exception {
        engines.client.closeOutbound();
        ByteBuffer record = ByteBuffer.allocate(CAPACITY);
        engines.client.wrap(ByteBuffer.allocate(0), record);
        ByteBuffer received = ByteBuffer.allocate(CAPACITY);
        Work before = Jit.work(Jit.intrinsics().aesGcm());
        assertEquals(Status.CLOSED, Jit.bySubstitutions(SUBSTITUTED::contains, () -> engines.server.unwrap(record.flip(), received)).getStatus());
        // The header of TLS 1.3 does not tell what it is.
        assertEquals(is13, Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls() > 0);
        assertEquals(0, received.position());
        assertArrayEquals(new byte[CAPACITY], received.array());
        assertTrue(engines.server.isInboundDone());
    }

    /** What two engines do, and what is told of it. */
    private interface Scenario {
        void play(Engines pair, List<List<Object>> told) throws Exception;
    }

    /** Returns how often kernels were called. */
    private long assertAsInTheJdk(Scenario scenario) throws Exception {
        List<List<List<Object>>> all = new ArrayList<>();
        Work before = null;
        for (Predicate<String> substitutions : List.<Predicate<String>> of(_ -> false, SUBSTITUTED::contains)) {
            Engines pair = new Engines(suite);
            exchange(pair);
            before = Jit.work(Jit.intrinsics().aesGcm());
            List<List<Object>> told = new ArrayList<>();
            Jit.bySubstitutions(substitutions, () -> {
                scenario.play(pair, told);
                return null;
            });
            all.add(told);
        }
        assertEquals(all.get(0), all.get(1));
        return Jit.work(Jit.intrinsics().aesGcm()).minus(before).calls();
    }

    private static void send(SSLEngine from, SSLEngine to, List<List<Object>> told) {
        ByteBuffer data = ByteBuffer.wrap(Reference.message(100));
        ByteBuffer record = ByteBuffer.allocate(CAPACITY);
        told.add(outcome(from, () -> from.wrap(data, record), data, record));
        told.add(unwrapped(to, record.flip(), ByteBuffer.allocate(CAPACITY)));
    }

    /** The same buffer twice, one that lies where the record will be, one whose memory is no more, and more than are gathered. */
    @Test
    public void oddBuffers() throws Exception {
        Arena closed = Arena.ofShared();
        ByteBuffer gone = closed.allocate(100).asByteBuffer();
        closed.close();
        ByteBuffer[] many = IntStream.range(1, 40).mapToObj(length -> ByteBuffer.wrap(Reference.message(length))).toArray(ByteBuffer[]::new);
        assertAsInTheJdk((pair, told) -> {
            ByteBuffer all = ByteBuffer.allocate(CAPACITY).put(0, Reference.message(200));
            ByteBuffer data = ByteBuffer.wrap(Reference.message(100));
            ByteBuffer where = all.duplicate().position(50).limit(150);
            for (ByteBuffer[] sources : new ByteBuffer[][]{{data, data}, {data.duplicate().rewind(), where}, Stream.of(many).map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new),
                            {data.duplicate().rewind(), gone}}) {
                ByteBuffer record = all.duplicate();
                told.add(outcome(pair.client, () -> pair.client.wrap(sources, record), sources));
                ByteBuffer received = ByteBuffer.allocate(CAPACITY);
                told.add(unwrapped(pair.server, record.flip(), received));
                told.add(List.of(received));
            }
        });
    }

    /** Bytes that the JDK counts twice, and more than an {@code int} holds. */
    @Test
    public void countedOtherwise() throws Exception {
        @SuppressWarnings("restricted") ByteBuffer large = Arena.ofAuto().allocate(CAPACITY).reinterpret(1L << 30).asByteBuffer();
        long calls = assertAsInTheJdk((pair, told) -> {
            ByteBuffer record = ByteBuffer.allocate(CAPACITY);
            ByteBuffer data = ByteBuffer.wrap(Reference.message(3 * MOST_FRAGMENT));
            for (ByteBuffer second : List.of(data, record)) {
                told.add(outcome(pair.client, () -> pair.client.wrap(new ByteBuffer[]{data, second}, record), data, record));
                told.add(unwrapped(pair.server, record.flip(), ByteBuffer.allocate(CAPACITY)));
                record.clear();
            }
            ByteBuffer room = ByteBuffer.allocate(CAPACITY);
            for (ByteBuffer[] destinations : new ByteBuffer[][]{{room, room}, {room, record}, {large.duplicate(), large.duplicate()}}) {
                pair.client.wrap(data.clear().limit(100), record.clear());
                record.flip();
                told.add(outcome(pair.server, () -> pair.server.unwrap(record, destinations), record, destinations[0], destinations[1]));
                if (record.hasRemaining()) {
                    told.add(unwrapped(pair.server, record, room));
                }
            }
        });
        assertTrue(calls + " calls", calls >= 5);
    }

    @Test
    public void halfClosed() throws Exception {
        long calls = assertAsInTheJdk((pair, told) -> {
            send(pair.client, pair.server, told);
            pair.client.closeOutbound();
            send(pair.client, pair.server, told);
            send(pair.server, pair.client, told);
            pair.server.closeOutbound();
            send(pair.server, pair.client, told);
            send(pair.client, pair.server, told);
        });
        assertTrue(calls + " calls", calls >= 2);
    }

    /** What a session is given is to be in its ticket. */
    @Test
    public void changedSessions() throws Exception {
        long calls = assertAsInTheJdk((pair, told) -> {
            for (SSLEngine engine : List.of(pair.client, pair.server)) {
                engine.getSession().putValue("name", "value");
                for (int i = 0; i < 4; i++) {
                    send(engine, pair.other(engine), told);
                }
            }
        });
        assertTrue(calls + " calls", calls >= 8);
    }

    /** Before there is no other number, the JDK asks for new keys, or closes the connection. */
    @Test
    public void lastNumbers() throws Exception {
        for (long number : new long[]{255, 256, 0xffff_ffffL, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, 0xffff_fffe_ffff_ffffL, 0xffff_ffff_0000_0000L,
                        0xffff_ffff_ffff_feffL, 0xffff_ffff_ffff_ff00L}) {
            long calls = assertAsInTheJdk((pair, told) -> {
                setNumber(pair.client, "outputRecord", "writeCipher", number);
                setNumber(pair.server, "inputRecord", "readCipher", number);
                for (int i = 0; i < 3; i++) {
                    send(pair.client, pair.server, told);
                }
            });
            assertEquals(Long.toHexString(number), number >= 0, calls > 0);
        }
    }

    private static void setNumber(SSLEngine engine, String record, String cipher, long number) {
        Object authenticator = get(get(get(get(engine, "conContext"), record), cipher), "authenticator");
        ByteBuffer.wrap((byte[]) get(authenticator, "block")).putLong(0, number);
    }

    private static Object get(Object of, String field) {
        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
            if (Stream.of(type.getDeclaredFields()).anyMatch(declared -> declared.getName().equals(field))) {
                return U.getReference(of, U.objectFieldOffset(type, field));
            }
        }
        throw new AssertionError(of + "." + field);
    }
}
