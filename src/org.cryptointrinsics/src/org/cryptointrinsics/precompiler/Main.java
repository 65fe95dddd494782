package org.cryptointrinsics.precompiler;

import java.io.IOException;
import java.nio.file.Path;

import jdk.vm.ci.runtime.JVMCI;

/**
 * A stage of the build: writes the machine code of all kernels, and the plugin's classes for the agent's jar, to the two folders that are its arguments. Graal opens itself to the
 * plugin when it starts.
 */
public final class Main {

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        Precompiler.write(JVMCI.getRuntime().getCompiler(), Path.of(arguments[0]));
        PluginClasses.write(Path.of(arguments[1]));
    }
}
