package org.cryptointrinsics.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;

/** Files are found by their digests, as in Git, and keys by UUIDs that are made of them. */
final class ContentStore implements Workload {

    private static final int FILES = 100_000;
    private static final int SHORT_FILES = 10_000;
    private static final int KEYS = 10_000_000;
    private static final int SHORT_KEYS = 2_000_000;
    private static final int WARM_UP_SECONDS = 90;
    private static final int SHORT_WARM_UP_SECONDS = 20;
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Pattern WARM = Pattern.compile("^warm$");
    private static final Pattern DONE = Pattern.compile("^done (\\d+) (\\d+) (\\d+)$");
    private static final double MEGA = 1e6;
    private static final double GIGA = 1e9;

    @Override
    public String name() {
        return "content-store";
    }

    @Override
    public String description() {
        return "Files of a checkout are mapped one by one, again and again until " + FILES + " were, and hashed with SHA-1 and SHA-256 from the mapping; each byte counts " +
                        "twice. Then `UUID.nameUUIDFromBytes` names " + KEYS + " keys of 16 bytes. One thread.";
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(Quantity.MEGABYTES, Quantity.CPU, Quantity.UUIDS, Quantity.ALLOCATED_PER_UUID);
    }

    @Override
    public double target() {
        return 1.00;
    }

    @Override
    public void prepare(Lab lab) {
        // The files are there.
    }

    @Override
    public Map<Quantity, Double> run(Lab lab) throws Exception {
        Map<Quantity, Double> result = new EnumMap<>(Quantity.class);
        Vm store = lab.start("store", List.of("--enable-native-access=ALL-UNNAMED"), Store.class, lab.files().toString(),
                        String.valueOf(lab.isShort() ? SHORT_FILES : FILES), String.valueOf(lab.isShort() ? SHORT_KEYS : KEYS),
                        String.valueOf(lab.isShort() ? SHORT_WARM_UP_SECONDS : WARM_UP_SECONDS));
        try (store) {
            store.await(WARM, TIMEOUT);
            Duration cpu = store.cpu();
            store.send("");
            Matcher hashed = store.await(DONE, TIMEOUT);
            result.put(Quantity.MEGABYTES, number(hashed, 1) / MEGA / seconds(hashed));
            result.put(Quantity.CPU, store.cpu().minus(cpu).toNanos() / number(hashed, 1));
            store.send("");
            Matcher named = store.await(DONE, TIMEOUT);
            result.put(Quantity.UUIDS, number(named, 1) / seconds(named));
            result.put(Quantity.ALLOCATED_PER_UUID, number(named, 3) / number(named, 1));
            store.join(TIMEOUT);
        }
        return result;
    }

    private static double number(Matcher line, int group) {
        return Double.parseDouble(line.group(group));
    }

    private static double seconds(Matcher line) {
        return number(line, 2) / GIGA;
    }

    /** The VM. It prints what it did: bytes or UUIDs, nanoseconds and bytes allocated. */
    static final class Store {

        private static final int KEY = 16;
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private static final int NAMED_AT_ONCE = 100_000;

        /** Lest UUIDs be found to be of no use. */
        private static volatile long found;

        private Store() {
        }

        /**
         * @param args the folder with the files, how many to hash, how many UUIDs to make, and how many seconds to do both before
         */
        public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
            List<Path> files = files(Path.of(args[0]));
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[3]));
            while (System.nanoTime() < end) {
                hash(files, files.size(), sha1, sha256);
                name(NAMED_AT_ONCE);
            }
            System.out.println("warm");
            input.readLine();
            int count = Integer.parseInt(args[1]);
            tell(() -> hash(files, count, sha1, sha256));
            input.readLine();
            int keys = Integer.parseInt(args[2]);
            tell(() -> name(keys));
        }

        private interface Work {
            long run() throws IOException;
        }

        private static void tell(Work work) throws IOException {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            long done = work.run();
            long nanos = System.nanoTime() - start;
            System.out.println("done " + done + ' ' + nanos + ' ' + (THREADS.getCurrentThreadAllocatedBytes() - allocated));
        }

        private static List<Path> files(Path folder) throws IOException {
            try (Stream<Path> all = Files.walk(folder)) {
                Stream<Path> readable = all.filter(path -> !isBuilt(folder.relativize(path)) && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(path));
                List<Path> files = new ArrayList<>(readable.sorted().toList());
                files.removeIf(file -> file.toFile().length() == 0);
                return files;
            }
        }

        /** Whether it is what Git or a build makes, and may take away while this runs. */
        private static boolean isBuilt(Path path) {
            return path.startsWith(".git") || path.startsWith("target");
        }

        /** Returns how many bytes the two digests were given. An arena unmaps each file at once; a collector would do so late, the later the less is allocated. */
        private static long hash(List<Path> files, int count, MessageDigest sha1, MessageDigest sha256) throws IOException {
            long bytes = 0;
            for (int i = 0; i < count; i++) {
                try (FileChannel file = FileChannel.open(files.get(i % files.size())); Arena arena = Arena.ofConfined()) {
                    ByteBuffer content = file.map(MapMode.READ_ONLY, 0, Math.min(file.size(), Integer.MAX_VALUE), arena).asByteBuffer();
                    bytes += 2L * content.remaining();
                    sha1.update(content);
                    sha256.update(content.rewind());
                    found += sha1.digest()[0] + sha256.digest()[0];
                }
            }
            return bytes;
        }

        private static long name(int count) {
            byte[] key = new byte[KEY];
            long sum = 0;
            for (int i = 0; i < count; i++) {
                key[0] = (byte) i;
                key[1] = (byte) (i >> Byte.SIZE);
                sum += UUID.nameUUIDFromBytes(key).getLeastSignificantBits();
            }
            found += sum;
            return count;
        }
    }
}
