package org.cryptointrinsics.agent;

import java.lang.instrument.Instrumentation;

/** The AOT cache, or the CDS archive, that HotSpot makes of the classes of this process. */
final class Archive {

    private static final String CDS = "jdk.internal.misc.CDS";

    private Archive() {
    }

    /** Whether one is being made. HotSpot says so itself: options in many places may have it made. */
    static boolean isBeingMade(Instrumentation instrumentation) throws ReflectiveOperationException {
        Class<?> type = Plugin.ofJavaBase(instrumentation, CDS);
        // JDKs that have none are not those that the plugin is for.
        return type != null && (boolean) type.getMethod("isDumpingArchive").invoke(null);
    }
}
