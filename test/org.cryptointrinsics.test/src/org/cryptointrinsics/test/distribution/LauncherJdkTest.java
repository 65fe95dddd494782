package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.Test;

/** {@code bin/cryptointrinsics} takes a JDK that fits, or says why one does not. */
public class LauncherJdkTest extends LauncherCheckout {

    @Test
    public void olderUpdateThanGraalTakesIsTold() throws Exception {
        jdk = otherJdk("25.0.2", "java.base java.instrument jdk.internal.vm.ci").toString();
        String is = "CRYPTOINTRINSICS_JAVA_HOME=" + jdk + " is JDK 25.0.2; Graal 25.0.11 needs JDK 25.0.11 or later.\n";
        assertFailure(is + "  Take a later update of JDK 25, or the Graal for this one: cryptointrinsics --graal 25.0.2 COMMAND.\n", launch("--graal", "25.0.11", "args"));
        assertFalse(Files.exists(checkout.resolve("target")));
        assertEquals(0, launch("--graal", "25.0.2", "args").exitCode());
        jdk = otherJdk("25.0.11.0.3", "java.base java.instrument jdk.internal.vm.ci").toString();
        assertEquals(0, launch("--graal", "25.0.11", "args").exitCode());
    }

    @Test
    public void jdkWithoutJvmciIsTold() throws Exception {
        jdk = otherJdk("25.0.11", "java.base java.management").toString();
        assertFailure("CRYPTOINTRINSICS_JAVA_HOME=" + jdk + " is a JDK 25.0.11 without the module jdk.internal.vm.ci.\n" +
                        "  Take a HotSpot JDK as it is distributed, or have jlink add jdk.internal.vm.ci, java.instrument, java.logging, jdk.management and jdk.unsupported.\n",
                        launch("args"));
    }

    @Test
    public void runtimeWithoutCompilerIsTold() throws Exception {
        Path runtime = otherJdk("25.0.11", "java.base java.instrument jdk.internal.vm.ci");
        Files.delete(runtime.resolve("bin/javac"));
        jdk = runtime.toString();
        assertFailure("CRYPTOINTRINSICS_JAVA_HOME=" + jdk + " has no compiler (bin/javac).\n  Take a JDK instead of a JRE.\n", launch("args"));
    }

    /** The first folder that is looked in is that of {@code JAVA_HOME}. */
    @Test
    public void jdkThatFitsIsFound() throws Exception {
        jdk = "";
        javaHome = otherJdk("25.0.1", "java.base java.instrument jdk.internal.vm.ci").toString();
        assertEquals(0, launch("--graal", "25.0.1", "args").exitCode());
        assertTrue(toolchain("25.0.1").contains("<jdkHome>" + javaHome + "</jdkHome>"));
        Result result = launch("--graal", "25.0.2", "args");
        assertFalse(result.err(), Files.exists(checkout.resolve("target/graal-25.0.2")) && toolchain("25.0.2").contains(javaHome));
        result = launch("--graal", "25.0.99", "args");
        assertEquals(1, result.exitCode());
        assertTrue(result.err(), result.err().startsWith("cryptointrinsics: no JDK 25.0.99 or later with JVMCI found "));
        assertTrue(result.err(), result.err().contains("\n  " + javaHome + " is JDK 25.0.1; Graal 25.0.99 needs JDK 25.0.99 or later. Take "));
    }

    private String toolchain(String version) throws IOException {
        return Files.readString(checkout.resolve("target/graal-" + version + "/toolchains.xml"));
    }

    @Test
    public void unfitJDKIsTold() throws Exception {
        jdk = temporary.newFolder().toString();
        Result result = launch("args");
        assertEquals(1, result.exitCode());
        assertTrue(result.err(), result.err().contains("CRYPTOINTRINSICS_JAVA_HOME=" + jdk));
    }
}
