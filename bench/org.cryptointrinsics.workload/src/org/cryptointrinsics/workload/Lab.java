package org.cryptointrinsics.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.bench.Contender;

/**
 * Where a workload runs.
 *
 * @param jit that of all VMs, or a peer, whose JIT is C2
 * @param plugin the file of options that turn the plugin on in Graal
 * @param folder for this run: empty, and kept until the next one
 * @param shared for what all runs need
 * @param memory in memory, if there is enough: for gigabytes that must not wait for a disk
 * @param files a folder with files to work with
 * @param isShort whether less than half a minute is to do
 */
record Lab(Contender jit, Path plugin, Path folder, Path shared, Path memory, Path files, boolean isShort) {

    /** Starts a VM with the class path of this one. */
    Vm start(String name, List<String> options, Class<?> main, String... arguments) throws IOException {
        return start(name, options, main.getName(), arguments);
    }

    /** Starts a VM with the class path of this one. */
    Vm start(String name, List<String> options, String main, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(jit.jit(plugin));
        if (isShort) {
            // While the workload takes all processors, the thread that makes kernels would step back for it.
            all.add("-Dorg.cryptointrinsics.urgent=true");
        }
        all.addAll(options);
        all.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        Stream.of(arguments).forEach(all::add);
        return Vm.start(name, all, folder, jit.isGraal());
    }
}
