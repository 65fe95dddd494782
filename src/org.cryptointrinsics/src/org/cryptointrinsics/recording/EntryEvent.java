package org.cryptointrinsics.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** A method of the JDK calls kernels, whoever calls it. */
@Name("org.cryptointrinsics.Entry")
@Label("Crypto Intrinsic Entry")
@Description("Whether a method of the JDK calls kernels for every caller")
@Category({"Java Virtual Machine", "Compiler", "Crypto Intrinsics"})
@StackTrace(false)
@Period("everyChunk")
final class EntryEvent extends Event {

    @Label("Intrinsics")
    @Description("Of which the method may need one, with the variants that are in use so far")
    String intrinsics;
    @Label("Method")
    String method;
    @Label("Entered")
    boolean entered;
    @Label("Reason")
    @Description("Why it is not entered, or that no kernel was asked for yet")
    String reason;
}
