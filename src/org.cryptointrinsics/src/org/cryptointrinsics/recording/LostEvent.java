package org.cryptointrinsics.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** HotSpot has thrown the code of a kernel away. */
@Name("org.cryptointrinsics.Lost")
@Label("Crypto Kernel Lost")
@Description("HotSpot has thrown the code of a kernel away, which is compiled again")
@Category({"Java Virtual Machine", "Compiler", "Crypto Intrinsics"})
@StackTrace(false)
final class LostEvent extends Event {

    @Label("Intrinsic")
    String intrinsic;
    @Label("Times")
    @Description("How often so far")
    int times;
}
