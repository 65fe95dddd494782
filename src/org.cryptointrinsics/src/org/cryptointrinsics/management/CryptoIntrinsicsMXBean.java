package org.cryptointrinsics.management;

import java.lang.management.PlatformManagedObject;
import java.util.List;
import java.util.Map;

/**
 * What the plugin does in a running VM: every report is told from these records. A platform MXBean: it is in {@code ManagementFactory.getPlatformMBeanServer()} and for JMX
 * clients, and {@code ManagementFactory.getPlatformMXBean} finds it, unless platform beans were looked at before the plugin started. To ask changes nothing; no variant is
 * compiled or tested for it.
 */
public interface CryptoIntrinsicsMXBean extends PlatformManagedObject {

    /** Its name. */
    String OBJECT_NAME = "org.cryptointrinsics:type=CryptoIntrinsics";

    /** The version of Graal. */
    String getGraalVersion();

    /** All intrinsics. */
    List<IntrinsicInfo> getIntrinsics();

    /** The methods of the JDK that call kernels for every caller, or could; empty without the agent, and before it has found cryptography. */
    List<EntryInfo> getEntries();

    /** How often the kernels of each intrinsic were called, by its name, as exporters of metrics take it. */
    Map<String, Long> getCalls();

    /** The bytes that kernels of each intrinsic worked on, by its name. */
    Map<String, Long> getBytes();

    /** How many methods of the JDK call kernels for every caller: fewer on another JDK, or beside another agent, where some do not fit. */
    int getEnteredMethods();

    /** Whether an intrinsic is on. */
    enum State {
        /** A variant is in use. */
        ON,
        /** None can be, or no kernel that was asked for, for a reason. */
        OFF,
        /** No kernel was asked for yet. */
        UNUSED
    }

    /**
     * An intrinsic.
     *
     * @param name the algorithm's standard name
     * @param variant the one in use, or null
     * @param reason why it is off, or null
     * @param kernelsOff why kernels of the variant in use are off, for each; the JDK does their work
     * @param variants all, the best one first; none before the first of them was needed
     * @param calls how often its kernels were called; of many threads that call at the same moment, some may be missing
     * @param blocks how many blocks they have compressed or encrypted
     * @param bytes the size of these
     * @param losses how often HotSpot has thrown the code of a kernel away; it was compiled again, unless the kernel is off for that
     */
    record IntrinsicInfo(String name, State state, String variant, String reason, List<String> kernelsOff, List<VariantInfo> variants, long calls, long blocks, long bytes,
                    int losses) {
    }

    /**
     * A method of the JDK that has kernels called at its beginning.
     *
     * @param entered whether it does call them
     * @param since when that began, in milliseconds since 1970
     * @param reason why it does not; or that none was asked for yet; or that it does although it stands for methods of this JDK that are not known; or null
     * @param intrinsics the names of those whose kernels it calls
     */
    record EntryInfo(String method, boolean entered, long since, String reason, List<String> intrinsics) {
    }

    /**
     * A variant of an intrinsic.
     *
     * @param features names of the CPU features that it needs
     * @param missing those of them that it may not use
     * @param tested whether it was compiled and tested
     * @param failure how it failed its self-test, or null
     * @param slowness why a later variant is faster on this CPU, or null
     */
    record VariantInfo(String name, List<String> features, List<String> missing, boolean tested, String failure, String slowness) {
    }
}
