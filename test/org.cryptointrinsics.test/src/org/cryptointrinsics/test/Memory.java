package org.cryptointrinsics.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import jdk.internal.misc.Unsafe;

/** The kinds of memory that a {@link ByteBuffer} can be of. */
public enum Memory {
    HEAP((capacity, arena) -> ByteBuffer.allocate(capacity)),
    HEAP_SLICE((capacity, arena) -> ByteBuffer.allocate(capacity + 11).slice(7, capacity)),
    READ_ONLY_HEAP((capacity, arena) -> ByteBuffer.allocate(capacity), ByteBuffer::asReadOnlyBuffer),
    READ_ONLY_HEAP_SLICE((capacity, arena) -> ByteBuffer.allocate(capacity + 11).slice(7, capacity), ByteBuffer::asReadOnlyBuffer),
    DIRECT((capacity, arena) -> ByteBuffer.allocateDirect(capacity)),
    DIRECT_SLICE((capacity, arena) -> ByteBuffer.allocateDirect(capacity + 11).slice(7, capacity)),
    READ_ONLY_DIRECT((capacity, arena) -> ByteBuffer.allocateDirect(capacity), ByteBuffer::asReadOnlyBuffer),
    MAPPED((capacity, arena) -> withFile(file -> file.map(MapMode.READ_WRITE, 3, capacity))),
    HEAP_SEGMENT((capacity, arena) -> MemorySegment.ofArray(new byte[capacity + 11]).asSlice(7, capacity).asByteBuffer()),
    READ_ONLY_HEAP_SEGMENT((capacity, arena) -> ByteBuffer.allocate(capacity + 11).slice(7, capacity), Memory::asReadOnlySegment),
    SEGMENT((capacity, arena) -> arena.allocate(capacity).asByteBuffer()),
    SHARED_SEGMENT((capacity, arena) -> Arena.ofShared().allocate(capacity).asByteBuffer()),
    AUTO_SEGMENT((capacity, arena) -> Arena.ofAuto().allocate(capacity).asByteBuffer()),
    GLOBAL_SEGMENT((capacity, arena) -> Arena.global().allocate(capacity).asByteBuffer()),
    READ_ONLY_SEGMENT((capacity, arena) -> arena.allocate(capacity).asByteBuffer(), Memory::asReadOnlySegment),
    MAPPED_SEGMENT((capacity, arena) -> withFile(file -> file.map(MapMode.READ_WRITE, 3, capacity, arena).asByteBuffer())),
    /** Followed and preceded by pages that cannot be accessed. */
    GUARDED((capacity, arena) -> Pages.guarded(capacity, arena).asByteBuffer());

    /** The system property for what to test. */
    public static final String TESTED = "cryptointrinsics.test.memory";

    private interface FileUse {
        ByteBuffer use(FileChannel file) throws IOException;
    }

    private final BiFunction<Integer, Arena, ByteBuffer> allocate;
    private final UnaryOperator<ByteBuffer> protect;

    Memory(BiFunction<Integer, Arena, ByteBuffer> allocate) {
        this(allocate, UnaryOperator.identity());
    }

    Memory(BiFunction<Integer, Arena, ByteBuffer> allocate, UnaryOperator<ByteBuffer> protect) {
        this.allocate = allocate;
        this.protect = protect;
    }

    /** All, unless a system property names some. */
    public static List<Memory> tested() {
        String names = System.getProperty(TESTED);
        return names == null ? List.of(values()) : Stream.of(names.split(",")).map(Memory::valueOf).toList();
    }

    /** How much of the heap an array of so many bytes takes. HotSpot has headers of two sizes. */
    public static long arrayBytes(int length) {
        return (Unsafe.ARRAY_BYTE_BASE_OFFSET + length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /** Whether it is in a file. */
    public boolean isMapped() {
        return this == MAPPED || this == MAPPED_SEGMENT;
    }

    /**
     * @param capacity whole {@link Pages}
     * @param arena what it belongs to, where it can be chosen
     */
    public Region allocate(int capacity, Arena arena) {
        ByteBuffer writable = allocate.apply(capacity, arena);
        return new Region(MemorySegment.ofBuffer(writable), protect.apply(writable));
    }

    /** Some memory. */
    public record Region(MemorySegment writable, ByteBuffer buffer) {

        /** A buffer whose remaining bytes are the first {@code length} of the {@link Reference}'s message, put at {@code offset}; there is more around them. */
        public ByteBuffer message(int offset, int length) {
            return part(0, offset, length);
        }

        /** As {@link #message}, for the bytes of the message from {@code from} on. */
        public ByteBuffer part(int from, int offset, int length) {
            MemorySegment.copy(Reference.message(), from, writable, ValueLayout.JAVA_BYTE, offset, length);
            return buffer.duplicate().position(offset).limit(offset + length);
        }

        public int capacity() {
            return buffer.capacity();
        }
    }

    private static ByteBuffer asReadOnlySegment(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).asReadOnly().asByteBuffer();
    }

    private static ByteBuffer withFile(FileUse use) {
        try {
            Path path = Files.createTempFile(JavaProcess.FOLDER, "mapped", null);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return use.use(file);
            } finally {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
