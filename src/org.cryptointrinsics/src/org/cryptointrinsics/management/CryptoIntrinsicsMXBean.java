package org.cryptointrinsics.management;

import java.lang.management.PlatformManagedObject;
import java.util.List;

/**
 * What the plugin does in a running VM. A platform MXBean: it is in {@code ManagementFactory.getPlatformMBeanServer()} and for JMX clients, and
 * {@code ManagementFactory.getPlatformMXBean} finds it, unless platform beans were looked at before Graal started. To ask changes nothing; no variant is compiled or tested for it.
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

    /** Whether an intrinsic is on. */
    enum State {
        /** It is used by compiled code. */
        ON,
        /** It is not, for a reason. */
        OFF,
        /** No code that needs it was compiled yet. */
        UNUSED
    }

    /**
     * An intrinsic.
     *
     * @param name the algorithm's standard name
     * @param variant the one in use, or null
     * @param reason why it is off, or null
     * @param calls how often its kernels were called, -1 if that is not counted: it is with option CryptoIntrinsicsReport
     * @param blocks how many blocks they have compressed or encrypted, or -1
     * @param losses how often HotSpot has thrown the code of a kernel away; it was compiled again
     */
    record IntrinsicInfo(String name, State state, String variant, String reason, List<VariantInfo> variants, long calls, long blocks, int losses) {
    }

    /**
     * A method of the JDK that has kernels called at its beginning.
     *
     * @param entered whether it does call them
     * @param since when that began, in milliseconds since 1970
     * @param reason why it does not, or null
     */
    record EntryInfo(String method, boolean entered, long since, String reason) {
    }

    /**
     * A variant of an intrinsic.
     *
     * @param missing names of the CPU features that it needs and may not use
     * @param tested whether it was compiled and tested
     * @param failure how it failed its self-test, or null
     */
    record VariantInfo(String name, List<String> missing, boolean tested, String failure) {
    }
}
