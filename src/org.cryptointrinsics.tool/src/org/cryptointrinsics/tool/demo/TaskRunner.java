package org.cryptointrinsics.tool.demo;

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
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.cryptointrinsics.tool.Failure;
import org.cryptointrinsics.tool.InPlugin;

/** The process of a {@link JvmConfig}: for each {@link Pass} that it reads it does all {@link WorkItem} and writes {@link Measurement}s. */
final class TaskRunner {

    /** Before the version of Graal, if it has the plugin, once it can begin. */
    static final String READY = "ready ";
    /** Before the reason why it cannot. */
    static final String REFUSAL = "refusal ";

    private static final CompilationMXBean COMPILATION = ManagementFactory.getCompilationMXBean();

    private final boolean hasPlugin;
    private final Map<WorkItem, Task> tasks = new LinkedHashMap<>();

    private TaskRunner(boolean hasPlugin, Tree tree, Path store, Arena arena) throws IOException, GeneralSecurityException {
        this.hasPlugin = hasPlugin;
        List<FileTask.Content> contents = contents(tree, arena);
        for (WorkItem work : WorkItem.ALL) {
            tasks.put(work, switch (work.kind()) {
                case FILES -> new FileTask(work.name(), work.data().equals(WorkItem.MAPPED), contents);
                case MESSAGES -> new GcmTask();
                case RECORDS -> new TlsTask(store);
                case UUIDS -> new UuidTask();
            });
        }
    }

    private static List<FileTask.Content> contents(Tree tree, Arena arena) throws IOException {
        List<FileTask.Content> contents = new ArrayList<>();
        for (Tree.Part part : tree.parts()) {
            try (FileChannel channel = FileChannel.open(part.file()); InputStream in = Files.newInputStream(part.file())) {
                ByteBuffer mapped = channel.map(MapMode.READ_ONLY, 0, part.length(), arena).asByteBuffer();
                contents.add(new FileTask.Content(in.readNBytes(part.length()), mapped));
            }
        }
        return contents;
    }

    /**
     * @param args the contender, the folder and the file of a {@link ServerKey}
     */
    public static void main(String[] args) throws IOException, GeneralSecurityException {
        boolean hasPlugin = JvmConfig.valueOf(args[0]).hasPlugin();
        try {
            if (hasPlugin && InPlugin.run(TaskRunner.class, args)) {
                return;
            }
            String graal = hasPlugin ? KernelStatus.check() : "";
            run(hasPlugin, Tree.of(Path.of(args[1])), Path.of(args[2]), graal);
        } catch (Failure e) {
            System.out.println(REFUSAL + e.getMessage());
        }
    }

    private static void run(boolean hasPlugin, Tree tree, Path store, String graal) throws IOException, GeneralSecurityException {
        try (Arena arena = Arena.ofShared(); BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
            TaskRunner runner = new TaskRunner(hasPlugin, tree, store, arena);
            System.out.println(READY + graal);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Pass pass = Pass.parse(line);
                for (WorkItem work : WorkItem.ALL) {
                    System.out.println(runner.measure(work, pass).toLine());
                }
            }
        }
    }

    private Measurement measure(WorkItem work, Pass pass) throws IOException, GeneralSecurityException {
        Meter meter = new Meter();
        long before = bytesByKernels(work);
        long compiling = COMPILATION.getTotalCompilationTime();
        List<String> results = tasks.get(work).run(pass, meter);
        compiling = COMPILATION.getTotalCompilationTime() - compiling;
        long byKernels = bytesByKernels(work) - before;
        return new Measurement(work, meter.nanos(), compiling, meter.allocated(), meter.operations(), meter.bytes(), byKernels, results);
    }

    private long bytesByKernels(WorkItem work) {
        return hasPlugin ? KernelStatus.bytes(work.intrinsic()) : 0;
    }
}
