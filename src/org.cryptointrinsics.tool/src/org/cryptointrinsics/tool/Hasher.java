package org.cryptointrinsics.tool;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;

import com.sun.management.ThreadMXBean;
import org.cryptointrinsics.plugin.Status;
import org.cryptointrinsics.tool.Measurement.Place;

/** The process that does the work of the demo: for each {@link Pass} that it reads it hashes the files in all ways and writes {@link Measurement}s. */
final class Hasher {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final CompilationMXBean COMPILATION = ManagementFactory.getCompilationMXBean();

    private final List<Content> contents = new ArrayList<>();

    /** The same bytes, in an array and mapped. */
    private record Content(byte[] array, ByteBuffer mapped) {
    }

    private Hasher(Tree tree, Arena arena) throws IOException {
        for (Tree.Part part : tree.parts()) {
            try (FileChannel channel = FileChannel.open(part.file()); InputStream in = Files.newInputStream(part.file())) {
                ByteBuffer mapped = channel.map(MapMode.READ_ONLY, 0, part.length(), arena).asByteBuffer();
                contents.add(new Content(in.readNBytes(part.length()), mapped));
            }
        }
    }

    /**
     * @param args the folder, then the algorithms
     */
    public static void main(String[] args) throws IOException, NoSuchAlgorithmException, Failure {
        if (InPlugin.run(Hasher.class, args)) {
            return;
        }
        List<String> algorithms = List.of(args).subList(1, args.length);
        try (Arena arena = Arena.ofShared(); BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            Hasher hasher = new Hasher(Tree.of(Path.of(args[0])), arena);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Pass pass = Pass.parse(line);
                for (String algorithm : algorithms) {
                    for (Place memory : Place.values()) {
                        System.out.println(hasher.measure(algorithm, memory, pass).toLine());
                    }
                }
            }
        }
    }

    private Measurement measure(String algorithm, Place memory, Pass pass) throws NoSuchAlgorithmException {
        OptionalLong before = bytesByKernels(algorithm);
        long compiling = COMPILATION.getTotalCompilationTime();
        long nanos = 0;
        long allocated = 0;
        long updates = 0;
        List<String> digests = new ArrayList<>();
        long remaining = pass.bytes();
        for (Content content : contents) {
            int length = (int) Math.min(content.array.length, remaining);
            remaining -= length;
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            switch (memory) {
                case ARRAY -> update(digest, content.array, length, pass.update());
                case MAPPED -> update(digest, content.mapped, length, pass.update());
            }
            nanos += System.nanoTime() - start;
            allocated += THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
            updates += Math.ceilDiv(length, pass.update());
            digests.add(HexFormat.of().formatHex(digest.digest()));
        }
        OptionalLong after = bytesByKernels(algorithm);
        return new Measurement(algorithm, memory, nanos, COMPILATION.getTotalCompilationTime() - compiling, allocated, updates,
                        after.isEmpty() ? after : OptionalLong.of(after.getAsLong() - before.getAsLong()), digests);
    }

    private static OptionalLong bytesByKernels(String algorithm) {
        return Status.get().intrinsics().stream().filter(intrinsic -> intrinsic.algorithm().equals(algorithm)).findAny().map(Status.IntrinsicStatus::bytes).orElse(
                        OptionalLong.empty());
    }

    private static void update(MessageDigest digest, byte[] data, int length, int step) {
        for (int position = 0; position < length; position += step) {
            updateOnce(digest, data, position, Math.min(step, length - position));
        }
    }

    private static void update(MessageDigest digest, ByteBuffer data, int length, int step) {
        for (int position = 0; position < length; position += step) {
            updateOnce(digest, data, position, Math.min(step, length - position));
        }
    }

    // Methods of their own: the JIT compiles what is called often.

    private static void updateOnce(MessageDigest digest, byte[] data, int position, int length) {
        digest.update(data, position, length);
    }

    private static void updateOnce(MessageDigest digest, ByteBuffer data, int position, int length) {
        digest.update(data.limit(position + length).position(position));
    }
}
