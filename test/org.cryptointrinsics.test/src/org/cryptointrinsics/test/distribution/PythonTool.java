package org.cryptointrinsics.test.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.cryptointrinsics.test.Binutils;
import org.cryptointrinsics.test.JavaProcess;

/** A program that pip installs for tests, in a folder of its own. */
record PythonTool(Path folder, String program) {

    /** What a process printed, on either stream. */
    record Result(int exit, String printed) {
    }

    /**
     * Has it there, or the test skipped.
     *
     * @param program what is started, of the package's programs
     * @param arguments of {@code pip install}
     */
    static PythonTool install(String program, String... arguments) throws IOException, InterruptedException {
        PythonTool tool = new PythonTool(JavaProcess.FOLDER.resolve(program), program);
        if (!Files.exists(tool.file())) {
            try {
                Stream<String> pip = Stream.of("python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", tool.folder.toString());
                Result installed = execute(Stream.concat(pip, Stream.of(arguments)).toList(), tool.folder);
                if (installed.exit != 0) {
                    Binutils.skip("pip cannot install " + program + " (Debian: python3-pip): " + installed.printed);
                }
            } catch (IOException e) {
                Binutils.skip("python3 is not installed (Debian: python3-pip)");
            }
        }
        return tool;
    }

    private Path file() {
        return folder.resolve("bin").resolve(program);
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return execute(Stream.concat(Stream.of(file().toString()), Stream.of(arguments)).toList(), folder);
    }

    private static Result execute(List<String> command, Path folder) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONPATH", folder.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes());
        return new Result(process.waitFor(), printed);
    }
}
