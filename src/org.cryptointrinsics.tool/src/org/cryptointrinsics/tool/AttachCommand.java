package org.cryptointrinsics.tool;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;

@Command(name = "attach", mixinStandardHelpOptions = true, //
                description = "Loads the agent into a running process of the same user, and tells what is on in it from then on.", //
                footer = "%nThe process needs no option. From JDK 21 on it says on its standard error that an agent was loaded.")
final class AttachCommand implements Callable<Integer> {

    /** The agent's jar. */
    private static final String AGENT_PROPERTY = "cryptointrinsics.agent";

    @Parameters(paramLabel = "PID", description = "The process: a JDK 25 or later.")
    private long pid;

    @Override
    public Integer call() throws Failure {
        RunningVm.load(pid, Path.of(System.getProperty(AGENT_PROPERTY)));
        RunningVm.await(pid);
        RunningVm.print(pid, System.out);
        return ExitCode.OK;
    }
}
