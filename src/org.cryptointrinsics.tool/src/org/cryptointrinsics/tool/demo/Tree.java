package org.cryptointrinsics.tool.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The files under a folder, in a fixed order.
 *
 * @param parts what is hashed of them
 * @param total bytes in all files
 */
record Tree(Path root, List<Part> parts, long total) {

    private static final long MEGABYTE = 1_000_000;
    /** As much as each process of the demo holds in memory, and hashes in some seconds. */
    private static final long LIMIT = 128 * MEGABYTE;

    /** The first {@code length} bytes of a file. */
    record Part(Path file, int length) {
    }

    static Tree of(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (Files.isRegularFile(file) && Files.isReadable(file)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (file.equals(root)) {
                    throw e;
                }
                // A folder of somebody else.
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(files);
        List<Part> parts = new ArrayList<>();
        long total = 0;
        for (Path file : files) {
            long size = Files.size(file);
            if (size > 0 && total < LIMIT) {
                parts.add(new Part(file, (int) Math.min(size, LIMIT - total)));
            }
            total += size;
        }
        return new Tree(root, parts, total);
    }

    @Override
    public String toString() {
        long megabytes = Math.ceilDiv(bytes(), MEGABYTE);
        return root + ", " + parts.size() + " files, " + (total > bytes() ? "the first " + megabytes + " of " + total / MEGABYTE : megabytes) + " MB";
    }

    /** Bytes in all parts. */
    long bytes() {
        return parts.stream().mapToLong(Part::length).sum();
    }
}
