package org.cryptointrinsics.recording;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** How much kernels have done. */
@Name("org.cryptointrinsics.Counted")
@Label("Crypto Kernels Counted")
@Description("How much the kernels of a crypto intrinsic have done since the VM started")
@Category({"Java Virtual Machine", "Compiler", "Crypto Intrinsics"})
@StackTrace(false)
@Period("everyChunk")
final class CountedEvent extends Event {

    @Label("Intrinsic")
    String intrinsic;
    @Label("Calls")
    long calls;
    @Label("Blocks")
    long blocks;
    @Label("Bytes")
    @DataAmount
    long bytes;
}
