package org.cryptointrinsics.workload;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;

/**
 * A folder of this process in one that all share, such as {@code /dev/shm}. The process locks a file in it. The system unlocks that when the process ends, however it ends, so
 * that the next one finds what a killed process has left.
 *
 * @param lock locked while this object is there
 */
record MemoryFolder(Path path, FileChannel lock) {

    private static final String PREFIX = "cryptointrinsics-";
    private static final String LOCK = "lock";

    /** Makes one. */
    static MemoryFolder in(Path shared) throws IOException {
        while (true) {
            Path path = Files.createTempDirectory(shared, PREFIX);
            Path file = path.resolve(LOCK);
            FileChannel lock = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            // Until it is locked, another process may remove it.
            if (lock.tryLock() != null && Files.exists(file)) {
                return new MemoryFolder(path, lock);
            }
            lock.close();
        }
    }

    /** Removes those that killed processes of a user have left. To be done before this process has one of use: what it opens and closes again is not locked any more. */
    static void removeLeft(Path shared, UserPrincipal user) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(shared, PREFIX + "*")) {
            for (Path folder : folders) {
                // Where others may write, a link may lead anywhere.
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                    removeUnlessLocked(folder);
                }
            }
        }
    }

    private static void removeUnlessLocked(Path folder) throws IOException {
        try (FileChannel lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (lock.tryLock() != null) {
                Files.delete(Workloads.empty(folder));
            }
        } catch (NoSuchFileException e) {
            // Its process has not locked it yet, or removes it.
            return;
        } catch (OverlappingFileLockException e) {
            // It is this process's, which could not remove it, and has told so.
            return;
        }
    }
}
