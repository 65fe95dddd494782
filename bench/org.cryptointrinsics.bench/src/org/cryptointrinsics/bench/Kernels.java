package org.cryptointrinsics.bench;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.stream.Stream;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * What the plugin tells of the kernels of an algorithm in this VM, by its MXBean: where C2 is the JIT, its classes are not those that the class path finds.
 *
 * @param calls how often they were called
 * @param blocks how many blocks they worked on
 */
record Kernels(long calls, long blocks) {

    private static final String BEAN = "org.cryptointrinsics:type=CryptoIntrinsics";
    private static final String UNUSED = "UNUSED";
    /** The name of the threads that make them. */
    private static final String THREAD = "cryptointrinsics";

    /** Nothing if there are none yet. */
    static Optional<Kernels> of(Algorithm algorithm) {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName(BEAN);
            if (!server.isRegistered(name)) {
                return Optional.empty();
            }
            return Stream.of((CompositeData[]) server.getAttribute(name, "Intrinsics")) //
                            .filter(intrinsic -> intrinsic.get("name").equals(algorithm.intrinsic()) && !intrinsic.get("state").equals(UNUSED)) //
                            .map(intrinsic -> new Kernels((long) intrinsic.get("calls"), (long) intrinsic.get("blocks"))).findAny();
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether one is compiled in the background. */
    static boolean areBeingMade() {
        return Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().equals(THREAD) && thread.getState() == Thread.State.RUNNABLE);
    }
}
