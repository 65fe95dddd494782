package org.cryptointrinsics.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A call that may be replaced is compiled. */
@Name("org.cryptointrinsics.Intrinsic")
@Label("Crypto Intrinsic")
@Description("Compilation of a call that may be replaced by kernels")
@Category({"Java Virtual Machine", "Compiler", "Crypto Intrinsics"})
@StackTrace(false)
final class IntrinsicEvent extends Event {

    @Label("Intrinsics")
    @Description("Of which the call may need one, with the variants that are in use so far")
    String intrinsics;
    @Label("Method")
    String method;
    @Label("Caller")
    String caller;
    @Label("Bytecode Index")
    int bytecodeIndex;
    @Label("Applied")
    boolean applied;
    @Label("Reason")
    @Description("Why it was not applied")
    String reason;
}
