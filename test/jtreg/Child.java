import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** A java that runs a class of the tests with the plugin, and what came of it. */
record Child(List<String> command, int exitCode, List<String> out, List<String> err) {

    /** The file of java options that turns the plugin on. */
    static final Path ARGUMENTS = Path.of(System.getProperty("cryptointrinsics.args"));

    /**
     * Runs {@code main}.
     *
     * @param options of java, beyond those that turn the plugin on
     */
    static Child run(Class<?> main, String... options) throws IOException, InterruptedException {
        return run(ARGUMENTS, main, options);
    }

    static Child run(Path argumentFile, Class<?> main, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + argumentFile));
        command.addAll(Arrays.asList(options));
        command.addAll(List.of("-XX:-CreateCoredumpOnCrash", "-cp", System.getProperty("java.class.path"), main.getName()));
        Path out = Files.createTempFile(Path.of(""), "out", "");
        Path err = Files.createTempFile(Path.of(""), "err", "");
        int exitCode = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
        return new Child(command, exitCode, Files.readAllLines(out), Files.readAllLines(err));
    }

    /** Runs {@code main} without the lines of the file of options that contain {@code text}. */
    static Child runWithout(String text, Class<?> main, String... options) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>(Files.readAllLines(ARGUMENTS));
        Path file = Files.createTempFile(Path.of(""), "arguments", "");
        if (!lines.removeIf(line -> line.contains(text))) {
            throw new AssertionError(lines + " does not contain " + text);
        }
        return run(Files.write(file, lines), main, options);
    }

    Child exits(int expected) {
        return check(exitCode == expected, "exit code " + expected);
    }

    /** Checks that the program, one of those here, ran to its end. */
    Child runs() {
        return exits(0).check(out.equals(List.of("done")), "standard output \"done\"");
    }

    /** Checks what is on the standard error stream: exactly these lines. */
    Child says(String... lines) {
        return check(err.equals(List.of(lines)), "standard error " + List.of(lines));
    }

    Child saysAmongOthers(String line) {
        return check(err.contains(line), "a line on standard error: " + line);
    }

    Child check(boolean condition, String expected) {
        if (!condition) {
            throw new AssertionError("expected " + expected + " of " + this);
        }
        return this;
    }

    static Predicate<String> matching(String regex) {
        return line -> line.matches(regex);
    }

    @Override
    public String toString() {
        return String.join(" ", command) + "\nexit code " + exitCode + "\nstandard output:\n" + String.join("\n", out) + //
                        "\nstandard error:\n" + String.join("\n", err);
    }
}
