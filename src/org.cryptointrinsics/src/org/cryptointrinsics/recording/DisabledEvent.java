package org.cryptointrinsics.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** An intrinsic is off, or a part of it. */
@Name("org.cryptointrinsics.Disabled")
@Label("Crypto Intrinsic Disabled")
@Description("A crypto intrinsic is off")
@Category({"Java Virtual Machine", "Compiler", "Crypto Intrinsics"})
@StackTrace(false)
@Period("everyChunk")
final class DisabledEvent extends Event {

    @Label("Intrinsic")
    String intrinsic;
    @Label("Reason")
    String reason;
}
