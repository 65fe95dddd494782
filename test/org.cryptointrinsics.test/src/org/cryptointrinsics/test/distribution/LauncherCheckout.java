package org.cryptointrinsics.test.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;

/**
 * Runs {@code bin/cryptointrinsics} in a checkout of a few files, in a path with a space, with a {@code mvn} that only makes a folder
 * for jars and writes down what it was asked.
 */
abstract class LauncherCheckout {

    static final Path ROOT = Path.of(System.getProperty("cryptointrinsics.root"));

    private static final String MVN = """
                    #!/bin/sh
                    if [ -n "$JDK_JAVA_OPTIONS$JAVA_TOOL_OPTIONS" ]; then
                        exit 3
                    elif [ "$1" = --version ]; then
                        echo "Apache Maven 3.9.0"
                        echo "Java version: $MAVEN_JAVA, vendor: Nobody"
                    elif [ -e fail ]; then
                        echo "[ERROR] something is wrong"
                        exit 1
                    else
                        # As any build, longer than a tick of the clock of the file system.
                        sleep 0.05
                        echo "$@" >> builds
                        echo "$JAVA_HOME" >> homes
                        output=target
                        for argument; do
                            case $argument in
                                -Dgraal.version=*) output=target/graal-${argument#*=} ;;
                            esac
                        done
                        mkdir -p $output/jit
                        echo "[INFO] Building one 1.0 [1/1]"
                        echo "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0"
                    fi
                    """;

    @Rule public TemporaryFolder temporary = new TemporaryFolder();

    Path checkout;
    Path launcher;
    String jdk = System.getProperty("java.home");
    String graal = "";
    String javaHome = "";
    String mavenJava = "11.0.2";

    record Result(int exitCode, List<String> out, String err) {
    }

    @Before
    public void makeCheckout() throws IOException {
        checkout = temporary.newFolder("a check out").toPath().toRealPath();
        for (String folder : List.of("bin", "tools", ".mvn", "src", "bench")) {
            Files.createDirectory(checkout.resolve(folder));
        }
        launcher = Files.copy(ROOT.resolve("bin/cryptointrinsics"), checkout.resolve("bin/cryptointrinsics"));
        Files.copy(ROOT.resolve("pom.xml"), checkout.resolve("pom.xml"));
        Files.writeString(checkout.resolve("src/A.java"), "");
        Files.createDirectory(checkout.resolve("src/org.cryptointrinsics"));
        Files.writeString(checkout.resolve("src/org.cryptointrinsics/cryptointrinsics.args"), "\"-Dfrom.argfile=${jit.directory}\"");
        Files.createDirectory(checkout.resolve("src/org.cryptointrinsics.agent"));
        Files.writeString(checkout.resolve("src/org.cryptointrinsics.agent/cryptointrinsics-c2.args"), "-javaagent:${output.directory}/agent.jar");
        Path mvn = Files.writeString(checkout.resolve("tools/mvn"), MVN);
        assertTrue(mvn.toFile().setExecutable(true));
    }

    final Result launch(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", launcher.toString()));
        command.addAll(List.of(arguments));
        Path out = temporary.newFile().toPath();
        Path err = temporary.newFile().toPath();
        ProcessBuilder builder = new ProcessBuilder(command).directory(temporary.getRoot()).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().merge("PATH", checkout.resolve("tools").toString(), (old, tools) -> tools + ":" + old);
        builder.environment().put("CRYPTOINTRINSICS_JAVA_HOME", jdk);
        builder.environment().put("CRYPTOINTRINSICS_GRAAL_VERSION", graal);
        builder.environment().put("JAVA_HOME", javaHome);
        builder.environment().put("MAVEN_JAVA", mavenJava);
        builder.environment().put("CDPATH", ".");
        // As exported for applications. Maven must not see them.
        Path args = checkout.resolve("target/cryptointrinsics.args");
        builder.environment().put("JDK_JAVA_OPTIONS", "\"@" + args + "\"");
        builder.environment().put("JAVA_TOOL_OPTIONS", "\"-XX:VMOptionsFile=" + args + "\"");
        int exitCode = builder.start().waitFor();
        return new Result(exitCode, Files.readAllLines(out), Files.readString(err));
    }

    static void assertFailure(String message, Result result) {
        assertEquals(new Result(1, List.of(), "cryptointrinsics: " + message), result);
    }

    /** A folder that says of itself that it is a JDK, and with programs that fail. */
    final Path otherJdk(String version, String modules) throws IOException {
        Path folder = temporary.newFolder().toPath();
        for (String program : List.of("bin/java", "bin/javac")) {
            Files.createDirectories(folder.resolve("bin"));
            assertTrue(Files.writeString(folder.resolve(program), "#!/bin/sh\nexit 1\n").toFile().setExecutable(true));
        }
        Files.writeString(folder.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\nMODULES=\"" + modules + "\"\n");
        return folder;
    }
}
