package org.cryptointrinsics.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A stub is compiled and tested before it is used. */
@Name("org.cryptointrinsics.SelfTest")
@Label("Self-Test")
@Description("Compilation and self-test of a variant of a crypto intrinsic")
@Category({"Java Virtual Machine", "Compiler", "Crypto Intrinsics"})
@StackTrace(false)
final class SelfTestEvent extends Event {

    @Label("Intrinsic")
    String intrinsic;
    @Label("Variant")
    String variant;
    @Label("Passed")
    boolean passed;
    @Label("Failure")
    String failure;
}
