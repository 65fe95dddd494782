package org.cryptointrinsics.precompiled;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * A file in which Linux's {@code perf} finds names for machine code that is of no library: lines of {@code START SIZE NAME}, in hexadecimal. It is where {@code perf} looks, in a
 * folder where others may write, too. So it is made anew, or appended to where it is a file of this user alone: in such a folder, nobody else can replace that.
 */
public final class PerfMap {

    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> APPEND = Set.of(StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    private final Path file;
    private final Instant start;
    private boolean isBegun;

    /**
     * @param start when this process has begun: an older file is of another one, which had the same number
     */
    PerfMap(Path file, Instant start) {
        this.file = file;
        this.start = start;
    }

    /** That of this process. */
    public static PerfMap ofThisProcess() {
        ProcessHandle process = ProcessHandle.current();
        return new PerfMap(Path.of("/tmp", "perf-" + process.pid() + ".map"), process.info().startInstant().orElse(Instant.MIN));
    }

    public Path file() {
        return file;
    }

    /**
     * Appends the functions of a variant.
     *
     * @param address where it is mapped
     * @throws IOException also if the file is not of this user alone
     */
    public synchronized void append(CodeLibrary.Variant variant, long address) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (CodeLibrary.Function function : variant.functions().values()) {
            lines.append("%x %x cryptointrinsics %s %s %s\n".formatted(address + function.begin(), function.end() - function.begin(), variant.intrinsic(), variant.name(),
                            function.name()));
        }
        try (ByteChannel channel = open()) {
            channel.write(ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.US_ASCII)));
        }
        isBegun = true;
    }

    private ByteChannel open() throws IOException {
        try {
            Map<String, Object> found = Files.readAttributes(file, "unix:isRegularFile,lastModifiedTime,nlink,uid", LinkOption.NOFOLLOW_LINKS);
            // Another name might be that of a file which is none of perf's.
            if (!(boolean) found.get("isRegularFile") || (int) found.get("nlink") != 1 || !found.get("uid").equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
                throw new IOException("it is no file of this user alone");
            }
            if (isBegun || !((FileTime) found.get("lastModifiedTime")).toInstant().isBefore(start)) {
                return Files.newByteChannel(file, APPEND);
            }
            Files.delete(file);
        } catch (NoSuchFileException e) {
            // Nobody has made it yet.
        }
        return Files.newByteChannel(file, NEW, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
}
